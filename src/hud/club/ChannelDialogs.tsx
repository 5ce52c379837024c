import { FormProvider } from 'react-hook-form';
import type { Channel, ChannelAccess, ClubPage } from '../../data/contract/clubs.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { useChannelChanges } from '../../data/queries/clubChanges.ts';
import { channelAccessText } from '../../data/rules/club/clubText.ts';
import { notify } from '../../data/stores/ui.ts';
import { useFormMutation, useKeptForm } from '../parts/forms/useFormMutation.ts';
import { Dialog } from '../system/Dialog.tsx';
import { FormTextField } from '../system/Form.tsx';
import { RadioRows } from '../system/RadioRows.tsx';
import { Select } from '../system/Select.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import { TextArea } from '../system/TextField.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface ChannelValues {
  name: string;
  description: string;
  access: ChannelAccess;
  /** Address of a picture of the club; '' for the rings of the newest rifff. */
  imageUrl: string;
}

const START: ChannelValues = { name: '', description: '', access: 'members', imageUrl: '' };

const ACCESS_ROWS = [
  { value: 'public', title: 'Everybody', text: channelAccessText('public') },
  { value: 'members', title: 'Members', text: channelAccessText('members') },
  { value: 'moderators', title: 'Moderators', text: channelAccessText('moderators') },
] as const;

interface ChannelDialogProps {
  club: ClubPage;
  /** Null for a new one. */
  channel: Channel | null;
  onClose(): void;
}

/** Makes a channel, or changes one. */
export function ChannelDialog({ club, channel, onClose }: ChannelDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={channel ? 'Edit the channel' : 'New channel'}
      description={
        channel ? undefined : 'A channel is a room of the club: what is played in it stays in it.'
      }
    >
      <ChannelForm {...{ club, channel, onClose }} />
    </Dialog>
  );
}

function ChannelForm({ club, channel, onClose }: ChannelDialogProps) {
  const { create, change } = useChannelChanges(club.id);
  const form = useKeptForm<ChannelValues>(
    `channel/${channel?.jamId ?? club.id}`,
    channel
      ? {
          ...{ name: channel.name, description: channel.description, access: channel.access },
          imageUrl: channel.imageUrl ?? '',
        }
      : START,
  );
  const { submit, isBusy, trouble } = useFormMutation(form, {
    send: async (values) => {
      const body = { ...values, imageUrl: values.imageUrl || null };
      if (channel) await change.mutateAsync({ jamId: channel.jamId, ...body });
      else await create.mutateAsync(body);
      form.forget();
      notify(channel ? 'Saved.' : `${values.name.trim()} is there.`);
      onClose();
    },
  });
  const { errors } = form.formState;
  const pictures = [
    { url: club.iconUrl, title: 'The icon of the club' },
    { url: club.bannerUrl, title: 'The banner of the club' },
    { url: channel?.imageUrl ?? null, title: 'The one it has' },
  ];
  const options = pictures.flatMap(({ url, title }, at) =>
    url && pictures.findIndex((other) => other.url === url) === at ? [{ value: url, title }] : [],
  );
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap16">
        <FormTextField<ChannelValues>
          name="name"
          label="Name"
          maxLength={60}
          rule={(text) => text.trim() !== '' || MESSAGES.required}
        />
        <TextArea
          label="What it is for (optional)"
          rows={2}
          maxLength={500}
          error={errors.description?.message || undefined}
          {...form.register('description')}
        />
        <RadioRows<ChannelAccess>
          legend="Who hears it"
          rows={ACCESS_ROWS}
          value={form.watch('access')}
          onChange={(access) => form.setValue('access', access)}
          error={errors.access?.message || undefined}
        />
        {options.length > 0 && (
          <Select
            label="Picture"
            options={[{ value: '', title: 'Only its rings' }, ...options]}
            value={form.watch('imageUrl')}
            onValueChange={(url) => form.setValue('imageUrl', url)}
            error={errors.imageUrl?.message || undefined}
          />
        )}
        <Trouble {...trouble} />
        <div>
          <SubmitButton isBusy={isBusy}>{channel ? 'Save' : 'Make the channel'}</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}

interface DeleteChannelProps {
  clubId: string;
  channel: Channel;
  onClose(): void;
}

/** Deletes a channel, and says what becomes of what is in it. */
export function DeleteChannelDialog({ clubId, channel, onClose }: DeleteChannelProps) {
  const { remove } = useChannelChanges(clubId);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Delete ${channel.name}?`}
      deed="Delete the channel"
      isBusy={remove.isPending}
      error={remove.error}
      run={() =>
        remove.mutate(channel.jamId, {
          onSuccess: () => {
            notify(`${channel.name} is gone.`);
            onClose();
          },
        })
      }
    >
      <p>
        It closes at once and cannot be brought back. What each member made in it is kept in their
        own jam; its talk and its history go.
      </p>
    </ConfirmDialog>
  );
}
