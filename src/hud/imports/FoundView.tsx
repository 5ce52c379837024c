import { useSnapshot } from 'valtio';
import type { Found } from '../../audio/imports/recognise.ts';
import { ui } from '../../data/stores/ui.ts';
import { Button } from '../system/Button.tsx';
import styles from './Imports.module.css';
import { endImport, importRun } from './importRun.ts';

/** Files that nothing is made of; the others are counted. */
const MOST_UNKNOWN = 20;

/** "LORE archive, 3 jams". */
const partText = (what: string, jams: number | null) => {
  const words = jams === null ? '' : jams === 1 ? ', 1 jam' : `, ${jams.toLocaleString('en')} jams`;
  return what + words;
};

/** What was recognised, and what is asked before it comes in. */
export function FoundView({ onBegin }: { onBegin(): void }) {
  const run = useSnapshot(importRun);
  const { isOnline } = useSnapshot(ui);
  const found = run.found as Found | null;
  if (!found) return null;
  const { parts, unknown } = found;
  const hasBundle = parts.some(({ kind }) => kind === 'rondo');
  const notes = [...new Set(parts.flatMap(({ note }) => note ?? []))];
  return (
    <section className={styles.part} aria-labelledby="import-found">
      <div role="status">
        <h2 id="import-found" className="t24">
          {parts.length > 0 ? 'This can come in' : 'Nothing of this can come in'}
        </h2>
      </div>
      {parts.length > 0 && (
        <ul className="lineBelow">
          {parts.map(({ what, name, jams }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two archives may be called the same
            <li key={index} className={styles.row}>
              <span className="truncate">{name}</span>
              <span className="muted">{partText(what, jams)}</span>
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
      {unknown.length > 0 && (
        <details className={styles.skipped} open={parts.length === 0}>
          <summary>
            {unknown.length === 1
              ? '1 file is not taken'
              : `${unknown.length.toLocaleString('en')} files are not taken`}
          </summary>
          <ul>
            {unknown.slice(0, MOST_UNKNOWN).map(({ path, reason }) => (
              <li key={path}>
                <span>{path}</span>
                <span className="muted">{reason}</span>
              </li>
            ))}
          </ul>
          {unknown.length > MOST_UNKNOWN && (
            <p className="muted">{`and ${(unknown.length - MOST_UNKNOWN).toLocaleString('en')} more`}</p>
          )}
        </details>
      )}
      {parts.length > 0 && (
        <p className="muted">
          {hasBundle
            ? 'What a signature of this server, or of one that it trusts, proves to be yours is yours. Other people stay names from there, and keep their licences.'
            : 'People come along as names from there. What no file can prove to be yours stays under its name: your jam plays it, and only its members hear it.'}
        </p>
      )}
      {!isOnline && (
        <p role="alert">There is no network. Keep this page open: it can begin when it is back.</p>
      )}
      <div className="flex wrap gap12">
        {parts.length > 0 && (
          <Button variant="filled" disabled={!isOnline} onClick={onBegin}>
            Bring it in
          </Button>
        )}
        <Button variant={parts.length > 0 ? 'bare' : 'outlined'} onClick={endImport}>
          {parts.length > 0 ? 'Something else' : 'Try something else'}
        </Button>
      </div>
    </section>
  );
}
