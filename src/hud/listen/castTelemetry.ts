/** The place of music that another window plays, for the drawing of this one. Nothing sounds here. */
import {
  createSilentTelemetry,
  type Telemetry,
  telemetryRef,
} from '../../audio/engine/telemetry.ts';
import { type CastPlace, sharedNowMs, turnsAt } from '../../data/rules/listening/cast.ts';

export interface CastTelemetry {
  /** Follows a place that was told; null for none. */
  follow(place: CastPlace | null): void;
  /** Gives the drawing back what it read before. */
  release(): void;
}

/** Puts the place of another window's music where the drawing reads the sound's. */
export function createCastTelemetry(): CastTelemetry {
  const before = telemetryRef.current;
  let place: CastPlace | null = null;
  const telemetry: Telemetry = {
    ...createSilentTelemetry(),
    sample() {
      telemetry.isPlaying = place?.isPlaying === true;
      if (!place) return;
      const turns = turnsAt(place, sharedNowMs());
      telemetry.turns = Math.floor(turns);
      telemetry.phase = turns - telemetry.turns;
      telemetry.bars = place.bars;
      telemetry.bar = Math.min(place.bars - 1, Math.floor(telemetry.phase * place.bars));
    },
  };
  telemetryRef.current = telemetry;
  return {
    follow(told) {
      place = told;
      telemetry.sample();
    },
    release() {
      if (telemetryRef.current === telemetry) telemetryRef.current = before;
    },
  };
}
