import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Engine } from '../../audio/engine/Engine.ts';
import { fetchUser } from '../../data/auth.ts';
import { followOwnClass } from '../../data/classLine.ts';
import { session } from '../../data/stores/session.ts';
import { useEngine } from '../EngineContext.tsx';
import styles from './Shell.module.css';
import { useBand } from './useBand.ts';

const pauseMedia = (element: EventTarget | null) => {
  if (element instanceof HTMLMediaElement && !element.muted) element.pause();
};
const pauseStarted = ({ target }: Event) => pauseMedia(target);

/** Stops everything that sounds on this page, and what would begin. @returns what lets it be played again, by hand */
function silence(engine: Engine): () => void {
  engine.setSilenced(true);
  // Tracks and voice messages are played by elements of the page.
  for (const element of document.querySelectorAll('audio, video')) pauseMedia(element);
  document.addEventListener('play', pauseStarted, true);
  return () => {
    document.removeEventListener('play', pauseStarted, true);
    engine.setSilenced(false);
  };
}

/** Follows the class of a pupil: stops all sound while the teacher wants that, and says so above every page. */
export function ClassLine() {
  const engine = useEngine();
  const queries = useQueryClient();
  const { pupilOf } = useSnapshot(session).user ?? {};
  const band = useRef<HTMLElement>(null);
  const isPaused = pupilOf?.isPaused === true;
  // The session says what this device is now.
  useEffect(() => followOwnClass(() => void fetchUser()), []);
  useEffect(() => (isPaused ? silence(engine) : undefined), [isPaused, engine]);
  // What may be read or written is another than before.
  const may = pupilOf && `${pupilOf.isMuted} ${pupilOf.isOpen}`;
  const before = useRef(may);
  useEffect(() => {
    if (may && before.current && before.current !== may) void queries.invalidateQueries();
    before.current = may;
  }, [may, queries]);
  useBand(band, isPaused);
  if (!isPaused) return null;
  return (
    <section ref={band} className={`${styles.band} over`} aria-label="Your class">
      <p className="t18" role="status">
        Your teacher stopped the sound. What you make is kept.
      </p>
    </section>
  );
}
