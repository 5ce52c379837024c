import { peakOf, type Stereo, scale, stereo } from '../../synth/buffer.ts';
import { eq, saturate, width } from './chain.ts';
import { compress } from './dynamics.ts';
import { reverb } from './reverb.ts';

/** `bus` with its peak at `peak`, so that what follows is driven alike whatever was played. */
export function normalise(bus: Stereo, peak = 0.9): Stereo {
  const now = peakOf(bus);
  return now > 0 ? scale(bus, peak / now) : bus;
}

/** Sum of several buffers of one length. */
export function sum(...parts: readonly (readonly [Stereo, number])[]): Stereo {
  const out = stereo(parts[0]![0].l.length);
  for (const [part, gain] of parts) {
    for (let i = 0; i < out.l.length; i++) {
      out.l[i] = out.l[i]! + part.l[i]! * gain;
      out.r[i] = out.r[i]! + part.r[i]! * gain;
    }
  }
  return out;
}

export interface DrumBus {
  readonly drive: number;
  readonly roomSec: number;
  readonly roomSize: number;
  readonly roomWet: number;
  /** Share of the squashed copy beside the drums. */
  readonly squash: number;
  /** Level of the upper drums against the kick. */
  readonly top?: number;
  /** Tilt: dB above 6 kHz. */
  readonly air?: number;
}

/**
 * Drums through one desk: a room that only the upper drums reach, a squashed copy beside them, and a little
 * saturation that holds them together.
 */
export function drumBus(low: Stereo, high: Stereo, shape: DrumBus): Stereo {
  const room = reverb(high, {
    sec: shape.roomSec,
    size: shape.roomSize,
    damp: 5200,
    preSec: 0.004,
    wet: shape.roomWet,
    hp: 240,
  });
  const open = width(room, 1.5);
  const dry = normalise(sum([low, 1], [open, shape.top ?? 2]), 0.85);
  const flat = compress(dry, {
    thresholdDb: -24,
    ratio: 6,
    attackSec: 0.012,
    releaseSec: 0.09,
    makeupDb: 9,
  });
  const glued = saturate(sum([dry, 1], [flat, shape.squash]), shape.drive);
  return eq(glued, { kind: 'high', hz: 6000, db: shape.air ?? 2 });
}
