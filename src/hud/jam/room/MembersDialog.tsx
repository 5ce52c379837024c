import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Member } from '../../../data/contract/members.ts';
import { membersQuery, useRoomChanges } from '../../../data/queries/rooms.ts';
import { isHouseBand } from '../../../data/rules/sharing/accountText.ts';
import { notify, ui } from '../../../data/stores/ui.ts';
import { PersonAvatar } from '../../parts/people/PersonAvatar.tsx';
import { PersonLink } from '../../parts/shares/Byline.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { FailedState, ListState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import type { RoomDialogProps } from './InviteDialog.tsx';
import styles from './Room.module.css';

/** Who belongs to a room; its owner removes people here. Of a channel: who of its club hears it. */
export function MembersDialog({ jam, isOpen, onOpenChange }: RoomDialogProps) {
  const reader = useReader();
  const { isOnline } = useSnapshot(ui);
  const text = useRegionText();
  const { data, isError, refetch } = useQuery({ ...membersQuery(jam.id, reader), enabled: isOpen });
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Members">
      {!data && !isError && <Skeleton width="100%" height={48} />}
      {!data && isError && (
        <FailedState
          isSmall
          isPlural
          isOffline={!isOnline}
          what="The members"
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <ListState isSmall title="No one yet" />}
      <ul>
        {data?.map((member) => (
          <MemberRow
            key={member.userId}
            jamId={jam.id}
            member={member}
            isRemovable={
              jam.club === null &&
              jam.role === 'owner' &&
              member.role !== 'owner' &&
              !isHouseBand(member.userId)
            }
          />
        ))}
      </ul>
      {jam.club && (
        <div className={styles.clubWay} data-divided>
          <p className="muted">
            {data && data.length < jam.memberCount
              ? `${text.number(jam.memberCount - data.length)} more are in the club ${jam.club.name}.`
              : `They are in the club ${jam.club.name}, which says who comes and goes.`}
          </p>
          {jam.role !== null && (
            <div className="row wrap gap8">
              <Button size="sm" to={`/club/${jam.club.id}?tab=members`}>
                Members of the club
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface MemberRowProps {
  jamId: string;
  member: Member;
  isRemovable: boolean;
}

/** One person. Removing asks once more, in the same place. */
function MemberRow({ jamId, member, isRemovable }: MemberRowProps) {
  const { remove } = useRoomChanges(jamId);
  const [isAsking, setAsking] = useState(false);
  const text = useRegionText();
  const { userId, displayName, role, since } = member;
  const run = () => {
    if (remove.isPending) return;
    remove.mutate(userId, { onSuccess: () => notify(`${displayName} was removed.`) });
  };
  return (
    <li className={styles.line}>
      <PersonAvatar userId={userId} name={displayName} size={32} />
      <p className="stack fill anywhere">
        <PersonLink userId={userId} displayName={displayName} hasPage={role !== 'guest'} />
        <span className="t13 muted">
          {role} since {text.day(since)}
        </span>
        {isAsking && <span className="t13">They cannot come back, not even by a code.</span>}
        {remove.error && (
          <span className="t13" role="alert">
            That did not work: {remove.error.message}
          </span>
        )}
      </p>
      {isRemovable &&
        (isAsking ? (
          <span className="row wrap gap8">
            <Button size="xs" variant="bare" onClick={() => setAsking(false)}>
              Keep
            </Button>
            <Button size="xs" variant="filled" aria-disabled={remove.isPending} onClick={run}>
              Remove {displayName}
            </Button>
          </span>
        ) : (
          <Button size="xs" aria-label={`Remove ${displayName}`} onClick={() => setAsking(true)}>
            Remove
          </Button>
        ))}
    </li>
  );
}
