/** A wall in the look that goes with what is heard. */
import '../parts/looks/Looks.module.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { shareQuery } from '../../data/queries/feed.ts';
import type { LookedShare } from '../../data/rules/listening/cast.ts';
import { houseLook, lookGround, type ShownLook } from '../parts/looks/shownLooks.ts';
import { useOnBar } from '../parts/looks/useOnBar.ts';
import { useWallGround } from '../parts/looks/useWallGround.ts';

/** A document, or the name of a look of the house. */
type Look = ShownLook['look'];

/** The look that a share was shared with; null where it has none, and until it is known. Lists have its key alone. */
function useShareLook(share: LookedShare | null): Look | null {
  const { _id: id = '', lookKey, look } = share ?? {};
  const ofHouse = lookKey === undefined ? null : houseLook(lookKey);
  const isMissing = lookKey !== undefined && !ofHouse && !look;
  const { data } = useQuery({ ...shareQuery(id), enabled: isMissing, retry: 1 });
  if (ofHouse) return ofHouse.look;
  return look?.document ?? (isMissing ? data?.look?.document : null) ?? null;
}

interface WallLookProps {
  /** What is heard, and what comes next: its look is there when it comes. Null for what is not shared. */
  share: LookedShare | null;
  next: LookedShare | null;
  /** Hears what the picture is drawn by; null for plain, and when the wall is over. */
  onLook(look: Look | null): void;
}

/** Puts the ground of the look behind the page and says by what the picture is drawn. Changes as slowly as is safe to see. */
export function WallLook({ share, next, onLook }: WallLookProps) {
  const wished = useShareLook(share);
  useShareLook(next);
  const [look, wish] = useOnBar<Look | null>(null, null);
  useEffect(() => wish(wished), [wish, wished]);
  useWallGround(look && lookGround({ look }));
  useEffect(() => onLook(look), [onLook, look]);
  useEffect(() => () => onLook(null), [onLook]);
  return null;
}
