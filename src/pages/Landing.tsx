import { useQuery } from '@tanstack/react-query';
import { libraryRifffsQuery } from '../data/queries/library.ts';
import styles from '../hud/landing/Landing.module.css';
import { ListeningRoom } from '../hud/landing/ListeningRoom.tsx';
import { SilentRoom } from '../hud/landing/SilentRoom.tsx';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { firstRifff } from './beforeApp.ts';

/** `/`: a turning rifff that plays and mixes on touch, a few more below it, and the way into the editor. */
export function Landing() {
  usePageTitle('Music goes round');
  const { data, status, fetchStatus, refetch } = useQuery(onPage(libraryRifffsQuery));
  const rifffs = data ?? (firstRifff ? [firstRifff] : []);
  const isOffline = status === 'pending' && fetchStatus === 'paused';
  return (
    <section className={styles.stage} aria-label="Listen">
      <h1 className={`${styles.sentence} under`}>
        <span className="block">Music </span>
        <span className="block">goes </span>
        <span className="block">round</span>
      </h1>
      {rifffs.length > 0 ? (
        <ListeningRoom rifffs={rifffs} others={status} onRetry={() => void refetch()} />
      ) : (
        <SilentRoom
          state={
            isOffline
              ? 'offline'
              : status === 'pending'
                ? 'loading'
                : status === 'error'
                  ? 'unreachable'
                  : 'empty'
          }
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}
