import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Playlist } from '../../../data/contract/playlists.ts';
import { useCreatePlaylist } from '../../../data/queries/playlists.ts';
import { newId } from '../../../data/rules/ids.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { RadioRows } from '../../system/RadioRows.tsx';
import { TextField } from '../../system/TextField.tsx';
import page from '../Page.module.css';
import { readFailure, troubleOf } from '../useSave.ts';
import styles from './Playlist.module.css';
import { playlistPath } from './PlaylistRows.tsx';

export const MAX_PLAYLIST_NAME = 80;

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

/** Makes a playlist. What was typed stays through failures, and an answer that was lost makes no second one. */
export function NewPlaylistForm({ clubId, action, onMade }: NewPlaylistFormProps) {
  const [id, setId] = useState(newId);
  const [name, setName] = useState('');
  const [access, setAccess] = useState<'public' | 'private'>('public');
  const [isEmpty, setEmpty] = useState(false);
  const creation = useCreatePlaylist();
  const failure = creation.error ? readFailure(creation.error) : null;
  const wrong = isEmpty ? 'Give it a name' : failure?.fields.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(name.trim() === '');
    if (name.trim() === '' || creation.isPending) return;
    creation.mutate(
      { id, name, access, ...(clubId !== undefined && { clubId }) },
      {
        onSuccess: (made) => {
          setId(newId());
          onMade(made);
        },
      },
    );
  };
  return (
    <form className={page.form} onSubmit={submit} noValidate>
      <TextField
        label="Name"
        value={name}
        maxLength={MAX_PLAYLIST_NAME}
        error={wrong}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setEmpty(false);
        }}
      />
      {clubId === undefined && (
        <RadioRows<'public' | 'private'>
          legend="Who sees it"
          rows={ACCESS_ROWS}
          value={access}
          onChange={setAccess}
        />
      )}
      {failure && !failure.fields.name && (
        <p role="alert" className={styles.trouble}>
          {troubleOf(failure)}
        </p>
      )}
      <div>
        <Button type="submit" variant="filled" aria-disabled={creation.isPending}>
          {creation.isPending ? 'Making it' : action}
        </Button>
      </div>
    </form>
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
