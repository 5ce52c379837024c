import { useNavigate } from 'react-router';
import { type NewRoom, useCreateRoom } from '../../data/queries/rooms.ts';
import { accessText, roomName } from '../../data/rules/jam/lobby.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { PlaceFields } from '../kit/PlaceFields.tsx';
import { Dialog } from '../system/Dialog.tsx';

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
export function RoomDialog({ isOpen, onOpenChange }: OpenProps) {
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
