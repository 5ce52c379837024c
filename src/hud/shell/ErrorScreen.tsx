import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../system/Button.tsx';
import { describeError } from './describeError.ts';
import styles from './ErrorScreen.module.css';
import { errorArt } from './errorArt.ts';
import { usePageTitle } from './usePageTitle.ts';

/** What a page shows that cannot be shown (specification, section 2). */
export function ErrorScreen({ error }: { error: unknown }) {
  const navigate = useNavigate();
  const { status, title, message } = describeError(error);
  const art = useMemo(() => errorArt(status), [status]);
  usePageTitle(title);
  const goBack = () => {
    // A page opened by its address has nothing before it.
    if (window.history.length > 1) void navigate(-1);
    else void navigate('/');
  };
  return (
    <section className={`${styles.screen} over`}>
      <div>
        <p className={styles.status}>{status}</p>
        <h1 className={styles.title}>{title}</h1>
        {message && <p className={`${styles.message} t18`}>{message}</p>}
        <Button size="lg" variant="filled" icon="arrowLeft" onClick={goBack}>
          Go Back
        </Button>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers */}
      <div className={styles.art} dangerouslySetInnerHTML={{ __html: art }} />
    </section>
  );
}
