import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Playlist } from '../../../data/contract/playlists.ts';
import { useCreatePlaylist } from '../../../data/queries/playlists.ts';
import { newId } from '../../../data/rules/ids.ts';
import { FormRadioRows } from '../../kit/choices.tsx';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextField } from '../../kit/fields.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import page from '../Page.module.css';
import { playlistPath } from './PlaylistRows.tsx';

export const MAX_PLAYLIST_NAME = 80;

/** Judges the name of a playlist. */
export const playlistName = (text: string) => text.trim() !== '' || 'Give it a name';

export const ACCESS_ROWS = [
  { value: 'public', title: 'Everybody', text: 'It stands on your profile.' },
  { value: 'private', title: 'Only me', text: 'No one else sees it.' },
] as const;

interface NewPlaylistFormProps {
  /** The club whose playlist it will be; left out for a personal one. */
  clubId?: string;
  /** What the button says. */
  action: string;
  onMade(playlist: Playlist): void;
}

interface PlaylistValues {
  name: string;
  access: 'public' | 'private';
}

/** Makes a playlist. An answer that was lost makes no second one. */
export function NewPlaylistForm({ clubId, action, onMade }: NewPlaylistFormProps) {
  const [id, setId] = useState(newId);
  const creation = useCreatePlaylist();
  const form = useEntityForm<PlaylistValues>({
    mode: 'onSubmit',
    start: { name: '', access: 'public' },
    send: async (values) => {
      const made = await creation.mutateAsync({
        id,
        ...values,
        ...(clubId !== undefined && { clubId }),
      });
      setId(newId());
      onMade(made);
    },
  });
  return (
    <EntityForm form={form} className={page.form} action={action}>
      <FormTextField<PlaylistValues>
        name="name"
        label="Name"
        maxLength={MAX_PLAYLIST_NAME}
        rule={playlistName}
      />
      {clubId === undefined && (
        <FormRadioRows<PlaylistValues> name="access" legend="Who sees it" rows={ACCESS_ROWS} />
      )}
    </EntityForm>
  );
}

interface NewPlaylistProps {
  clubId?: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** The dialog that makes a playlist and leads to it. */
export function NewPlaylist({ clubId, isOpen, onOpenChange }: NewPlaylistProps) {
  const navigate = useNavigate();
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="New playlist">
      <NewPlaylistForm
        clubId={clubId}
        action="Make it"
        onMade={({ id }) => {
          onOpenChange(false);
          void navigate(playlistPath(id));
        }}
      />
    </Dialog>
  );
}
