import type { Card, ClassPage, Pupil } from '../../data/contract/classes.ts';
import type { ClassDeeds } from '../../data/queries/classes.ts';
import { notify } from '../../data/stores/ui.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { AddPupilsForm, MoveDialog, RenameForm } from './PupilDialogs.tsx';
import type { PupilDeed } from './PupilRows.tsx';

/** What a dialog asks: about one pupil, or about the class. */
export type Asked =
  | { deed: PupilDeed; pupil: Pupil }
  | { deed: 'name' | 'add' | 'cards' | 'end cards' | 'end'; pupil?: undefined };

interface ClassQuestionProps {
  page: ClassPage;
  asked: Asked;
  deeds: ClassDeeds;
  /** Cards were made. */
  onCards(cards: readonly Card[]): void;
  /** The class is deleted. */
  onGone(): void;
  onClose(): void;
}

/** The words of a question with one button that does it. */
interface Question {
  title: string;
  deed: string;
  text: string;
  run(): Promise<unknown>;
}

/** What is asked once more; null for what has a form. */
function questionOf({ page, asked, deeds, onCards, onGone }: ClassQuestionProps): Question | null {
  const { pupil } = asked;
  const some = pupil && [pupil.userId];
  const who = pupil?.name ?? 'all pupils';
  switch (asked.deed) {
    case 'card':
    case 'cards':
      return {
        title: pupil ? `A new card for ${who}?` : 'New cards for all?',
        deed: pupil ? 'Make the card' : 'Make the cards',
        text: pupil
          ? `The card that ${who} has ends at once, and ${who} is signed out everywhere. The new one is shown once.`
          : 'The cards that they have end at once, and all pupils are signed out everywhere. The new ones are shown once.',
        run: async () => onCards((await deeds.makeCards(some)).cards),
      };
    case 'end card':
    case 'end cards':
      return {
        title: pupil ? `End the card of ${who}?` : 'End all cards?',
        deed: pupil ? 'End the card' : 'End all cards',
        text: `Signs ${who} out everywhere, now. They come back with a new card alone. What they made stays.`,
        run: async () => {
          await deeds.endCards(some);
          notify(`The ${pupil ? `card of ${who} has` : 'cards have'} ended.`);
        },
      };
    case 'delete':
      return {
        title: `Delete ${who}?`,
        deed: 'Delete the account',
        text: `The account of ${who} is closed at once, with everything that they made. Where others built on it, its place stays, without its sound and without a name. It cannot be undone. To keep it for them, make it an account of their own instead.`,
        run: async () => {
          await deeds.removePupil(pupil?.userId ?? '');
          notify(`The account of ${who} is closed.`);
        },
      };
    case 'end':
      return {
        title: `Delete ${page.name}?`,
        deed: 'Delete the class',
        text: `The accounts of all ${page.members.length} pupils are closed at once, with everything that they made, and the club ends with its channels. It cannot be undone. You may want to download everything first.`,
        run: async () => {
          await deeds.remove();
          onGone();
        },
      };
    default:
      return null;
  }
}

/** The dialog for what a teacher is about to do. */
export function ClassQuestion(props: ClassQuestionProps) {
  const { page, asked, deeds, onCards, onClose } = props;
  const question = questionOf(props);
  if (question) {
    return (
      <ConfirmDialog
        isOpen
        onClose={onClose}
        title={question.title}
        deed={question.deed}
        run={question.run}
      >
        <p className="anywhere">{question.text}</p>
      </ConfirmDialog>
    );
  }
  const { pupil } = asked;
  if (asked.deed === 'move') {
    return <MoveDialog pupil={asked.pupil} deeds={deeds} onClose={onClose} />;
  }
  if (asked.deed === 'add') {
    return (
      <Dialog isOpen onOpenChange={onClose} title="Add pupils">
        <AddPupilsForm
          present={page.members.length}
          add={async (names) => onCards((await deeds.addPupils(names)).cards)}
          onDone={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onOpenChange={onClose} title={pupil ? 'Rename the pupil' : 'Rename the class'}>
      <RenameForm
        label={pupil ? 'Name of the pupil' : 'Name of the class'}
        name={(pupil ?? page).name}
        rename={(name) =>
          pupil ? deeds.changePupil(pupil.userId, { name }) : deeds.change({ name })
        }
        onDone={onClose}
      />
    </Dialog>
  );
}
