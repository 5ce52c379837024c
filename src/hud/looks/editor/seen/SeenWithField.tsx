import { useState } from 'react';
import type { StarterRifff } from '../../../../data/contract/library.ts';
import { personText } from '../../../../data/rules/sharing/credits.ts';
import styles from '../../../parts/looks/Looks.module.css';
import { useNames } from '../../../parts/people/useNames.ts';
import { Button } from '../../../system/Button.tsx';
import { Select } from '../../../system/Select.tsx';
import { ChooseSeen } from './ChooseSeen.tsx';
import type { Seen } from './useSeen.ts';

/** Rifffs of a room that are offered to stay with. */
const OFFERED = 12;
/** Follows the room. No rifff has this id. */
const NEWEST = '';

interface SeenWithFieldProps {
  seen: Seen;
  house: readonly StarterRifff[];
  /** What is seen; null for nothing. */
  shown: StarterRifff | null;
}

/** What the look is seen with, what chooses it, and what is wrong with it. */
export function SeenWithField({ seen, house, shown }: SeenWithFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const { choice, choose, room, trouble, retry } = seen;
  return (
    <>
      <Button
        size="sm"
        className={styles.seenWith}
        title={shown?.title}
        aria-busy={seen.isLoading || undefined}
        onClick={() => setOpen(true)}
      >
        {shown ? `Seen with ${shown.title}` : 'Choose a rifff or a room'}
      </Button>
      {choice.kind === 'room' && room && room.rifffs.length > 0 && (
        <RoomRifff key={room.jamId} seen={seen} />
      )}
      {trouble !== '' && (
        <div className="row wrap gap8 maxWide" role="status">
          <p className="t13">{trouble}</p>
          {retry && (
            <Button size="xs" onClick={retry}>
              Try again
            </Button>
          )}
        </div>
      )}
      <ChooseSeen
        house={house}
        choice={choice}
        shownId={shown?.id ?? ''}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onChoose={choose}
      />
    </>
  );
}

/** The newest rifff of the room as they come, or one of them. */
function RoomRifff({ seen: { choice, choose, room } }: { seen: Seen }) {
  const nameOf = useNames();
  if (choice.kind !== 'room' || !room) return null;
  const { jamId, rifffId } = choice;
  const rifffs = room.rifffs.filter(({ _id }, at) => at < OFFERED || _id === rifffId);
  return (
    <Select
      label="Rifff of the room"
      isLabelHidden
      className={styles.seenWith}
      options={[
        { value: NEWEST, title: 'Always the newest' },
        ...rifffs.map((rifff, at) => ({
          value: rifff._id,
          title: `${at + 1}. ${personText(nameOf(rifff.userName, rifff))}`,
        })),
      ]}
      value={rifffId ?? NEWEST}
      onValueChange={(id) => choose({ kind: 'room', jamId, rifffId: id === NEWEST ? null : id })}
    />
  );
}
