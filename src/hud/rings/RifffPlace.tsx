import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { type RifffView, registerPlace, updatePlace } from '../../data/stores/places.ts';
import { scene } from '../../data/stores/scene.ts';
import { followPlace } from './followPlaces.ts';
import { usePlaceRadiusPx } from './placeGeometry.ts';
import { RifffGlyph } from './RifffGlyph.tsx';
import styles from './RifffPlace.module.css';

export interface RifffPlaceProps {
  /** Name of the place, unique on the page. */
  id: string;
  view: RifffView;
  className?: string;
  /** What lies on the rifff: its controls, a button in the hole. */
  children?: ReactNode;
}

/** Smallest radius that a glyph is drawn for. */
const MIN_GLYPH_RADIUS_PX = 8;

/** Reserves a square for a rifff and tells the one canvas what to draw there. */
export function RifffPlace({ id, view, className, children }: RifffPlaceProps) {
  const element = useRef<HTMLDivElement>(null);
  const first = useRef(view);
  first.current = view;

  useLayoutEffect(() => {
    const room = element.current;
    if (!room) return;
    const unregister = registerPlace({ id, element: room, view: first.current });
    const unfollow = followPlace(room);
    return () => {
      unfollow();
      unregister();
    };
  }, [id]);

  useLayoutEffect(() => updatePlace(id, view), [id, view]);

  const radiusPx = usePlaceRadiusPx(id);
  const isStill = useSnapshot(scene).state !== 'live' && radiusPx >= MIN_GLYPH_RADIUS_PX;

  return (
    <div ref={element} className={className ? `${styles.place} ${className}` : styles.place}>
      {isStill && (
        <RifffGlyph
          rifff={view.rifff}
          radiusPx={radiusPx}
          isEditor={view.isEditor}
          bitePx={view.bitePx}
          isUnsent={view.isUnsent}
          arriving={view.arriving}
        />
      )}
      {children}
    </div>
  );
}
