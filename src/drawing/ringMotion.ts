/** What one ring is doing: where it comes from, what it goes to, and since when. Numbers only. */
import { ease, MOTION, muteReach, progress, settle } from './motion.ts';

/** Moving state of a ring. Lengths in CSS pixels, times in milliseconds. */
export interface RingMotion {
  readonly key: string;
  outer: number;
  amplitude: number;
  fromOuter: number;
  fromAmplitude: number;
  toOuter: number;
  toAmplitude: number;
  movedMs: number;
  isOn: boolean;
  muteMs: number;
  /** Phase that a mute spreads from. */
  muteFrom: number;
  dim: number;
  fromDim: number;
  toDim: number;
  dimMs: number;
  turn: number;
  fromTurn: number;
  turnMs: number;
  /** Turns at which the ring began to arrive, or −1. */
  arriveTurns: number;
  hasArrived: boolean;
}

const LONG_AGO = -1e9;

/** A ring that is already where it belongs. */
export function createRingMotion(
  key: string,
  outer: number,
  amplitude: number,
  isOn: boolean,
  dim: number,
): RingMotion {
  return {
    key,
    outer,
    amplitude,
    fromOuter: outer,
    fromAmplitude: amplitude,
    toOuter: outer,
    toAmplitude: amplitude,
    movedMs: LONG_AGO,
    isOn,
    muteMs: LONG_AGO,
    muteFrom: 0,
    dim,
    fromDim: dim,
    toDim: dim,
    dimMs: LONG_AGO,
    turn: 0,
    fromTurn: 0,
    turnMs: LONG_AGO,
    arriveTurns: -1,
    hasArrived: false,
  };
}

/** Sends a ring to another place from where it is now. */
export function moveRing(ring: RingMotion, outer: number, amplitude: number, nowMs: number): void {
  if (ring.toOuter === outer && ring.toAmplitude === amplitude) return;
  ring.fromOuter = ring.outer;
  ring.fromAmplitude = ring.amplitude;
  ring.toOuter = outer;
  ring.toAmplitude = amplitude;
  ring.movedMs = nowMs;
}

/** Mutes or unmutes a ring from a phase outwards. */
export function muteRing(ring: RingMotion, isOn: boolean, phase: number, nowMs: number): void {
  if (ring.isOn === isOn) return;
  ring.isOn = isOn;
  ring.muteMs = nowMs;
  ring.muteFrom = Math.max(0, phase);
}

/** Dims a ring (1) or brings it back (0). */
export function dimRing(ring: RingMotion, dim: number, nowMs: number): void {
  if (ring.toDim === dim) return;
  ring.fromDim = ring.dim;
  ring.toDim = dim;
  ring.dimMs = nowMs;
}

/** Puts every moving number where it is now. @returns whether anything still moves */
export function advanceRing(ring: RingMotion, nowMs: number, isReduced: boolean): boolean {
  const moved = ease(progress(nowMs, ring.movedMs, MOTION.settle, isReduced));
  ring.outer = ring.fromOuter + (ring.toOuter - ring.fromOuter) * moved;
  ring.amplitude = ring.fromAmplitude + (ring.toAmplitude - ring.fromAmplitude) * moved;
  ring.dim = settle(ring.fromDim, ring.toDim, nowMs, ring.dimMs, MOTION.solo, isReduced);
  ring.turn = settle(ring.fromTurn, 0, nowMs, ring.turnMs, MOTION.settle, isReduced);
  return (
    moved < 1 ||
    progress(nowMs, ring.dimMs, MOTION.solo, isReduced) < 1 ||
    progress(nowMs, ring.turnMs, MOTION.settle, isReduced) < 1 ||
    muteReach(nowMs, ring.muteMs, isReduced) < 0.5
  );
}
