import type { ClubMember, ClubPage } from '../../data/contract/clubs.ts';
import { useClubChanges } from '../../data/queries/clubChanges.ts';
import { notify } from '../../data/stores/ui.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';

interface BlockProps {
  member: ClubMember;
  onClose(): void;
  /** Shows at once; what the server refuses is put back and said. */
  onBlock(): void;
}

/** Asks before a member is blocked from a club, and says what that means. */
export function BlockDialog({ member, onClose, onBlock }: BlockProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Block ${member.displayName}?`}
      deed="Block"
      run={onBlock}
    >
      <p>
        They are put out of the club and of every channel at once, and no code lets them in again.
        What they made stays. You can let them in again later.
      </p>
    </ConfirmDialog>
  );
}

interface PassOnProps {
  club: ClubPage;
  member: ClubMember;
  onClose(): void;
}

/** Asks before a club has another owner, who alone can give it back. */
export function PassOnDialog({ club, member, onClose }: PassOnProps) {
  const { passOn } = useClubChanges(club.id);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Hand ${club.name} over?`}
      deed="Hand it over"
      run={async () => {
        await passOn.mutateAsync(member.userId);
        notify(`${club.name} is in the hands of ${member.displayName}.`);
      }}
    >
      <p>
        {member.displayName} owns the club and its channels then, and you are a moderator. Only they
        can give it back.
      </p>
    </ConfirmDialog>
  );
}
