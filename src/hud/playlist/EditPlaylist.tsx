import { type FormEvent, useState } from 'react';
import type { PlaylistBrief } from '../../data/contract/playlists.ts';
import { type PlaylistPlace, useChangePlaylist } from '../../data/queries/playlists.ts';
import { notify } from '../../data/stores/ui.ts';
import { ACCESS_ROWS, MAX_PLAYLIST_NAME } from '../parts/playlist/NewPlaylist.tsx';
import { readFailure, troubleOf } from '../parts/useSave.ts';
import { Button } from '../system/Button.tsx';
import { RadioRows } from '../system/RadioRows.tsx';
import { TextArea, TextField } from '../system/TextField.tsx';
import styles from './PlaylistRoom.module.css';

const MAX_DESCRIPTION = 500;
const ADDERS_ROWS = [
  { value: 'members', title: 'Every member', text: 'Members put things in and order them.' },
  { value: 'moderators', title: 'Owner and moderators', text: 'Members listen and react.' },
] as const;

interface EditPlaylistProps {
  place: PlaylistPlace;
  playlist: PlaylistBrief;
  onDone(): void;
}

/** Changes what a playlist is called and for whom it is, where it stands. What was typed stays through failures. */
export function EditPlaylist({ place, playlist, onDone }: EditPlaylistProps) {
  const [name, setName] = useState(playlist.name);
  const [description, setDescription] = useState(playlist.description);
  const [access, setAccess] = useState(playlist.access);
  const [adders, setAdders] = useState(playlist.adders);
  const changing = useChangePlaylist(place);
  const failure = changing.error ? readFailure(changing.error) : null;
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(name.trim() === '');
    if (name.trim() === '' || changing.isPending) return;
    // Only what differs: somebody else may be changing the rest.
    const wish = {
      ...(name !== playlist.name && { name }),
      ...(description !== playlist.description && { description }),
      ...(playlist.clubId === null && access !== playlist.access && { access }),
      ...(playlist.clubId !== null && adders !== playlist.adders && { adders }),
    };
    if (Object.keys(wish).length === 0) return onDone();
    changing.mutate(wish, {
      onSuccess: () => {
        notify('The playlist is changed.');
        onDone();
      },
    });
  };
  const isOther = failure && !failure.fields.name && !failure.fields.description;
  return (
    <form
      className={`grid gap16 ${styles.edit}`}
      onSubmit={submit}
      noValidate
      aria-label="Edit the playlist"
    >
      <TextField
        label="Name"
        autoFocus
        value={name}
        maxLength={MAX_PLAYLIST_NAME}
        error={isEmpty ? 'Give it a name' : failure?.fields.name}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setEmpty(false);
        }}
      />
      <TextArea
        label="Description"
        rows={3}
        value={description}
        maxLength={MAX_DESCRIPTION}
        error={failure?.fields.description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      {playlist.clubId === null ? (
        <RadioRows<'public' | 'private'>
          legend="Who sees it"
          rows={ACCESS_ROWS}
          value={access}
          onChange={setAccess}
        />
      ) : (
        <RadioRows<'members' | 'moderators'>
          legend="Who adds to it"
          rows={ADDERS_ROWS}
          value={adders}
          onChange={setAdders}
        />
      )}
      {isOther && (
        <p role="alert" className="medium">
          {troubleOf(failure)}
        </p>
      )}
      <div className="flex gap8">
        <Button type="submit" variant="filled" aria-disabled={changing.isPending}>
          {changing.isPending ? 'Saving' : 'Save'}
        </Button>
        <Button variant="bare" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
