import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { lobbyQuery, type NewRoom, useCreateRoom } from '../../data/queries/rooms.ts';
import { registerPath } from '../../data/rules/account/redirects.ts';
import { accessText, roomName } from '../../data/rules/jam/lobby.ts';
import { onceEach } from '../../data/rules/pages.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { PageFrame, PageHead } from '../kit/PageFrame.tsx';
import { PlaceFields } from '../kit/PlaceFields.tsx';
import pageStyles from '../parts/Page.module.css';
import { Directory, useNarrowing } from '../parts/page/Directory.tsx';
import { LaterCode } from '../parts/page/LaterDialog.tsx';
import { onPage, usePageTitle } from '../parts/page/page.ts';
import { useMember } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { ListState } from '../system/ListState.tsx';
import { RoomList } from './RoomList.tsx';
import { YourJams } from './YourJams.tsx';

interface OpenProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

const START: NewRoom = { name: '', description: '', access: 'public' };
const ACCESS = [
  { value: 'public', title: 'Open', text: `It is in the lobby. ${accessText('public')}` },
  { value: 'link', title: 'By link', text: accessText('link') },
  { value: 'private', title: 'Private', text: accessText('private') },
] as const;

/** Starts a room: what it is called, what it is about, who may come. Leads to it once it is there. */
function RoomDialog({ isOpen, onOpenChange }: OpenProps) {
  const navigate = useNavigate();
  const create = useCreateRoom();
  const form = useEntityForm<NewRoom>({
    start: START,
    send: async (values) => {
      const { id } = await create.mutateAsync(values);
      onOpenChange(false);
      form.reset(START);
      await navigate(`/jams/${id}`);
    },
  });
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Start a room">
      <EntityForm form={form} action="Start the room">
        <PlaceFields nameRule={roomName} legend="Who may come" choices={ACCESS} />
      </EntityForm>
    </Dialog>
  );
}

/** `/jams`: the jams of the account, and the rooms that are open to everyone, which play at a tap. */
export function Lobby() {
  usePageTitle('Jams');
  const [open, setOpen] = useState<'room' | 'code' | null>(null);
  const isOut = useMember() === '';
  return (
    <PageFrame>
      <PageHead title="Jams">
        <div className={pageStyles.tools}>
          <Button onClick={() => setOpen('code')}>Join by code</Button>
          <Button
            variant="filled"
            icon="plus"
            {...(isOut ? { to: registerPath('/jams') } : { onClick: () => setOpen('room') })}
          >
            Start a room
          </Button>
        </div>
      </PageHead>
      <YourJams />
      <OpenRooms />
      <RoomDialog isOpen={open === 'room'} onOpenChange={(is) => setOpen(is ? 'room' : null)} />
      <LaterCode
        page="jam"
        description="The owner of a room makes codes for it, as twelve letters and digits or as a link."
        isOpen={open === 'code'}
        onOpenChange={(is) => setOpen(is ? 'code' : null)}
      />
    </PageFrame>
  );
}

/** Rooms that anyone may hear, narrowed by words and by what is live. */
function OpenRooms() {
  const narrowing = useNarrowing();
  const { search, isLive } = narrowing;
  const query = useInfiniteQuery(onPage(lobbyQuery({ search, isLive })));
  const { data } = query;
  const rooms = useMemo(
    () =>
      onceEach(
        data?.pages ?? [],
        ({ jams }) => jams,
        ({ id }) => id,
      ),
    [data],
  );
  return (
    <Directory
      what="room"
      placeholder="Name, words or person"
      narrowing={narrowing}
      query={query}
      isEmpty={rooms.length === 0}
      empty={<NoRooms isLive={isLive} isSearched={search !== ''} />}
    >
      <RoomList rooms={rooms} />
    </Directory>
  );
}

/** Nothing to list: why, and what leads on. */
function NoRooms({ isLive, isSearched }: { isLive: boolean; isSearched: boolean }) {
  if (isSearched) {
    return (
      <ListState title="No room has these words">Try fewer of them, or a person’s name.</ListState>
    );
  }
  if (isLive) {
    return (
      <ListState title="Nothing is live right now">
        A room is live for ten minutes after its newest rifff. “All” has every open room.
      </ListState>
    );
  }
  return (
    <ListState title="No open rooms yet">
      Start one: those who come hear it at once, and may answer.
    </ListState>
  );
}
