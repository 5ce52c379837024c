import type { PlaylistBrief } from '../../data/contract/playlists.ts';
import { useChangePlaylist } from '../../data/queries/playlists.ts';
import { notify } from '../../data/stores/ui.ts';
import { FormRadioRows } from '../kit/choices.tsx';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextArea, FormTextField } from '../kit/fields.tsx';
import { ACCESS_ROWS, MAX_PLAYLIST_NAME, playlistName } from '../parts/playlist/NewPlaylist.tsx';

const MAX_DESCRIPTION = 500;
const ADDERS_ROWS = [
  { value: 'members', title: 'Every member', text: 'Members put things in and order them.' },
  { value: 'moderators', title: 'Owner and moderators', text: 'Members listen and react.' },
] as const;

interface EditPlaylistProps {
  playlist: PlaylistBrief;
  onDone(): void;
}

type PlaylistValues = Pick<PlaylistBrief, 'name' | 'description' | 'access' | 'adders'>;

/** Changes what a playlist is called and for whom it is, where it stands. */
export function EditPlaylist({ playlist, onDone }: EditPlaylistProps) {
  const { mutateAsync } = useChangePlaylist(playlist.id);
  const { name, description, access, adders, clubId } = playlist;
  const form = useEntityForm<PlaylistValues>({
    mode: 'onSubmit',
    start: { name, description, access, adders },
    send: async (values) => {
      // Only what differs: another person may be changing the rest.
      const wish = {
        ...(values.name !== name && { name: values.name }),
        ...(values.description !== description && { description: values.description }),
        ...(clubId === null && values.access !== access && { access: values.access }),
        ...(clubId !== null && values.adders !== adders && { adders: values.adders }),
      };
      if (Object.keys(wish).length > 0) {
        await mutateAsync(wish);
        notify('The playlist is changed.');
      }
      onDone();
    },
  });
  return (
    <EntityForm
      form={form}
      className="narrowAcross"
      label="Edit the playlist"
      action="Save"
      leave={{ title: 'Cancel', run: onDone }}
    >
      <FormTextField<PlaylistValues>
        name="name"
        label="Name"
        autoFocus
        maxLength={MAX_PLAYLIST_NAME}
        rule={playlistName}
      />
      <FormTextArea<PlaylistValues>
        name="description"
        label="Description"
        rows={3}
        maxLength={MAX_DESCRIPTION}
      />
      {clubId === null ? (
        <FormRadioRows<PlaylistValues> name="access" legend="Who sees it" rows={ACCESS_ROWS} />
      ) : (
        <FormRadioRows<PlaylistValues> name="adders" legend="Who adds to it" rows={ADDERS_ROWS} />
      )}
    </EntityForm>
  );
}
