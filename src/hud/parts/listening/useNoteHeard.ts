import { useEffect } from 'react';
import type { StarterRifff } from '../../../data/contract/library.ts';
import { noteHeard } from '../../../data/heard.ts';

/** Heard for this long, it was listened to and not passed over. */
const HEARD_AFTER_MS = 5000;

/** Keeps the rifff that sounds among those heard last, once it was listened to. Only rifffs of jams are kept. */
export function useNoteHeard({ title, rifff }: StarterRifff, isPlaying: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same rifff begins no new hearing
  useEffect(() => {
    if (!isPlaying || !rifff.jamId) return;
    const timer = setTimeout(() => void noteHeard(title, rifff), HEARD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, rifff._id]);
}
