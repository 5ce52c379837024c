import { useQuery } from '@tanstack/react-query';
import type { ClubCode, ClubPage } from '../../data/contract/clubs.ts';
import { useClubCodeChanges } from '../../data/queries/clubChanges.ts';
import { clubCodesQuery } from '../../data/queries/clubs.ts';
import { isSpent, usedText } from '../../data/rules/club/clubText.ts';
import { homeUrl } from '../../data/rules/site/base.ts';
import { notify } from '../../data/stores/ui.ts';
import { CodesPanel, NewCodeForm } from '../kit/CodesPanel.tsx';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Dialog } from '../system/Dialog.tsx';
import { ListState } from '../system/ListState.tsx';

const MOST_USES = 10_000;

interface InviteDialogProps {
  club: ClubPage;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** The link and the picture to scan that let people in, other codes, and their end. */
export function InviteDialog({ club, isOpen, onOpenChange }: InviteDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Invite to ${club.name}`}
      description="Anyone with a code and an account may come in."
    >
      <Codes club={club} />
    </Dialog>
  );
}

/** Every code, the one to hand out now with its link and its picture, and the form for another. */
function Codes({ club }: { club: ClubPage }) {
  const text = useRegionText();
  const query = useQuery(clubCodesQuery(club.id));
  const { make, end } = useClubCodeChanges(club.id, (error) =>
    notify(troubleOf(readFailure(error))),
  );
  const first = query.data?.find((code) => !isSpent(code, Date.now()));
  const wordsOf = (invite: ClubCode) => {
    const { code, note, expires } = invite;
    const isOver = isSpent(invite, Date.now());
    const link = `${homeUrl()}/clubs/join/${code}`;
    return {
      code,
      facts: [
        note,
        usedText(invite),
        isOver ? 'over' : expires !== null && `until ${text.date(expires)}`,
      ],
      endTitle: isOver ? 'Remove' : 'Take back',
      ...(!isOver && {
        link,
        shareTitle: club.name,
        isFirst: invite === first,
        scan: {
          text: link,
          summary: 'Show it as a QR code',
          label: `QR code of the link of ${code}`,
        },
      }),
    };
  };
  return (
    <>
      <CodesPanel
        codes={query.data}
        query={query}
        empty={
          <ListState isSmall title="No codes">
            Make one below, and hand it on.
          </ListState>
        }
        wordsOf={wordsOf}
        // A refusal is shown as a notice: the row is hidden while the server is asked.
        end={(code) => end.mutateAsync(code).catch(() => {})}
      />
      <NewCodeForm
        title="Another code"
        mostUses={MOST_USES}
        make={(wish) => make.mutateAsync(wish)}
      />
    </>
  );
}
