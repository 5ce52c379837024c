import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PlaylistBrief } from '../../../data/contract/playlists.ts';
import {
  addItem,
  loadAllItems,
  myPlaylistsQuery,
  removeItem,
} from '../../../data/queries/playlists.ts';
import { newId } from '../../../data/rules/ids.ts';
import { itemsOf } from '../../../data/rules/playlist/view.ts';
import {
  addToPlaylist,
  closeAddToPlaylist,
  type ToAdd,
} from '../../../data/stores/addToPlaylist.ts';
import { notify } from '../../../data/stores/ui.ts';
import { Region } from '../../kit/QueryList.tsx';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { formatCount } from '../controls/format.ts';
import { useLoginHref, useLoginWords, useMember } from '../shares/useReader.ts';
import { CoverDiscs } from './CoverDiscs.tsx';
import { NewPlaylistForm } from './NewPlaylist.tsx';
import styles from './Playlist.module.css';
import { PlaylistRowsSkeleton, playlistFacts } from './PlaylistRows.tsx';

const COVER_PX = 48;

/** The one dialog that puts a rifff or a track into a playlist; `askForPlaylist` opens it. */
export function AddToPlaylist() {
  const { asked } = useSnapshot(addToPlaylist);
  const member = useMember();
  const loginHref = useLoginHref();
  const loginWords = useLoginWords();
  if (!asked) return null;
  return (
    <Dialog
      isOpen
      onOpenChange={closeAddToPlaylist}
      title="Add to playlist"
      description={asked.title}
    >
      {member === '' ? (
        <p>
          <Button to={loginHref} variant="filled" onClick={closeAddToPlaylist}>
            {loginWords} to keep it in a playlist
          </Button>
        </p>
      ) : (
        <Choice asked={asked} />
      )}
    </Dialog>
  );
}

/** Puts something into a playlist, unless it is in it, and says so with a way to take it back. */
function useAdding(asked: ToAdd) {
  const queries = useQueryClient();
  const [busyId, setBusy] = useState<string | null>(null);
  const [trouble, setTrouble] = useState('');
  /** The playlist that has it already. */
  const [doubled, setDoubled] = useState<string | null>(null);
  // The same through another attempt, so that a lost answer adds nothing twice.
  const ids = useRef(new Map<string, string>());
  const add = async ({ id, name }: { id: string; name: string }, isMeant: boolean) => {
    if (busyId !== null) return;
    setBusy(id);
    setTrouble('');
    setDoubled(null);
    const itemId = ids.current.get(id) ?? newId();
    ids.current.set(id, itemId);
    try {
      const view = isMeant ? undefined : await loadAllItems(queries, id);
      if (view && itemsOf(view).some((item) => item.itemId === asked.itemId)) {
        setDoubled(id);
        return;
      }
      const item = await addItem(queries, id, {
        id: itemId,
        itemId: asked.itemId,
        jamId: asked.jamId,
      });
      closeAddToPlaylist();
      notify(`${asked.title} is in ${name}`, {
        title: 'Undo',
        run: () =>
          void removeItem(queries, id, item.id).then(
            () => notify(`${asked.title} is out of ${name} again`),
            (error) => notify(troubleOf(readFailure(error))),
          ),
      });
    } catch (error) {
      setTrouble(troubleOf(readFailure(error)));
    } finally {
      setBusy(null);
    }
  };
  return { add, busyId, trouble, doubled };
}

function Choice({ asked }: { asked: ToAdd }) {
  const query = useQuery(myPlaylistsQuery(true));
  const [isMaking, setMaking] = useState(false);
  const { add, busyId, trouble, doubled } = useAdding(asked);
  const lists = (query.data ?? []).filter(({ mayAdd }) => mayAdd);
  if (query.data && (isMaking || lists.length === 0)) {
    return (
      <>
        {lists.length === 0 && (
          <p className={`${styles.lead} muted`}>You have no playlist yet. Make one for it.</p>
        )}
        <NewPlaylistForm action="Make it and add" onMade={(made) => void add(made, true)} />
        {trouble && (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        )}
      </>
    );
  }
  return (
    <Region query={query} what="Your playlists" isPlural skeleton={<PlaylistRowsSkeleton />}>
      <Button size="sm" icon="plus" onClick={() => setMaking(true)}>
        New playlist
      </Button>
      {trouble && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <ul className="top16 lineAbove">
        {lists.map((one) => (
          <ChoiceRow
            key={one.id}
            one={one}
            isBusy={busyId === one.id}
            isDoubled={doubled === one.id}
            onChoose={(isMeant) => void add(one, isMeant)}
          />
        ))}
      </ul>
    </Region>
  );
}

interface ChoiceRowProps {
  one: PlaylistBrief;
  isBusy: boolean;
  isDoubled: boolean;
  /** @param isMeant also where it is in it already */
  onChoose(isMeant: boolean): void;
}

function ChoiceRow({ one, isBusy, isDoubled, onChoose }: ChoiceRowProps) {
  return (
    <li className="row gap12 lineBelow">
      <button
        type="button"
        className={`focusInside ${styles.rowLink}`}
        aria-disabled={isBusy}
        onClick={() => onChoose(false)}
      >
        <CoverDiscs discs={one.discs} sizePx={COVER_PX} />
        <span className="grid fill">
          <span className="t18 thickLine hoverUnderline truncate" title={one.name}>
            {one.name}
          </span>
          <span className="t13 muted truncate" role={isDoubled ? 'status' : undefined}>
            {isDoubled
              ? 'It is in this one already'
              : isBusy
                ? 'Adding'
                : `${playlistFacts(one)}, ${formatCount(one.itemCount, 'item')}`}
          </span>
        </span>
      </button>
      {isDoubled && (
        <Button size="sm" onClick={() => onChoose(true)}>
          Add again
        </Button>
      )}
    </li>
  );
}
