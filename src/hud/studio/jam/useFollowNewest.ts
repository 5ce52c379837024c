/** Rifffs that come while the page is open: which of them are new, and following the newest. */
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type Following,
  type FollowSight,
  follow,
  startFollowing,
} from '../../../data/rules/jam/answers.ts';
import type { JamView } from './useJam.ts';

export interface FollowNewest {
  isOn: boolean;
  /** Starts to follow, beginning with the newest at once, or stops. */
  set(isOn: boolean): void;
}

/**
 * Shows the newest rifff as soon as it arrives.
 * @param show makes a rifff the one on show: at the next boundary while something plays
 */
export function useFollowNewest(sight: FollowSight, show: (id: string) => void): FollowNewest {
  const { shownId, newestId, isEditing } = sight;
  const [following, setFollowing] = useState<Following>(() => startFollowing(sight));
  const now = useRef({ following, show });
  now.current.show = show;
  useEffect(() => {
    const step = follow(now.current.following, { shownId, newestId, isEditing });
    now.current.following = step.following;
    setFollowing(step.following);
    if (step.goTo !== null) now.current.show(step.goTo);
  }, [shownId, newestId, isEditing]);
  return {
    isOn: following.isOn,
    set(isOn) {
      const goes = isOn && newestId !== '' && newestId !== shownId;
      const { lastId } = now.current.following;
      const coming = goes ? [newestId] : [];
      const next = { isOn, shownId, lastId: isOn ? newestId : lastId, coming };
      now.current.following = next;
      setFollowing(next);
      if (goes) now.current.show(newestId);
    },
  };
}

/** Rifffs that came since the page opened, until they are shown. Older ones that are fetched later are not new. */
export function useFresh(entries: JamView['entries'], shownId: string): ReadonlySet<string> {
  const [since] = useState(() => entries.at(-1)?.created ?? 0);
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set());
  useEffect(() => {
    setSeen((before) => (before.has(shownId) ? before : new Set([...before, shownId])));
  }, [shownId]);
  return useMemo(
    () =>
      new Set(
        entries
          .filter(({ created, unsent, rifff }) => {
            return unsent === null && created > since && !seen.has(rifff._id);
          })
          .map(({ rifff }) => rifff._id),
      ),
    [entries, seen, since],
  );
}
