import type { Channel, ChannelAccess, ClubPage } from '../../data/contract/clubs.ts';
import { useChannelChanges } from '../../data/queries/clubChanges.ts';
import { channelAccessText } from '../../data/rules/club/clubText.ts';
import { notify } from '../../data/stores/ui.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { FormSelect } from '../kit/choices.tsx';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { PlaceFields } from '../kit/PlaceFields.tsx';
import { Dialog } from '../system/Dialog.tsx';

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
      <ChannelForm club={club} channel={channel} onClose={onClose} />
    </Dialog>
  );
}

function ChannelForm({ club, channel, onClose }: ChannelDialogProps) {
  const { create, change } = useChannelChanges(club.id);
  const form = useEntityForm<ChannelValues>({
    keptAs: `channel/${channel?.jamId ?? club.id}`,
    start: channel
      ? {
          name: channel.name,
          description: channel.description,
          access: channel.access,
          imageUrl: channel.imageUrl ?? '',
        }
      : START,
    send: async (values) => {
      const body = { ...values, imageUrl: values.imageUrl || null };
      if (channel) await change.mutateAsync({ jamId: channel.jamId, ...body });
      else await create.mutateAsync(body);
      notify(channel ? 'Saved.' : `${values.name.trim()} is there.`);
      onClose();
    },
  });
  const pictures = [
    { url: club.iconUrl, title: 'The icon of the club' },
    { url: club.bannerUrl, title: 'The banner of the club' },
    { url: channel?.imageUrl ?? null, title: 'The one it has' },
  ];
  const options = pictures.flatMap(({ url, title }, at) =>
    url && pictures.findIndex((other) => other.url === url) === at ? [{ value: url, title }] : [],
  );
  return (
    <EntityForm form={form} action={channel ? 'Save' : 'Make the channel'}>
      <PlaceFields
        about="What it is for (optional)"
        aboutRows={2}
        legend="Who hears it"
        choices={ACCESS_ROWS}
      />
      {options.length > 0 && (
        <FormSelect<ChannelValues>
          name="imageUrl"
          label="Picture"
          options={[{ value: '', title: 'Only its rings' }, ...options]}
        />
      )}
    </EntityForm>
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
      onClose={onClose}
      title={`Delete ${channel.name}?`}
      deed="Delete the channel"
      run={async () => {
        await remove.mutateAsync(channel.jamId);
        notify(`${channel.name} is gone.`);
      }}
    >
      <p>
        It closes at once and cannot be brought back. What each member made in it is kept in their
        own jam; its talk and its history go.
      </p>
    </ConfirmDialog>
  );
}
