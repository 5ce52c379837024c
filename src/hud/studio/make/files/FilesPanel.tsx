import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import {
  type ImportItem,
  importItem,
  imports,
  selectImport,
} from '../../../../audio/state/files.ts';
import type { FileImports } from '../../../../audio/studio/Studio.ts';
import { categoryOf } from '../../../../data/contract/categories.ts';
import { keyName } from '../../../../data/contract/scales.ts';
import { useEngine } from '../../../EngineContext.tsx';
import { formatBars, formatBpm, formatCount } from '../../../parts/controls/format.ts';
import { KnifeGlyph } from '../../../parts/LoopGlyph.tsx';
import { Button, IconButton } from '../../../system/Button.tsx';
import { Icon } from '../../../system/Icon.tsx';
import { Spinner } from '../../../system/Loading.tsx';
import { Progress } from '../../../system/Progress.tsx';
import { useDraft, useEditorActions } from '../../EditorContext.tsx';
import { FileSettings } from './FileSettings.tsx';
import styles from './Files.module.css';
import { addAllFiles, addFile, newRifffOfFiles, useFiles } from './fileActions.ts';
import { ACCEPTED, giveFiles, pickedFiles } from './giveFiles.ts';

/** What is known of a file, in a few words. */
function facts(item: ImportItem): string {
  const { status, note, bps, length16ths, barLength, root, scale } = item;
  if (status === 'refused') return note;
  if (status === 'waiting') return 'Waiting';
  if (status === 'reading') return 'Reading';
  if (status === 'adding') return 'Becoming a loop';
  if (status === 'added') return 'In the rifff';
  const key = root >= 0 ? `, ${keyName(root, scale)}` : '';
  return `${formatBpm(bps)} bpm, ${formatBars(length16ths, barLength)}${key}`;
}

function Mark({ item }: { item: ImportItem }) {
  if (item.status === 'waiting' || item.status === 'reading') return <Spinner />;
  if (item.status === 'refused') return <Icon name="warning" size={24} />;
  return <KnifeGlyph category={categoryOf(item.category).slug} sizePx={24} />;
}

/** Lets a file be heard alone, or stops it. */
function useHearing(files: FileImports | null, id: string) {
  const engine = useEngine();
  const isHeard = useSnapshot(imports).heardId === id;
  const toggle = () => {
    if (!files) return;
    if (isHeard) return files.stopAudition();
    engine.pause();
    files.audition(id).catch((cause: unknown) => console.error('The file cannot be heard', cause));
  };
  return { isHeard, toggle };
}

/** One file: what it is, hearing it, adding it; opened, everything that can be set of it. */
function FileRow({ id, files }: { id: string; files: FileImports | null }) {
  const { items, selectedId } = useSnapshot(imports);
  const item = items.find((one) => one.id === id) as ImportItem | undefined;
  const actions = useEditorActions();
  const { isHeard, toggle } = useHearing(files, id);
  if (!item) return null;
  const isReady = item.status === 'ready' || item.status === 'added';
  const isOpen = selectedId === id && isReady;
  const isRefused = item.status === 'refused';
  return (
    <li
      className={`lineAbove ${styles.item}`}
      data-open={isOpen || undefined}
      data-status={item.status}
    >
      <div className={styles.row}>
        <span className={styles.mark} aria-hidden="true">
          <Mark item={item} />
        </span>
        <button
          type="button"
          className={styles.names}
          aria-expanded={isOpen}
          disabled={!isReady}
          title={item.fileName}
          onClick={() => selectImport(isOpen ? '' : id)}
        >
          <span
            className={`t15 medium ${item.status === 'added' ? 'muted' : ''} ${styles.name} truncate`}
          >
            {isRefused ? item.fileName : item.title}
          </span>
          <span className={`t13 muted ${styles.facts} truncate`}>{facts(item)}</span>
          {!isRefused && item.note && <span className="t13">{item.note}</span>}
        </button>
        {isReady && (
          <IconButton
            icon={isHeard ? 'stop' : 'play'}
            label={isHeard ? `Stop ${item.title}` : `Hear ${item.title}`}
            onClick={toggle}
          />
        )}
        {item.status === 'ready' && (
          <Button
            size="xs"
            aria-label={`Add ${item.title}`}
            onClick={() => files && void addFile(files, actions, importItem(id)!.id)}
          >
            Add
          </Button>
        )}
        <IconButton
          icon="close"
          label={`Take ${item.title} off the list`}
          onClick={() => files?.remove(id)}
        />
      </div>
      {isOpen && files && <FileSettings item={item} files={files} />}
    </li>
  );
}

