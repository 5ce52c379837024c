/**
 * `npm run bench:band`: how well the house band answers. 500 rifffs by the rules alone, with loops of the starter
 * content and with fresh ones, from one seed; then the real server, in this process and on SQLite, from the
 * acknowledgement of a commit to the band's event. `BENCH_SEED` is another row of rifffs, `BENCH_ANSWERS` fewer of
 * them.
 */
import type { Loop } from '../../src/data/contract/loop.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { isInScale, loopTones } from '../../src/data/rules/arranging/scales.ts';
import {
  fitOf,
  isInKey,
  isOnBars,
  maskingOf,
  sounding,
  soundingIn,
} from '../../src/data/rules/band/fit.ts';
import { type BandMemory, NO_MEMORY, type PastAnswer } from '../../src/data/rules/band/memory.ts';
import { applyMove, type BandMove, orderOf, ringOf } from '../../src/data/rules/band/moves.ts';
import { planAnswer } from '../../src/data/rules/band/planAnswer.ts';
import { isNearCopy, loopDistance, NEAR_COPY } from '../../src/data/rules/band/prints.ts';
import { type Chance, seededChance } from '../../src/data/rules/draft/loopChoice.ts';
import { loopFrames } from '../../src/data/rules/time/timing.ts';
import { matchGain, targetLufs } from '../../src/dsp/levels.ts';
import { figure, line } from '../figure.ts';
import { measureLatency } from './latency.ts';
import { beginning, LIBRARY, made } from './material.ts';
import { mean, quantile, spread } from './spread.ts';

const ANSWERS = Number(process.env.BENCH_ANSWERS) || 500;
const SEED = Number(process.env.BENCH_SEED) || 20_261_123;
/** Answers in a row on one rifff: the player keeps most and undoes some. */
const ROW = 5;
const KEPT_SHARE = 0.7;
/** Rows in which fresh loops can be made: each takes a second. */
const FRESH_EVERY = 4;
/** So many answers back there is no near copy. */
const RECENT = 4;

const found = {
  kinds: new Map<string, number>(),
  outOfKey: 0,
  outOfTime: 0,
  keyShare: [] as number[],
  offLu: [] as number[],
  apart: [] as number[],
  masked: [] as number[],
  byChance: [] as number[],
  planMs: [] as number[],
  fresh: 0,
  ninth: 0,
};

/** Share of the measured chroma of a pitched loop that lies in the key of a rifff where it is played. */
function keyShare(loop: Loop, category: string, rifff: Rifff, semitones: number): number | null {
  if (!loop.chroma || loopTones(loop, category) === null) return null;
  const inside = (at: number) => isInScale(at + semitones, rifff.root, rifff.scale);
  const all = loop.chroma.reduce((sum, share) => sum + share, 0);
  return loop.chroma.reduce((sum, share, at) => sum + (inside(at) ? share : 0), 0) / all;
}

/** Frames exact where it is played as it is; whole passes in whole bars where it is stretched. */
function isInTime(loop: Loop, rifff: Rifff, playbackRate: number, timeStretch: boolean): boolean {
  const { barLength, bps } = rifff.state;
  if (loop.frames !== loopFrames(loop.length16ths, loop.bps, loop.sampleRate)) return false;
  const isAtTempo = Math.abs((bps * playbackRate) / loop.bps - 1) < 1e-6;
  return isOnBars(loop.length16ths / playbackRate, barLength) && timeStretch !== isAtTempo;
}

/** The score of a random fitting loop of the same category. */
function maskedByChance(
  rifff: Rifff,
  category: string,
  played: Loop,
  chance: Chance,
): number | null {
  const others = soundingIn(rifff, matchGain);
  const pool = LIBRARY.filter(
    (loop) => loop.category === category && fitOf(rifff, loop) && !isNearCopy(loop, rifff.loops),
  );
  const loops = pool.includes(played) ? pool : [...pool, played];
  const loop = loops[Math.floor(chance() * loops.length)]!;
  const { playbackRate } = fitOf(rifff, loop) ?? { playbackRate: 1 };
  return maskingOf(sounding(loop, { category, gain: 1, playbackRate }, matchGain), others);
}

