import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '../../../data/contract/members.ts';
import { membersQuery, useRoomChanges } from '../../../data/queries/rooms.ts';
import { isHouseBand } from '../../../data/rules/sharing/accountText.ts';
import { notify } from '../../../data/stores/ui.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { MemberRow } from '../../kit/MemberRow.tsx';
import { QueryList } from '../../kit/QueryList.tsx';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { ListState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import type { RoomDialogProps } from './InviteDialog.tsx';
import styles from './Room.module.css';

/** Who belongs to a room; its owner removes people here. Of a channel: who of its club hears it. */
export function MembersDialog({ jam, isOpen, onOpenChange }: RoomDialogProps) {
  const text = useRegionText();
  const { remove } = useRoomChanges(jam.id);
  const [asked, setAsked] = useState<Member | null>(null);
  const query = useQuery({ ...membersQuery(jam.id), enabled: isOpen });
  const { data } = query;
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Members">
      <QueryList
        query={query}
        what="The members"
        isPlural
        skeleton={<Skeleton width="100%" height={48} />}
        isEmpty={data?.length === 0}
        empty={<ListState isSmall title="No one yet" />}
      >
        <ul>
          {data?.map((member) => (
            <MemberRow key={member.userId} {...member}>
              {jam.club === null &&
                jam.role === 'owner' &&
                member.role !== 'owner' &&
                !isHouseBand(member.userId) && (
                  <Button
                    size="xs"
                    aria-label={`Remove ${member.displayName}`}
                    onClick={() => setAsked(member)}
                  >
                    Remove
                  </Button>
                )}
            </MemberRow>
          ))}
        </ul>
      </QueryList>
      {asked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(null)}
          title={`Remove ${asked.displayName}?`}
          deed={`Remove ${asked.displayName}`}
          keep="Keep"
          run={async () => {
            await remove.mutateAsync(asked.userId);
            notify(`${asked.displayName} was removed.`);
          }}
        >
          <p>They cannot come back, not even by a code.</p>
        </ConfirmDialog>
      )}
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
