import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { ClubAccess } from '../../data/contract/clubs.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { useCreateClub } from '../../data/queries/clubChanges.ts';
import { clubAccessText } from '../../data/rules/club/clubText.ts';
import { useFormMutation, useKeptForm } from '../parts/forms/useFormMutation.ts';
import { useReader } from '../parts/shares/useReader.ts';
import { Dialog } from '../system/Dialog.tsx';
import { FormTextField } from '../system/Form.tsx';
import { RadioRows } from '../system/RadioRows.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import { TextArea } from '../system/TextField.tsx';

export interface ClubValues {
  name: string;
  description: string;
  access: ClubAccess;
}

const START: ClubValues = { name: '', description: '', access: 'invite' };

/** Who comes in, as forms ask for it. */
export const ACCESS_ROWS = [
  { value: 'open', title: 'Open', text: `It is in the directory. ${clubAccessText('open')}` },
  {
    value: 'invite',
    title: 'By invitation',
    text: `No one else finds it. ${clubAccessText('invite')}`,
  },
] as const;

interface NewClubDialogProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Makes a club: what it is called, what it is about, who comes in. Leads to it once it is there. */
export function NewClubDialog({ isOpen, onOpenChange }: NewClubDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Make a club"
      description="It begins with one channel, one playlist and one code for those whom you invite."
    >
      <NewClubForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewClubForm({ onDone }: { onDone(): void }) {
  const navigate = useNavigate();
  const create = useCreateClub(useReader());
  const form = useKeptForm<ClubValues>('new-club', START);
  const { submit, isBusy, trouble } = useFormMutation(form, {
    send: async (values) => {
      const { id } = await create.mutateAsync(values);
      form.forget();
      onDone();
      await navigate(`/club/${id}`);
    },
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap16">
        <ClubFields form={form} />
        <Trouble {...trouble} />
        <div>
          <SubmitButton isBusy={isBusy}>Make the club</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}

/** Name, words and access of a club, of the form around them. */
export function ClubFields({ form }: { form: ReturnType<typeof useKeptForm<ClubValues>> }) {
  const { errors } = form.formState;
  return (
    <>
      <FormTextField<ClubValues>
        name="name"
        label="Name"
        maxLength={60}
        rule={(text) => text.trim() !== '' || MESSAGES.required}
      />
      <TextArea
        label="What it is about (optional)"
        rows={3}
        maxLength={1000}
        error={errors.description?.message || undefined}
        {...form.register('description')}
      />
      <RadioRows<ClubAccess>
        legend="Who comes in"
        rows={ACCESS_ROWS}
        value={form.watch('access')}
        onChange={(value) => form.setValue('access', value, { shouldDirty: true })}
        error={errors.access?.message || undefined}
      />
    </>
  );
}
