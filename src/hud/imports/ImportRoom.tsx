import { type DragEvent, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ImportReport } from '../../audio/imports/JamSource.ts';
import type { SoundCodec } from '../../audio/imports/sound/soundMaker.ts';
import { usePageTitle } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import { chosenFiles, droppedFiles } from './droppedFiles.ts';
import { FoundView } from './FoundView.tsx';
import { ImportReportView } from './ImportReportView.tsx';
import styles from './Imports.module.css';
import { beginImport, endImport, importRun, lookAt } from './importRun.ts';
import { RunningView } from './RunningView.tsx';

/** What can be brought in, in words. */
const KINDS = [
  [
    'A jam of another Rondo',
    'the file ending in .rondo.tar that “Take this jam with you” gave you',
  ],
  [
    'A LORE archive',
    'the list and the archive of stems of each jam, or warehouse.db3 with its stems',
  ],
  [
    'Stem folders',
    'as Endlesss Studio wrote them, or Rondo: tempo, key and person are in their names',
  ],
  ['A DAWproject', 'as your studio program exports it'],
] as const;

/** Where files are dropped or chosen. */
function DropZone() {
  const { trouble } = useSnapshot(importRun);
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    if (input.files && input.files.length > 0) void lookAt(chosenFiles(input.files));
    input.value = '';
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same */}
      <div
        className={styles.zone}
        data-over={isOver || undefined}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void lookAt(droppedFiles(event.dataTransfer));
        }}
      >
        <p className="t24">Drop a folder or files here</p>
        <div className="flex wrap gap12">
          <Button variant="filled" onClick={() => folder.current?.click()}>
            Choose a folder
          </Button>
          <Button onClick={() => files.current?.click()}>Choose files</Button>
        </div>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label="Files to bring in"
          onChange={(event) => take(event.currentTarget)}
        />
        <input
          ref={folder}
          type="file"
          hidden
          aria-label="Folder to bring in"
          {...{ webkitdirectory: '' }}
          onChange={(event) => take(event.currentTarget)}
        />
      </div>
      {trouble && <p role="alert">{trouble}</p>}
      <dl className={styles.kinds}>
        {KINDS.map(([what, more]) => (
          <div key={what}>
            <dt className="medium">{what}</dt>
            <dd className="muted">{more}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** `/import`: takes in music from other apps: files are dropped, recognised and imported, and a report is shown. */
export function ImportRoom({ loadCodec }: { loadCodec(): Promise<SoundCodec> }) {
  usePageTitle('Bring music in');
  const { step, report } = useSnapshot(importRun);
  const begin = () => void beginImport(loadCodec);
  return (
    <div className={`${styles.page} over`}>
      <h1 className={styles.title}>Bring music in</h1>
      <p className="t18">
        Jams from other places keep their rifffs, tempos, people and history. Everything is read on
        this device; nothing is fetched from anywhere else.
      </p>
      {step === 'empty' && <DropZone />}
      {step === 'looking' && (
        <p className="row gap12" role="status">
          <Spinner size={20} /> Looking at what it is
        </p>
      )}
      {step === 'found' && <FoundView onBegin={begin} />}
      {(step === 'running' || step === 'paused') && <RunningView onBegin={begin} />}
      {step === 'done' && report && (
        <ImportReportView report={report as ImportReport} onAgain={begin} onMore={endImport} />
      )}
    </div>
  );
}
