import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { type NewRoom, useCreateRoom } from '../../data/queries/rooms.ts';
import { accessText } from '../../data/rules/jam/lobby.ts';
import { readFailure, troubleOf } from '../parts/useSave.ts';
import { Dialog } from '../system/Dialog.tsx';
import { FormTextField } from '../system/Form.tsx';
import { RadioRows } from '../system/RadioRows.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import { TextArea } from '../system/TextField.tsx';

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
  const form = useForm<NewRoom>({ mode: 'onTouched', defaultValues: START });
  const submit = form.handleSubmit(async (values) => {
    if (create.isPending) return;
    try {
      const { id } = await create.mutateAsync(values);
      onOpenChange(false);
      form.reset(START);
      await navigate(`/jams/${id}`);
    } catch {
      // What went wrong stands in the form.
    }
  });
  const failure = create.error ? readFailure(create.error) : null;
  const access = form.watch('access');
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Start a room">
      <FormProvider {...form}>
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap16">
          <Trouble title={failure ? troubleOf(failure) : ''} />
          <FormTextField<NewRoom>
            name="name"
            label="Name"
            maxLength={60}
            rule={(text) => text.trim() !== '' || 'A room needs a name'}
          />
          <TextArea
            label="What it is about (optional)"
            rows={3}
            maxLength={500}
            {...form.register('description')}
          />
          <RadioRows<NewRoom['access']>
            legend="Who may come"
            rows={ACCESS}
            value={access}
            onChange={(value) => form.setValue('access', value)}
          />
          <div>
            <SubmitButton isBusy={create.isPending}>Start the room</SubmitButton>
          </div>
        </form>
      </FormProvider>
    </Dialog>
  );
}
