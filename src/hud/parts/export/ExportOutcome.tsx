import { useSnapshot } from 'valtio';
import { exporting } from '../../../audio/state/exporting.ts';
import { leftText } from '../../../data/rules/time/timeLeft.ts';
import { Button } from '../../system/Button.tsx';
import { Progress } from '../../system/Progress.tsx';
import { Trouble } from '../../system/Submit.tsx';
import styles from './Export.module.css';
import { formatBytes } from './exportChoice.ts';

/** Downloads a short text. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** How far it is while it runs, what was made when it is done, why not when it failed. */
export function ExportOutcome() {
  const { status, name, step, share, leftSec, result, error } = useSnapshot(exporting);
  if (status === 'running') {
    const percent = `${Math.round(100 * share)} %`;
    const reading = leftSec === null ? percent : `${percent}, ${leftText(leftSec)}`;
    return (
      <div className={styles.outcome}>
        {name && <p className="min0 anywhere">{name}</p>}
        <Progress label={step} value={share} text={reading} />
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <div className={styles.outcome}>
        <Trouble title={`That did not work: ${error}. Nothing was kept.`} />
      </div>
    );
  }
  if (!result) return null;
  return (
    <div className={styles.outcome} role="status">
      <p className={`flex apart gap16 ${styles.file}`}>
        <strong className="min0 anywhere">{result.name}</strong>
        <span className="rigid">{formatBytes(result.bytes)}</span>
      </p>
      {result.parts.length > 0 && (
        <ul className={`lineAbove ${styles.parts}`} aria-label="In it">
          {result.parts.map(({ name, bytes }) => (
            <li key={name} className={`flex apart gap16 ${styles.file}`}>
              <span className="min0 anywhere">{name}</span>
              <span className="rigid">{formatBytes(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="t13 muted">
        {result.url ? 'It is in your downloads.' : 'It is where you put it.'}
      </p>
      {result.beside && result.beside.length > 0 && (
        <ul className={`lineAbove ${styles.parts}`} aria-label="Beside it">
          {result.beside.map(({ name, text }) => (
            <li key={name} className={`flex apart gap16 ${styles.file}`}>
              <span className="min0 anywhere">{name}</span>
              <Button size="sm" aria-label={`Save ${name}`} onClick={() => saveText(name, text)}>
                Save
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