/** Two ways to pick besides dropping: files, or a whole folder. */
function Pickers({ isFirst }: { isFirst: boolean }) {
  const engine = useEngine();
  const some = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    void giveFiles(engine, pickedFiles(input.files));
    input.value = '';
  };
  return (
    <div className="flex wrap gap8">
      <Button
        size="sm"
        icon="plus"
        variant={isFirst ? 'filled' : 'outlined'}
        onClick={() => some.current?.click()}
      >
        Choose files
      </Button>
      <Button size="sm" onClick={() => folder.current?.click()}>
        A folder of stems
      </Button>
      <input
        ref={some}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label="Sound files"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React's types know no attribute that picks folders.
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        multiple
        aria-label="A folder of sound files"
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}

/** Nothing here yet: what can be brought in, and how. */
function Empty() {
  return (
    <div className={styles.empty}>
      <h2 className="t24">Bring sound in</h2>
      <p className="t15 muted">
        Drop files anywhere on this page: WAV, AIFF, Ogg, FLAC, MP3 or M4A, up to five minutes each.
        A folder of stems becomes a rifff. Tempo, bars and key are proposed, you have the last word.
      </p>
      <Pickers isFirst />
    </div>
  );
}

/** What is done with all of them. */
function Foot({ files }: { files: FileImports | null }) {
  const { items } = useSnapshot(imports);
  const actions = useEditorActions();
  const { count } = useDraft();
  const ready = items.filter(({ status }) => status === 'ready').length;
  const isBusy = items.some(({ status }) => status === 'adding');
  const isOff = !files || ready === 0 || isBusy;
  return (
    <div className={styles.foot}>
      <Button
        size="sm"
        variant="filled"
        disabled={isOff}
        onClick={() => files && void addAllFiles(files, actions)}
      >
        {ready > 1 ? `Add all ${ready}` : 'Add it'}
      </Button>
      {count > 0 && ready > 1 && (
        <Button
          size="sm"
          disabled={isOff}
          onClick={() => files && void newRifffOfFiles(files, actions)}
        >
          A new rifff of them
        </Button>
      )}
      <Button size="sm" variant="bare" onClick={() => files?.clear()}>
        Clear the list
      </Button>
    </div>
  );
}

/** Files on their way to loops: dropped or picked, set by ear and eye, added one by one or together. */
export function FilesPanel() {
  const files = useFiles();
  const { items } = useSnapshot(imports);
  if (items.length === 0) return <Empty />;
  const read = items.filter(({ status }) => status !== 'waiting' && status !== 'reading').length;
  const unkept = items.filter(({ isUnkept }) => isUnkept).length;
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2 className="t24">{formatCount(items.length, 'file')}</h2>
        <Pickers isFirst={false} />
      </div>
      {unkept > 0 && (
        <p className="muted" role="status">
          This device has no room to keep {unkept === items.length ? 'them' : `${unkept} of them`}:
          a reload of the page loses what is not added.
        </p>
      )}
      {read < items.length && (
        <Progress label="Reading" value={read / items.length} text={`${read} of ${items.length}`} />
      )}
      <ul className={styles.list} aria-label="Files">
        {items.map(({ id }) => (
          <FileRow key={id} id={id} files={files} />
        ))}
      </ul>
      <Foot files={files} />
    </div>
  );
}
