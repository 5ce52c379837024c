/**
 * One animation frame for everything of the DOM that follows the sound. It runs while a rifff plays, and
 * once after every change, so that nothing is drawn when nothing moves. Listeners write styles and text
 * of their own elements: no React commit during play.
 */
import { subscribe } from 'valtio/vanilla';
import { sampleTelemetry, type Telemetry, telemetryRef } from '../../audio/engine/telemetry.ts';
import { transport } from '../../audio/state/transport.ts';
import { isFrameDue } from '../../data/stores/framePace.ts';

type Listener = (telemetry: Telemetry) => void;

const listeners = new Set<Listener>();
let handle = 0;
let unsubscribe: (() => void) | null = null;

function frame(nowMs: number): void {
  if (!isFrameDue(nowMs)) {
    handle = requestAnimationFrame(frame);
    return;
  }
  sampleTelemetry();
  const telemetry = telemetryRef.current;
  for (const listener of listeners) listener(telemetry);
  handle = transport.status === 'playing' ? requestAnimationFrame(frame) : 0;
}

function wake(): void {
  if (handle === 0) handle = requestAnimationFrame(frame);
}

/** Calls `listener` every frame while something plays, and once soon. @returns what stops it */
export function onTelemetryFrame(listener: Listener): () => void {
  listeners.add(listener);
  unsubscribe ??= subscribe(transport, wake);
  wake();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    unsubscribe?.();
    unsubscribe = null;
    cancelAnimationFrame(handle);
    handle = 0;
  };
}
