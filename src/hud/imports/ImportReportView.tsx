import type { ImportReport } from '../../audio/imports/JamSource.ts';
import { notify } from '../../data/stores/ui.ts';
import { saveFile } from '../parts/media/saveFile.ts';
import { Button } from '../system/Button.tsx';
import styles from './Imports.module.css';
import { countsText, proofText, reportText } from './reportText.ts';

/** Lines that are shown; all of them are in the file. */
const MOST_LINES = 100;

interface ImportReportViewProps {
  report: ImportReport;
  onAgain(): void;
  onMore(): void;
}

function headingOf({ stopped, skippedCount }: ImportReport): string {
  if (stopped) return 'It ended before its end';
  return skippedCount > 0 ? 'What can come in is here' : 'All of it is here';
}

/** What came in, what was here already, what was left out and why. */
export function ImportReportView({ report, onAgain, onMore }: ImportReportViewProps) {
  const { jams, stored, same, skipped, skippedCount, stopped } = report;
  const copy = () =>
    navigator.clipboard.writeText(reportText(report)).then(
      () => notify('The report is copied.'),
      () => notify('This browser does not let it be copied. Download it instead.'),
    );
  const was = countsText(same);
  return (
    <section className={styles.part} aria-labelledby="import-report">
      <div role="status">
        <h2 id="import-report" className="t24">
          {headingOf(report)}
        </h2>
      </div>
      {stopped && <p role="alert">{stopped}</p>}
      <p>
        {countsText(stored) ? `${countsText(stored)} came in.` : 'Nothing new came in.'}
        {was && ` ${was} ${/^1 [^,]*$/.test(was) ? 'was' : 'were'} here already.`}
      </p>
      {jams.length > 0 && (
        <ul className="lineBelow">
          {jams.map((jam) => (
            <li key={jam.jamId} className={styles.row}>
              <span className={styles.jam}>
                <span className="truncate">{jam.name}</span>
                <span className="t13 muted">{proofText(jam)}</span>
              </span>
              <Button size="sm" to={`/jams/${jam.jamId}`} aria-label={`Open the jam ${jam.name}`}>
                Open the jam
              </Button>
            </li>
          ))}
        </ul>
      )}
      {skippedCount > 0 && (
        <details className={styles.skipped}>
          <summary>
            {skippedCount === 1
              ? '1 thing was left out'
              : `${skippedCount.toLocaleString('en')} things were left out`}
          </summary>
          <ul>
            {skipped.slice(0, MOST_LINES).map(({ what, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change
              <li key={index}>
                <span>{what}</span>
                <span className="muted">{reason}</span>
              </li>
            ))}
          </ul>
          {skippedCount > MOST_LINES && <p className="muted">The others are in the report.</p>}
        </details>
      )}
      <div className="flex wrap gap12">
        {stopped && (
          <Button variant="filled" icon="reset" onClick={onAgain}>
            Go on
          </Button>
        )}
        <Button icon="copy" onClick={() => void copy()}>
          Copy the report
        </Button>
        <Button
          icon="download"
          onClick={() =>
            saveFile('import.txt', new Blob([reportText(report)], { type: 'text/plain' }))
          }
        >
          Download it
        </Button>
        <Button variant="bare" onClick={onMore}>
          Bring in something else
        </Button>
      </div>
    </section>
  );
}
