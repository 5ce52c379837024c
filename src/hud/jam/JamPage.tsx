import { useParams } from 'react-router';
import { MESSAGES } from '../../data/contract/messages.ts';
import { RouteError, usePageTitle } from '../parts/page/page.ts';
import { FailedState } from '../system/FailedState.tsx';
import { EmptyJam } from './EmptyJam.tsx';
import { JamHead } from './JamHead.tsx';
import styles from './JamPage.module.css';
import { JamRoom } from './JamRoom.tsx';
import { JamSkeleton } from './JamSkeleton.tsx';
import { JamTracks } from './JamTracks.tsx';
import { useJam } from './useJam.ts';

/** A jam: its history, and one rifff of it to hear and mix. Without a name in the address, one's own. */
export function JamPage() {
  const view = useJam(useParams().jam);
  const { state, entries } = view;
  usePageTitle(view.jam?.name ?? 'Jams');
  // What may not be read does not exist.
  if (state === 'missing') throw new RouteError(404, MESSAGES.pageNotFound);
  if (state === 'loading') return <JamSkeleton />;
  if (state === 'ready' && entries.length > 0) return <JamRoom view={view} />;
  return (
    <section className={`${styles.alone} over`}>
      <JamHead view={view} />
      {state === 'ready' ? (
        <EmptyJam view={view} />
      ) : (
        <FailedState isOffline={state === 'offline'} what="The jam" onRetry={view.retry} />
      )}
      <JamTracks view={view} />
    </section>
  );
}
