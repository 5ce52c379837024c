/** Tells a field of rifffs what changes on the page, so that a host need not look for it. */
import { subscribe } from 'valtio/vanilla';
import { playlist } from '../../audio/state/playlist.ts';
import { transport } from '../../audio/state/transport.ts';
import { onPlacesChange } from '../../data/stores/places.ts';
import { onRoomTouch } from '../../data/stores/roomTouches.ts';
import { onTouch } from '../../data/stores/touch.ts';
import { onWall } from '../../data/stores/wall.ts';
import { onReducedMotion } from '../reducedMotion.ts';
import type { RifffField } from './rifffField.ts';

/**
 * Follows places, finger, transport, scrolling and the page's size.
 *
 * @param wake asks for a frame
 * @returns what stops it
 */
export function followPage(field: RifffField, wake: () => void): () => void {
  const then = (mark: () => void) => () => {
    mark();
    wake();
  };
  const moved = then(() => field.moved());
  const touched = then(() => field.touched());
  const observer = new ResizeObserver(moved);
  observer.observe(document.body);
  addEventListener('scroll', moved, { capture: true, passive: true });
  const stops = [
    onPlacesChange(then(() => field.changed())),
    onTouch(touched),
    onRoomTouch(touched),
    onWall(touched),
    onReducedMotion(touched),
    subscribe(transport, touched),
    subscribe(playlist, touched),
    () => observer.disconnect(),
    () => removeEventListener('scroll', moved, { capture: true }),
  ];
  field.changed();
  wake();
  return () => {
    for (const stop of stops) stop();
  };
}
