import { useCallback, useEffect, useRef, useState } from 'react';
import { mixer } from '../../audio/state/mixer.ts';
import {
  SLEEP_FADE_MS,
  type SleepChoice,
  sleepAfterMs,
  sleepFadeDb,
} from '../../data/rules/listening/sleep.ts';
import { useEngine } from '../EngineContext.tsx';

/** Between two steps of the fade; the master ramps from one to the other. */
const STEP_MS = 100;
/** The loudness comes back once the last of the sound has gone. */
const RESTORE_MS = 500;

export interface Sleep {
  readonly choice: SleepChoice;
  /** When the fade begins, in milliseconds since the epoch; null where that is not known. */
  readonly atMs: number | null;
  choose(choice: SleepChoice): void;
  /** The rifff that is heard is over. @returns whether this was waited for: then nothing else comes in */
  rifffEnds(): boolean;
}

/**
 * The sleep timer: fades out over twenty seconds and then pauses. Playing by hand, or another choice, ends the fade.
 *
 * @param pause pauses and stays off
 */
export function useSleep(isPlaying: boolean, pause: () => void): Sleep {
  const engine = useEngine();
  const [{ choice, atMs }, set] = useState<Pick<Sleep, 'choice' | 'atMs'>>({
    choice: 'off',
    atMs: null,
  });
  const [fadesSinceMs, setFading] = useState<number | null>(null);
  const latest = useRef({ isPlaying, pause });
  latest.current = { isPlaying, pause };

  const choose = useCallback((next: SleepChoice) => {
    const afterMs = sleepAfterMs(next);
    setFading(null);
    set({ choice: next, atMs: afterMs === null ? null : Date.now() + afterMs });
  }, []);

  useEffect(() => {
    if (atMs === null) return;
    const timer = setTimeout(
      () => {
        if (latest.current.isPlaying) setFading(Date.now());
        else choose('off');
      },
      Math.max(0, atMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [atMs, choose]);

  useEffect(() => {
    if (fadesSinceMs === null) return;
    const wasDb = mixer.masterGainDb;
    let isOver = false;
    const step = () => {
      const sinceMs = Date.now() - fadesSinceMs;
      // A listener who pauses is awake, or does not need the timer any more.
      if (sinceMs < SLEEP_FADE_MS && latest.current.isPlaying) {
        engine.setMasterGainDb(wasDb + sleepFadeDb(sinceMs));
        return;
      }
      clearInterval(timer);
      isOver = true;
      if (latest.current.isPlaying) latest.current.pause();
      setTimeout(() => engine.setMasterGainDb(wasDb), RESTORE_MS);
      choose('off');
    };
    const timer = setInterval(step, STEP_MS);
    return () => {
      clearInterval(timer);
      if (!isOver) engine.setMasterGainDb(wasDb);
    };
  }, [fadesSinceMs, engine, choose]);

  const isFading = fadesSinceMs !== null;
  const rifffEnds = useCallback(() => {
    if (isFading) return true;
    if (choice !== 'end') return false;
    setFading(Date.now());
    return true;
  }, [choice, isFading]);
  return { choice, atMs, choose, rifffEnds };
}
