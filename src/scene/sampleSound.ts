/** One sampling of the sound per frame, whichever canvas draws first. */
import { telemetryRef } from '../audio/telemetry.ts';

let sampledAt: number | null = null;

/** Fills the telemetry for this animation frame; a second call in the same frame does nothing. */
export function sampleSound(): void {
  const now = document.timeline.currentTime as number | null;
  if (now !== null && now === sampledAt) return;
  sampledAt = now;
  telemetryRef.current.sample();
}
