import type { RoomTransport } from '../../src/data/contract/live.ts';
import {
  followStep,
  NOT_MEASURED,
  type Playing,
  type Step,
} from '../../src/data/rules/time/follow.ts';
import {
  hearPair,
  NO_PROBES,
  nextPairMs,
  PAIR_GAP_MS,
} from '../../src/data/rules/time/sharedClock.ts';
import { type Line, probeOver, seeded, trueRoomMs } from './line.ts';

const RATE = 48_000;
const BAR_FRAMES = 96_000;
const TICK_MS = 250;
/** A stamp of the sound's clock is off by as much, either way. */
const STAMP_MS = 1.5;

/**
 * A device that follows a room, without any sound: its page's clock is the line's local time, the clock of its sound
 * goes by another crystal.
 *
 * @param soundSkew how much faster the sound's clock goes than the page's
 * @returns at every quarter of a second of the ROOM's time the rifff seconds that are heard less those of the room
 */
export function listenTogether(
  line: Line,
  { seed, soundSkew, seconds }: { seed: number; soundSkew: number; seconds: number },
) {
  const random = seeded(seed);
  const transport: RoomTransport = {
    mode: 'together',
    host: null,
    rifffId: 'a',
    isPlaying: true,
    atMs: line.offsetMs - 77_000,
    phaseSec: 3.25,
    version: 1,
  };
  let memory = NO_PROBES;
  let follow = NOT_MEASURED;
  let playing = null as Playing | null;
  let wanted = null as { readonly atFrame: number; readonly originFrame: number } | null;
  let splices = 0;
  let enteredMs = Number.NaN;
  let probeMs = 0;
  const heardFrame = (ms: number) => ms * (1 + soundSkew) * (RATE / 1000) + 1e5;
  const take = (step: Step, frame: number) => {
    if (step.kind === 'enter') playing = { rifffId: step.rifffId, originFrame: step.originFrame };
    else if (step.kind === 'splice') {
      splices += 1;
      const origin = playing!.originFrame;
      const atFrame = origin + Math.ceil((frame + 960 - origin) / BAR_FRAMES) * BAR_FRAMES;
      wanted = { atFrame, originFrame: step.originFrame };
    } else if (step.kind === 'cut') playing = { rifffId: 'a', originFrame: step.originFrame };
  };
  const phases: number[] = [];
  for (let ms = 0; ms < seconds * 1000; ms += TICK_MS / 5) {
    while (probeMs <= ms) {
      const pair = [probeMs, probeMs + PAIR_GAP_MS].map((at) => probeOver(line, at, random));
      memory = hearPair(memory, pair);
      const heardMs = Math.max(...pair.map(({ receivedMs }) => receivedMs));
      probeMs = Math.max(heardMs, probeMs + nextPairMs(memory.pairs));
    }
    const frame = heardFrame(ms);
    if (wanted && frame >= wanted.atFrame) {
      playing = { rifffId: 'a', originFrame: wanted.originFrame };
      wanted = null;
    }
    if (ms % TICK_MS !== 0) continue;
    const stamp = (2 * random() - 1) * STAMP_MS * (RATE / 1000);
    // A page can use an answer only once it is there: the pair heard last may still be under way at the start.
    const clock = ms > 500 || memory.pairs > 3 ? memory.clock : null;
    const result = followStep(follow, {
      transport,
      clock,
      heard: { performanceMs: ms, frame: frame + stamp },
      playing,
      isBusy: wanted !== null,
    });
    follow = result.follow;
    take(result.step, frame);
    const truth = transport.phaseSec + (trueRoomMs(line, ms) - transport.atMs) / 1000;
    const here = playing;
    const off = here ? (frame - here.originFrame) / RATE - truth : Number.NaN;
    phases.push(off);
    if (here && Number.isNaN(enteredMs) && Math.abs(off) < 0.015) enteredMs = ms;
  }
  return { phases, splices, enteredMs };
}
