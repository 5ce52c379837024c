/** What is said of the house band in a room. Pure. */
import type { Band } from '../../contract/band.ts';

export type BandAnswer = Band['answers'][number];

/** What it is, for the owner who decides about it. @param others people who are in the room besides the reader */
export function invitationText(others: number): string {
  const what =
    'A program of this server, not a person: it answers what you commit within two bars, with one more ring or a changed one, and rests when you say so.';
  if (others === 0) return what;
  const who = others === 1 ? 'Another person is' : `${others} others are`;
  return `${what} ${who} here now and will hear it too.`;
}

type BandState = Pick<Band, 'isResting' | 'withOthers'>;

/** Was it invited by an owner alone, and others came? Then it plays nothing until its owner says that it may. */
export const waitsForOthers = ({ isResting, withOthers }: BandState, others: number): boolean =>
  !isResting && !withOthers && others > 0;
/** That, for its owner. */
export const HELD_BACK_TEXT =
  'You invited it while you were alone. Others are here now: it is silent until they leave, or until you let it play for everyone.';

/** What it does now, in a word. */
export const bandStateText = (band: BandState, others: number): string =>
  band.isResting ? 'resting' : waitsForOthers(band, others) ? 'silent' : 'playing';

const BECAME: Readonly<Record<BandAnswer['became'], string>> = {
  kept: 'kept',
  undone: 'undone',
  open: '',
};

/** Its last answer: `Added a bass, kept`. */
export function answerText({ what, became }: Pick<BandAnswer, 'what' | 'became'>): string {
  const text = what.trim();
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return [sentence, BECAME[became]].filter(Boolean).join(', ');
}

/** What it does in a room that nothing was committed to while it was there. */
export const waitingText = ({ isResting }: Pick<Band, 'isResting'>): string =>
  isResting ? 'It says nothing until it is woken.' : 'It waits for the next commit.';
