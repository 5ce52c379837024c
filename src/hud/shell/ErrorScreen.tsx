import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import { MESSAGES } from '../../data/contract/messages.ts';
import { BASE } from '../../data/rules/site/base.ts';
import { failPageData } from '../../data/stores/pageData.ts';
import { serverSays } from '../../data/stores/serverSays.ts';
import { ui } from '../../data/stores/ui.ts';
import { importChunk } from '../parts/page/importChunk.ts';
import { Boundary } from '../parts/page/lazyPiece.tsx';
import { usePageTitle } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import { describeError } from './describeError.ts';
import styles from './Shell.module.css';

/** The picture of an error as markup; '' until its code has come, and where that cannot be had. */
function useErrorArt(status: number): string {
  const [art, setArt] = useState('');
  useEffect(() => {
    importChunk(() => import('../parts/page/waveArt.ts')).then(
      ({ errorArt }) => setArt(errorArt(status)),
      (cause) => console.warn('The picture of an error could not be loaded', cause),
    );
  }, [status]);
  return art;
}

/** Tries again when the server is reached after it was not, and when its maintenance is over. */
function useRetryLater(retry: (() => void) | undefined): void {
  const { isOnline } = useSnapshot(ui);
  const { opened } = useSnapshot(serverSays);
  const before = useRef({ isOnline, opened });
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    const was = before.current;
    if ((isOnline && !was.isOnline) || opened > was.opened) latest.current?.();
    before.current = { isOnline, opened };
  }, [isOnline, opened]);
}

interface ErrorScreenProps {
  error: unknown;
  /** Shows the page once more; left out where no other try mends it. */
  onRetry?(): void;
}

function Screen({ error, onRetry }: ErrorScreenProps) {
  const navigate = useNavigate();
  const { status, title, message, hint, isPassing } = describeError(error);
  const art = useErrorArt(status);
  usePageTitle(title);
  // The loader shows that the page failed.
  useEffect(() => failPageData(title), [title]);
  useRetryLater(isPassing ? onRetry : undefined);
  const goBack = () => {
    // A page opened by its address has nothing before it.
    if (window.history.length > 1) void navigate(-1);
    else void navigate('/');
  };
  return (
    <section className={`${styles.screen} over`}>
      <div>
        <p className={styles.status}>{status}</p>
        <h1 className={`huge ${styles.errorScreenTitle}`}>{title}</h1>
        {message && <p className={`${styles.message} t18`}>{message}</p>}
        {hint && <p className={styles.message}>{hint}</p>}
        <div className="flex wrap gap12">
          <Button size="lg" variant="filled" icon="arrowLeft" onClick={goBack}>
            Go Back
          </Button>
          {onRetry && isPassing && (
            <Button size="lg" icon="reset" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers */}
      <div className={styles.art} dangerouslySetInnerHTML={{ __html: art }} />
    </section>
  );
}

/** Shown when showing the error page fails: plain text and a way home that needs no script. */
export function LastResort() {
  return (
    <div style={{ padding: 'calc(var(--header) + 24px) var(--margin)' }}>
      <p role="alert">{MESSAGES.errorPageFailed}</p>
      <p style={{ marginTop: 16 }}>
        <a href={BASE} style={{ textDecoration: 'underline' }}>
          Back to the first page
        </a>
      </p>
    </div>
  );
}

/** Says on the console that nothing more could be shown. */
export function reportLastResort(error: unknown): void {
  console.error(MESSAGES.errorPageFailed, error);
}

/** Stands in for a page that failed: unknown address, refused, or broken (specification, section 2). */
export function ErrorScreen(props: ErrorScreenProps) {
  return (
    <Boundary instead={() => <LastResort />} onFail={reportLastResort}>
      <Screen {...props} />
    </Boundary>
  );
}
