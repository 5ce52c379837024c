import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import {
  LOADER_DURATION_MS,
  LOADER_HIDE_MS,
  LOADER_THROTTLE_MS,
} from '../../data/contract/constants.ts';
import { pageData } from '../../data/stores/pageData.ts';
import styles from './Shell.module.css';

type Phase = 'hidden' | 'running' | 'done' | 'failed';

/**
 * The bar along the top while the code or the data of a page load: not for waits under 200 ms, full after 5 s, gone half
 * a second after it finished, failed on an error (specification, section 9).
 */
export function RouteProgress() {
  const { pending: isLoading, error } = useSnapshot(pageData);
  const isFailure = error !== null;
  const [phase, setPhase] = useState<Phase>('hidden');

  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setPhase('running'), LOADER_THROTTLE_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);

  useEffect(() => {
    if (isLoading) return;
    if (isFailure) setPhase('failed');
    else setPhase((now) => (now === 'running' ? 'done' : now));
    const timer = setTimeout(() => setPhase('hidden'), LOADER_HIDE_MS);
    return () => clearTimeout(timer);
  }, [isLoading, isFailure]);

  return (
    <div role="status">
      {phase !== 'hidden' && (
        <div
          className={styles.track}
          role="progressbar"
          aria-label={phase === 'failed' ? 'The page could not be loaded' : 'Loading the page'}
          aria-valuetext={phase === 'running' ? 'Loading' : phase === 'failed' ? 'Failed' : 'Done'}
          style={{ ['--duration' as string]: `${LOADER_DURATION_MS}ms` }}
        >
          <div className={`${styles.bar} ${styles[phase]}`} />
        </div>
      )}
    </div>
  );
}
