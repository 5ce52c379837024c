import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { room } from '../../../data/stores/room.ts';
import { onRoomTouch, roomTouch, roomTouches } from '../../../data/stores/roomTouches.ts';
import { personRadius } from '../../../drawing/jam/people.ts';
import { turnX, turnY } from '../../../drawing/jam/stamp.ts';
import type { RingLayout } from '../../../drawing/layout.ts';
import { initialOf } from '../../system/Avatar.tsx';
import styles from './Room.module.css';

/** How long a name stands after the last touch. */
const SHOWN_MS = 5000;
const BESIDE_PX = 4;

interface Touched {
  slot: number;
  turn: number;
  rifffId: string;
  atMs: number;
}

/**
 * Place of the initial of a person who touches a ring: right of their mark in the picture of the room.
 *
 * @param turn from the top, clockwise
 * @returns pixels right of the rings' centre and below it; null where the slot has no ring
 */
export function letterPlace(
  layout: Pick<RingLayout, 'radius' | 'rings'>,
  slot: number,
  turn: number,
): readonly [number, number] | null {
  const ring = layout.rings.find((one) => one.slot === slot);
  if (!ring) return null;
  const radius = ring.outer - 0.5 * ring.pitch;
  const besidePx = personRadius(layout.radius) + BESIDE_PX;
  return [turnX(turn, radius) + besidePx, turnY(turn, radius)];
}

/** Initials beside the marks of those who touch a ring now; `Here now` says who they are. */
export function TouchNames({ rifffId, layout }: { rifffId: string; layout: RingLayout }) {
  const { here } = useSnapshot(room);
  const [touched, setTouched] = useState<ReadonlyMap<string, Touched>>(() => new Map());
  useEffect(
    () =>
      onRoomTouch(() => {
        const { user, ...touch } = roomTouch(roomTouches.count - 1);
        setTouched((before) => new Map(before).set(user, touch));
      }),
    [],
  );
  useEffect(() => {
    if (touched.size === 0) return;
    const first = Math.min(...[...touched.values()].map(({ atMs }) => atMs));
    const timer = setTimeout(
      () => {
        const isOver = ({ atMs }: Touched) => performance.now() - atMs >= SHOWN_MS;
        setTouched((all) => new Map([...all].filter(([, one]) => !isOver(one))));
      },
      Math.max(0, first + SHOWN_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [touched]);
  return (
    <div className={styles.touchNames} aria-hidden="true">
      {[...touched].map(([user, touch]) => {
        const name = here[user]?.displayName;
        const place = letterPlace(layout, touch.slot, touch.turn);
        if (!name || !place || touch.rifffId !== rifffId) return null;
        const [left, top] = place;
        return (
          <span key={user} data-user={user} style={{ left, top }}>
            {initialOf(name)}
          </span>
        );
      })}
    </div>
  );
}
