import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Jam } from '../../../data/contract/jams.ts';
import type { Touch } from '../../../data/contract/live.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { isMaking } from '../../../data/rules/jam/presence.ts';
import { touchPace } from '../../../data/rules/jam/touchPace.ts';
import { rifffBars } from '../../../data/rules/time/timing.ts';
import type { RoomView } from '../../../data/stores/places.ts';
import { room } from '../../../data/stores/room.ts';
import { onRoomTouch, roomTouch, roomTouches } from '../../../data/stores/roomTouches.ts';
import { onTouch, touch } from '../../../data/stores/touch.ts';
import { homeTurn } from '../../../drawing/jam/room.ts';
import { layoutRings, type RingLayout } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';
import { findPlace, placeCentre, usePlaceRadiusPx } from '../../parts/rings/placeGeometry.ts';
import { useReader } from '../../parts/shares/useReader.ts';
import { useLine } from './RoomLine.tsx';

/** Ways of holding a ring that mix it. */
const MIXING: ReadonlySet<string> = new Set(['press', 'gain', 'pitch']);

/**
 * Where a point lies on the ring of a slot; null where that has no ring.
 *
 * @param x pixels right of the rings' centre
 * @param y pixels below it
 */
export function placeOnRing(
  layout: Pick<RingLayout, 'rings'>,
  slot: number,
  x: number,
  y: number,
): Pick<Touch, 'turn' | 'depth'> | null {
  const ring = layout.rings.find((one) => one.slot === slot);
  if (!ring) return null;
  const turn = (Math.atan2(x, -y) / (2 * Math.PI) + 1) % 1;
  const depth = 1 - (ring.outer - Math.hypot(x, y)) / ring.pitch;
  return { turn, depth: Math.min(1, Math.max(0, depth)) };
}

/**
 * What the rings of a room need: the people who stand on them, and a function that tells the others which ring the
 * reader mixes by pointer or key. Only a reader who may answer or chat is shown to others.
 * @param rifff what is drawn: a rifff of the room, or what is made of it
 * @param rifffId the rifff of the room
 */
export function useRoomRings(
  placeId: string,
  rifff: Rifff,
  jam: Pick<Jam, 'mayAnswer' | 'mayChat'> | undefined,
  rifffId: string,
  isEditor = false,
): { rings: { room: RoomView; onRing(slot: number): void }; layout: RingLayout } {
  const { link } = useLine();
  const reader = useReader();
  const { here } = useSnapshot(room);
  const radiusPx = usePlaceRadiusPx(placeId);
  const layout = useMemo(() => {
    const model = rifffModel(rifff, rifffBars(rifff));
    return layoutRings(model.rings, radiusPx, { isEditor, character: model.character });
  }, [rifff, radiusPx, isEditor]);
  const now = useRef({ rifffId, layout });
  now.current = { rifffId, layout };
  const isHeard = reader !== '' && (jam?.mayAnswer || jam?.mayChat);
  const pace = useMemo(() => {
    if (!link || !isHeard) return null;
    return touchPace((made) => link.touch(made));
  }, [link, isHeard]);
  useEffect(() => () => pace?.stop(), [pace]);

  useEffect(() => {
    if (!pace) return;
    return onTouch(() => {
      const place = findPlace(placeId);
      if (!place || touch.placeId !== placeId || !MIXING.has(touch.mode)) return;
      const centre = placeCentre(place);
      const { layout: rings, rifffId: id } = now.current;
      const at = placeOnRing(rings, touch.slot, touch.x - centre.x, touch.y - centre.y);
      if (at) pace.touch({ rifffId: id, slot: touch.slot, ...at });
    });
  }, [pace, placeId]);

  // In the DOM too, because the picture is only drawn; without a render.
  useEffect(
    () =>
      onRoomTouch(() => {
        const { slot, user } = roomTouch(roomTouches.count - 1);
        const place = findPlace(placeId)?.element as HTMLElement | undefined;
        if (place) place.dataset.touchedBy = `${user} ${slot}`;
      }),
    [placeId],
  );

  // A key press has no position on a ring: the position of the person is sent instead.
  const onRing = useCallback(
    (slot: number) => {
      if (touch.placeId === placeId && MIXING.has(touch.mode)) return;
      pace?.touch({ rifffId: now.current.rifffId, slot, turn: homeTurn(reader), depth: 0.5 });
    },
    [pace, placeId, reader],
  );

  // A string, so that the layout changes only when a person comes, leaves, or starts or ends an activity.
  const key = Object.values(here)
    .map(({ user, activity }) => `${isMaking(activity) ? '!' : ' '}${user}`)
    .sort()
    .join('\n');
  const sidePx = Math.max(1, 2 * radiusPx);
  const around = useMemo<RoomView>(() => {
    const people = key
      .split('\n')
      .filter(Boolean)
      .map((one) => ({ user: one.slice(1), isMaking: one.startsWith('!') }));
    // The history has a strip of its own on this page.
    return { history: [], people, widthPx: sidePx, heightPx: sidePx };
  }, [key, sidePx]);
  return { rings: { room: around, onRing }, layout };
}
