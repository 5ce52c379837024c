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
import { formatBars, formatBpm } from '../../../parts/controls/format.ts';
import { KnifeGlyph } from '../../../parts/LoopGlyph.tsx';
import { Button, IconButton } from '../../../system/Button.tsx';
import { Icon } from '../../../system/Icon.tsx';
import { Spinner } from '../../../system/Loading.tsx';
import { useEditorActions } from '../../EditorContext.tsx';
import styles from './FileRow.module.css';
import { FileSettings } from './FileSettings.tsx';
import { addFile } from './fileActions.ts';

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
export function FileRow({ id, files }: { id: string; files: FileImports | null }) {
  const { items, selectedId } = useSnapshot(imports);
  const item = items.find((one) => one.id === id) as ImportItem | undefined;
  const actions = useEditorActions();
  const { isHeard, toggle } = useHearing(files, id);
  if (!item) return null;
  const isReady = item.status === 'ready' || item.status === 'added';
  const isOpen = selectedId === id && isReady;
  const isRefused = item.status === 'refused';
  return (
    <li className={styles.item} data-open={isOpen || undefined} data-status={item.status}>
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
          <span className={`${styles.name} truncate`}>
            {isRefused ? item.fileName : item.title}
          </span>
          <span className={`${styles.facts} truncate`}>{facts(item)}</span>
          {!isRefused && item.note && <span className={styles.note}>{item.note}</span>}
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
