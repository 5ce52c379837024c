import { useEffect, useRef, useState } from 'react';
import {
  type Following,
  type FollowSight,
  follow,
  startFollowing,
} from '../../data/rules/jam/answers.ts';

export interface FollowNewest {
  isOn: boolean;
  /** Goes along from now on, to the newest at once; or not any more. */
  set(isOn: boolean): void;
}

/**
 * A page goes along with the newest rifff as it arrives.
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
