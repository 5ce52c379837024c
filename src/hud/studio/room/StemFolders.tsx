import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { exporting } from '../../../audio/state/exporting.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import { everyRifff } from '../../../data/everyRifff.ts';
import { nameSoon } from '../../../data/stores/people.ts';
import { ExportOutcome } from '../../parts/export/ExportOutcome.tsx';
import { useExporter } from '../../parts/export/useExporter.ts';
import { useHeldProducts } from '../../parts/export/useHeldProducts.ts';
import { useReader } from '../../parts/shares/useReader.ts';
import { Button } from '../../system/Button.tsx';
import styles from './Room.module.css';

/** The jam as an archive of sound files that any studio program opens. It goes on while the window is closed. */
export function StemFolders({ jam }: { jam: Jam }) {
  const reader = useReader();
  const { exporter, isFailed } = useExporter();
  const { status } = useSnapshot(exporting);
  const products = useHeldProducts(true);
  const isRunning = status === 'running';
  // The result of a finished export is shown once: closing the dialog clears it.
  const latest = useRef(exporter);
  latest.current = exporter;
  useEffect(
    () => () => {
      if (exporting.status !== 'running') latest.current?.clear();
    },
    [],
  );
  const begin = () => {
    void exporter?.stemFolders({
      title: jam.name,
      count: jam.rifffCount,
      rifffs: (signal) => everyRifff(jam.id, signal),
      userId: reader || null,
      products,
      nameOf: nameSoon,
    });
  };
  return (
    <section className={styles.way} aria-labelledby="take-stems">
      <h3 id="take-stems" className="medium">
        Stem folders
      </h3>
      <p className="muted">
        A folder for each rifff, a WAV file for each ring, with tempo, key and person in their
        names: any studio program opens them. Rings whose makers keep them back stay here.
      </p>
      <ExportOutcome />
      <div className="row wrap gap8">
        {isRunning ? (
          <Button size="sm" onClick={() => exporter?.cancel()}>
            Cancel export
          </Button>
        ) : (
          <Button size="sm" disabled={exporter === null || jam.rifffCount === 0} onClick={begin}>
            {status === 'done' ? 'Make them again' : 'Make stem folders'}
          </Button>
        )}
      </div>
      {isFailed && <p role="alert">What exports could not be loaded. Close this and try again.</p>}
    </section>
  );
}
