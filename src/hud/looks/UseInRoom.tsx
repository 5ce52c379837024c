import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MyJam } from '../../data/contract/jams.ts';
import { type LookCopy, MAX_ROOM_LOOKS } from '../../data/contract/savedLooks.ts';
import { myJamsQuery } from '../../data/queries/jams.ts';
import { roomLooksQuery, useRoomLook } from '../../data/queries/looks.ts';
import { QueryList, Region } from '../kit/QueryList.tsx';
import { useSave } from '../kit/useSave.ts';
import { jamTitle } from '../parts/useMyJams.ts';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { ListState } from '../system/ListState.tsx';
import { Trouble } from '../system/Submit.tsx';
import { Switch } from '../system/Switch.tsx';
import { useNear } from '../system/useNear.ts';

interface UseInRoomProps {
  /** Name of a look of the house, or id of a saved one. */
  lookKey: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Gives a look to rooms of the reader, and takes it from them. */
export function UseInRoom({ lookKey, isOpen, onOpenChange }: UseInRoomProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Use in a room"
      description="The stages of a room choose among its looks."
    >
      <OwnRooms lookKey={lookKey} />
    </Dialog>
  );
}

function OwnRooms({ lookKey }: { lookKey: string }) {
  const query = useQuery(myJamsQuery);
  const rooms = query.data?.filter(({ role }) => role === 'owner') ?? [];
  return (
    <QueryList
      query={query}
      what="Your rooms"
      isPlural
      isEmpty={rooms.length === 0}
      empty={
        <ListState
          isSmall
          title="You have no room"
          action={<Button to="/jams">To the rooms</Button>}
        >
          Only the owner of a room chooses its looks.
        </ListState>
      }
    >
      <ul>
        {rooms.map((jam) => (
          <RoomRow key={jam.id} jam={jam} lookKey={lookKey} />
        ))}
      </ul>
    </QueryList>
  );
}

interface RoomRowProps {
  jam: MyJam;
  lookKey: string;
}

/** Asks for the looks of a room once its row is in sight: there may be many rooms. */
function RoomRow({ jam, lookKey }: RoomRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const isNear = useNear(row);
  const query = useQuery({ ...roomLooksQuery(jam.id), enabled: isNear });
  return (
    <li ref={row} className="lineAbove">
      <Region query={query} what={`The looks of ${jam.name}`} isPlural>
        {(looks) => <RoomSwitch jam={jam} lookKey={lookKey} looks={looks} />}
      </Region>
    </li>
  );
}

/** What switching does in a room, in a sentence. */
function hintOf(looks: readonly LookCopy[], isUsed: boolean): string {
  const count = looks.length;
  if (count === 0) {
    return 'It has all looks of the house. Switched on, this one is the only look there.';
  }
  if (isUsed && count === 1) {
    return 'Its only look. Switched off, it has all looks of the house again.';
  }
  if (!isUsed && count >= MAX_ROOM_LOOKS) {
    return `It has ${count} looks already, and that is the most. Take one out in the room first.`;
  }
  return count === 1 ? 'It has 1 look.' : `It has ${count} looks.`;
}

function RoomSwitch({ jam, lookKey, looks }: RoomRowProps & { looks: readonly LookCopy[] }) {
  const { mutateAsync } = useRoomLook(jam.id, lookKey);
  const save = useSave((isWanted: boolean) => mutateAsync(isWanted));
  const isUsed = looks.some(({ key }) => key === lookKey);
  return (
    <>
      <Switch
        isOn={isUsed}
        disabled={!isUsed && looks.length >= MAX_ROOM_LOOKS}
        onChange={(isWanted) => void save.run(isWanted)}
        hint={hintOf(looks, isUsed)}
      >
        <span className="anywhere">{jamTitle(jam)}</span>
      </Switch>
      <Trouble title={save.trouble} />
    </>
  );
}
