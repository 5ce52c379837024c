/**
 * What of the DOM follows the sound takes its turn here: while a rifff plays, and once after every change, so that
 * nothing is written when nothing moves. Listeners write styles and text of their own elements: no React commit
 * during play.
 */
import { subscribe } from 'valtio/vanilla';
import { type Telemetry, telemetryRef } from '../../../audio/engine/telemetry.ts';
import { playlist } from '../../../audio/state/playlist.ts';
import { transport } from '../../../audio/state/transport.ts';
import { onFrame } from '../../../data/stores/frameLoop.ts';

/** Calls `listener` every frame while something plays, and once soon. @returns what stops it */
export function onTelemetryFrame(listener: (telemetry: Telemetry) => void): () => void {
  const turn = onFrame('readouts', () => {
    listener(telemetryRef.current);
    return transport.status === 'playing' || playlist.status === 'playing';
  });
  const stops = [subscribe(transport, turn.wake), subscribe(playlist, turn.wake)];
  turn.wake();
  return () => {
    for (const stop of stops) stop();
    turn.stop();
  };
}
