import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { imports } from '../../../../audio/state/files.ts';
import type { FileImports } from '../../../../audio/studio/Studio.ts';
import { useEngine } from '../../../EngineContext.tsx';
import { formatCount } from '../../../parts/controls/format.ts';
import { Button } from '../../../system/Button.tsx';
import { Progress } from '../../../system/Progress.tsx';
import { useDraft, useEditorActions } from '../../EditorContext.tsx';
import { FileRow } from './FileRow.tsx';
import styles from './FilesPanel.module.css';
import { addAllFiles, newRifffOfFiles } from './fileActions.ts';
import { ACCEPTED, giveFiles, pickedFiles } from './giveFiles.ts';
import { useFiles } from './useFiles.ts';

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
    <div className={styles.pickers}>
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
      <p className="muted">
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
