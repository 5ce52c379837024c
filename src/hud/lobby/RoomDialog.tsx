import { useNavigate } from 'react-router';
import { type NewRoom, useCreateRoom } from '../../data/queries/rooms.ts';
import { accessText } from '../../data/rules/jam/lobby.ts';
import { FormRadioRows } from '../kit/choices.tsx';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextArea, FormTextField } from '../kit/fields.tsx';
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
        <FormTextField<NewRoom>
          name="name"
          label="Name"
          maxLength={60}
          rule={(text) => text.trim() !== '' || 'A room needs a name'}
        />
        <FormTextArea<NewRoom>
          name="description"
          label="What it is about (optional)"
          rows={3}
          maxLength={500}
        />
        <FormRadioRows<NewRoom> name="access" legend="Who may come" rows={ACCESS} />
      </EntityForm>
    </Dialog>
  );
}