/** Notes what a ring is like. `base` is the rifff without it. */
function weigh(base: Rifff, move: BandMove, loop: Loop, recent: readonly Loop[], chance: Chance) {
  const ring = ringOf(move)!;
  const { category, fit, gain } = ring;
  if (!isInKey(loop, category, base, fit.semitones)) found.outOfKey += 1;
  const share = keyShare(loop, category, base, fit.semitones);
  if (share !== null) found.keyShare.push(share);
  if (!isInTime(loop, base, fit.playbackRate, fit.timeStretch)) found.outOfTime += 1;
  const level =
    (loop.loudnessLufs ?? 0) + 20 * Math.log10(gain * matchGain(loop.loudnessLufs, category));
  found.offLu.push(Math.abs(level - targetLufs(category)));
  if (recent[0]) found.apart.push(loopDistance(loop, recent[0]));
  const others = soundingIn(base, matchGain);
  const { playbackRate } = fit;
  const random = maskedByChance(base, category, loop, chance);
  if (others.length === 0 || random === null) return;
  found.masked.push(maskingOf(sounding(loop, { category, gain, playbackRate }, matchGain), others));
  found.byChance.push(random);
}

/** The rifff without the ring that a move replaces. */
const without = (rifff: Rifff, move: BandMove): Rifff =>
  move.kind === 'swap'
    ? applyMove(rifff, { kind: 'out', loopId: move.loopId, category: move.ring.category })
    : rifff;

function playRow(at: number): void {
  const chance = seededChance(SEED + at);
  let rifff = beginning(at, chance);
  let memory: BandMemory = NO_MEMORY;
  for (let one = 0; one < ROW; one++) {
    const input = { rifff, library: LIBRARY, memory, matchGain, canMake: at % FRESH_EVERY === 0 };
    const from = performance.now();
    const newest = rifff.loops.at(-1)?._id ?? null;
    const plan = planAnswer({ ...input, newest, chance: seededChance(SEED + 7919 * at + one) });
    found.planMs.push(performance.now() - from);
    let { move } = plan;
    const order = orderOf(move);
    let loop = order ? made(order) : undefined;
    // As the server does with a copy.
    if (loop && isNearCopy(loop, [...memory.recent, ...rifff.loops])) {
      move = plan.instead;
      loop = undefined;
    }
    const source = ringOf(move)?.source;
    if (source && 'loopId' in source) loop = LIBRARY.find(({ _id }) => _id === source.loopId);
    else if (loop) found.fresh += 1;
    found.kinds.set(move.kind, (found.kinds.get(move.kind) ?? 0) + 1);
    if (loop) weigh(without(rifff, move), move, loop, memory.recent, chance);
    const next = applyMove(rifff, move, loop);
    if (next.state.playback.every(({ slot }) => slot.current)) found.ninth += 1;
    const isKept = chance() < KEPT_SHARE;
    const answer: PastAnswer = {
      rifffId: `${at} ${one}`,
      parentId: '',
      created: one,
      move,
      loopId: loop?._id ?? null,
      became: isKept ? 'kept' : 'undone',
    };
    const recent = (loop ? [loop, ...memory.recent] : memory.recent).slice(0, RECENT);
    memory = { answers: [answer, ...memory.answers], count: memory.count + 1, recent };
    if (isKept) rifff = next;
  }
}

const rests = () => found.kinds.get('rest') ?? 0;
const answers = () => found.planMs.length - rests();
for (let at = 0; answers() < ANSWERS; at++) playRow(at);
console.info(
  `${answers()} answers, ${rests()} rests besides, from seed ${SEED}, ${found.fresh} of them with fresh loops\n`,
);
const kinds = [...found.kinds].sort(([, a], [, b]) => b - a).map(([kind, n]) => `${kind} ${n}`);
const near = found.apart.filter((apart) => apart < NEAR_COPY).length;
const ratio = mean(found.masked) / mean(found.byChance);
line('kinds of answers', kinds.join(', '));
line('measured share in the key', spread(found.keyShare, 3));
line('off the level of its category', spread(found.offLu, 2, ' LU'));
line('distance from the last ring', spread(found.apart, 3), `a copy is nearer than ${NEAR_COPY}`);
line('masked share of its power', spread(found.masked, 3));
line('  by chance, same category', spread(found.byChance, 3));
line('planning an answer', spread(found.planMs, 1, ' ms'));
const hits = [
  figure('bandKey', found.outOfKey),
  figure('bandTime', found.outOfTime),
  figure('bandLevel', quantile(found.offLu, 0.95)),
  figure('bandCopies', near),
  figure('bandNinth', found.ninth),
  figure('bandMasked', ratio),
  await measureLatency(SEED),
];
process.exitCode = hits.every(Boolean) ? 0 : 1;
