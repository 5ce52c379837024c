import { useEffect, useRef, useState } from 'react';
import { isLinkAddress } from '../../../data/contract/accountOptions.ts';
import { BUNDLE_ENDING, BUNDLE_MIME } from '../../../data/contract/bundle.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import { blobSink, type FileSink, receiveJam } from '../../../data/receiveJam.ts';
import { fileText } from '../../../data/rules/sharing/exportNames.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { formatBytes } from '../../parts/export/exportChoice.ts';
import { saveFile } from '../../parts/media/saveFile.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { TextField } from '../../system/TextField.tsx';
import styles from './Room.module.css';
import { StemFolders } from './StemFolders.tsx';

/** Chromium lets a page write into a file that the person chose (File System Access). */
interface FilePicker {
  showSaveFilePicker?(options: object): Promise<{ createWritable(): Promise<FileSink> }>;
}

/** Shortest time between two updates of the progress, in ms. */
const TOLD_MS = 200;

/** Lets the person choose where to save the file. @returns null when the person cancelled */
async function openSink(name: string): Promise<FileSink | null> {
  const { showSaveFilePicker } = window as FilePicker;
  if (!showSaveFilePicker) return blobSink((file) => saveFile(name, file));
  try {
    const types = [{ description: 'A jam of Rondo', accept: { [BUNDLE_MIME]: ['.tar'] } }];
    const file = await showSaveFilePicker.call(window, { suggestedName: name, types });
    return await file.createWritable();
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return null;
    return blobSink((blob) => saveFile(name, blob));
  }
}

/** The typed address of a page; '' for an empty text, null for an invalid address. */
function pageOf(typed: string): string | null {
  const text = typed.trim();
  return text === '' || isLinkAddress(text) ? text : null;
}

/** Exports the jam as one file that any Rondo can import: rifffs, tree, chat, people and sound. */
function WholeJam({ jam }: { jam: Jam }) {
  const [goesTo, setGoesTo] = useState('');
  const [bytes, setBytes] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<{ text: string; isTrouble: boolean } | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const page = pageOf(goesTo);
  const take = async () => {
    setOutcome(null);
    if (page === null) return;
    const sink = await openSink(`${fileText(jam.name)}${BUNDLE_ENDING}`);
    if (!sink) return;
    const mine = new AbortController();
    stop.current = mine;
    setBytes(0);
    let [total, toldMs] = [0, 0];
    try {
      await receiveJam(
        { jamId: jam.id, goesTo: page },
        sink,
        (now) => {
          total = now;
          if (performance.now() - toldMs < TOLD_MS) return;
          toldMs = performance.now();
          setBytes(now);
        },
        mine.signal,
      );
      setOutcome({ text: `It is saved: ${formatBytes(total)}.`, isTrouble: false });
    } catch (cause) {
      const text = mine.signal.aborted
        ? 'Stopped. Nothing was saved.'
        : troubleOf(readFailure(cause));
      setOutcome({ text: text ?? 'Nothing was saved.', isTrouble: !mine.signal.aborted });
    } finally {
      setBytes(null);
    }
  };
  return (
    <section className={styles.way} aria-labelledby="take-whole">
      <h3 id="take-whole" className="medium">
        For any Rondo
      </h3>
      <p className="muted">
        One file with every rifff, its history, the talk, the names of people and the sound, signed
        by this server. “Bring music in” takes it on any Rondo: what you made is yours here again,
        and what others made keeps its licence.
      </p>
      <TextField
        label="Your page on another Rondo (optional)"
        placeholder="https://jams.example/mia"
        inputMode="url"
        maxLength={300}
        value={goesTo}
        onChange={(event) => setGoesTo(event.currentTarget.value)}
        error={page === null ? 'Must be an address such as https://jams.example/mia' : undefined}
        hint="There, too, what you made is yours, if that server trusts this one."
      />
      <div role="status" className="emptyAway">
        {bytes !== null && <p>{`${formatBytes(bytes)} so far`}</p>}
        {outcome && !outcome.isTrouble && <p>{outcome.text}</p>}
      </div>
      {outcome?.isTrouble && <p role="alert">{outcome.text}</p>}
      <div className="row wrap gap8">
        {bytes === null ? (
          <Button size="sm" variant="filled" icon="download" onClick={() => void take()}>
            Download the jam
          </Button>
        ) : (
          <Button size="sm" onClick={() => stop.current?.abort()}>
            Stop
          </Button>
        )}
      </div>
    </section>
  );
}

export interface TakeJamDialogProps {
  jam: Jam;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Exports a jam: as one file for another Rondo, or as sound files. */
export function TakeJamDialog({ jam, isOpen, onOpenChange }: TakeJamDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Take this jam with you">
      <WholeJam jam={jam} />
      <StemFolders jam={jam} />
    </Dialog>
  );
}
