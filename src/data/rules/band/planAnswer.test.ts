import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIBRARY_CATEGORIES } from '../../contract/categories.ts';
import type { Loop } from '../../contract/loop.ts';
import { encodeBytes } from '../../contract/loopData.ts';
import type { PlaybackSlot, Rifff } from '../../contract/rifff.ts';
import { scaleNotes } from '../arranging/scales.ts';
import { seededChance } from '../draft/loopChoice.ts';
import {
  fitOf,
  isInKey,
  isOnBars,
  type MatchGain,
  maskingOf,
  sounding,
  soundingIn,
} from './fit.ts';
import { type BandMemory, NO_MEMORY, type PastAnswer } from './memory.ts';
import { applyMove, type BandDeed, type BandMove, moveText, orderOf, ringOf } from './moves.ts';
import { wishFor } from './phrase.ts';
import { planAnswer } from './planAnswer.ts';
import { isNearCopy, loopDistance } from './prints.ts';

const matchGain: MatchGain = (lufs) => 10 ** ((-20 - (lufs ?? -20)) / 20);
const FAMILIES = ['ember-street', 'slow-tide', 'glass-rain'];

/** A loop whose envelopes, notes, tempo and length come out of a number. */
function loopOf(at: number): Loop {
  const chance = seededChance(at);
  const category = LIBRARY_CATEGORIES[at % LIBRARY_CATEGORIES.length]!;
  const [root, scale] = [Math.floor(chance() * 12), Math.floor(chance() * 7)];
  const notes = scaleNotes(root, scale);
  const bytes = Uint8Array.from({ length: 1024 }, (_, bin) =>
    bin % 16 < 4 + 8 * chance() ? 255 * chance() ** 2 : 0,
  );
  return {
    _id: `loop${at}`,
    creatorUserName: 'rondo',
    created: 0,
    startOffsetSamples: 0,
    barLength: 16,
    length16ths: [16, 32, 64, 24][Math.floor(chance() * 4)]!,
    category,
    bps: [2, 2, 2, 2.1, 1, 4, 1.4][Math.floor(chance() * 7)]!,
    sampleRate: 48_000,
    family: FAMILIES[at % 3]!,
    loudnessLufs: -14 - 12 * chance(),
    bands: encodeBytes(bytes),
    chroma: Array.from({ length: 12 }, (_, pitch) => (notes.includes(pitch) ? 0.08 : 0.001)),
    // The key of some is unknown, and of a few everything.
    ...(chance() < 0.7 && { root, scale }),
    ...(chance() < 0.1 && { chroma: undefined }),
  } as Loop;
}
const POOL = Array.from({ length: 64 }, (_, at) => loopOf(at));
const inCategory = (category: string) => POOL.filter((loop) => loop.category === category);

function rifffOf(
  loops: readonly Loop[],
  parts: Partial<Rifff> = {},
  on: readonly boolean[] = [],
  gain = 1,
): Rifff {
  const playback = Array.from({ length: 8 }, (_, at): PlaybackSlot => {
    const loop = loops[at];
    if (!loop) return { slot: { current: null } };
    const current = {
      currentLoop: loop._id,
      gain,
      on: on[at] ?? true,
      type: 'Looper' as const,
      category: loop.category,
      playbackRate: 1,
      pitchShiftSettings: { shiftSemitones: 0, timeStretch: false },
    };
    return { slot: { current } };
  });
  return {
    _id: 'rifff',
    created: 0,
    userName: 'ana',
    root: 0,
    scale: 0,
    loops: [...loops],
    state: { barLength: 16, bps: 2, playback },
    ...parts,
  };
}

const brought = (loop: Loop, became: PastAnswer['became'], at: number): PastAnswer => ({
  rifffId: `a${at}`,
  parentId: `p${at}`,
  created: at,
  loopId: loop._id,
  became,
  move: {
    kind: 'add',
    ring: {
      source: { loopId: loop._id },
      category: loop.category as 'bass',
      gain: 1,
      fit: { semitones: 0, playbackRate: 1, timeStretch: false },
    },
  },
});

const plan = (rifff: Rifff, memory: BandMemory = NO_MEMORY, seed = 1, canMake = false) =>
  planAnswer({
    rifff,
    memory,
    library: POOL,
    matchGain,
    canMake,
    newest: rifff.loops.at(-1)?._id ?? null,
    chance: seededChance(seed),
  });

const scene = fc
  .record({
    ats: fc.uniqueArray(fc.nat(POOL.length - 1), { maxLength: 8 }),
    on: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    own: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    became: fc.array(fc.constantFrom<PastAnswer['became'][]>('kept', 'undone', 'open'), {
      minLength: 8,
      maxLength: 8,
    }),
    root: fc.nat(11),
    scale: fc.nat(17),
    count: fc.nat(15),
    seed: fc.nat(),
    canMake: fc.boolean(),
    barLength: fc.constantFrom(16, 16, 12),
  })
  .map(({ ats, on, own, became, root, scale, barLength, count, seed, canMake }) => {
    const loops = ats.map((at) => POOL[at]!);
    const plain = rifffOf(loops, { root, scale }, on);
    const rifff = { ...plain, state: { ...plain.state, barLength } };
    const answers = loops.flatMap((loop, at) => (own[at] ? [brought(loop, became[at]!, at)] : []));
    const recent = answers
      .slice(0, 4)
      .flatMap(({ loopId }) => POOL.filter((one) => one._id === loopId));
    return { rifff, memory: { answers, count, recent }, seed, canMake };
  });

/** Six rings or more, all on, some of them loops of the library, committed by a person. */
const fullScene = fc
  .record({
    ats: fc.uniqueArray(fc.nat(POOL.length - 1), { minLength: 6, maxLength: 8 }),
    kinds: fc.array(fc.constantFrom('own', 'library', 'recorded'), { minLength: 8, maxLength: 8 }),
    gain: fc.double({ min: 0.1, max: 2, noNaN: true }),
    became: fc.constantFrom<PastAnswer['became'][]>('kept', 'undone', 'open'),
    count: fc.nat(15),
    seed: fc.nat(),
    canMake: fc.boolean(),
  })
  .map(({ ats, kinds, gain, became, count, seed, canMake }) => {
    const loops = ats.map((at, place) => ({
      ...POOL[at]!,
      isLibraryLoop: kinds[place] === 'library',
    }));
    const rifff = rifffOf(loops, {}, [], gain);
    const own = loops.filter((_, at) => kinds[at] === 'own');
    const answers = own.map((loop, at) => brought(loop, became, at));
    return { rifff, memory: { answers, count, recent: own.slice(0, 4) }, seed, canMake };
  });

const slotsOf = ({ state }: Rifff) => state.playback.flatMap(({ slot }) => slot.current ?? []);
const madeFor = (move: BandMove): Loop | undefined => {
  const order = orderOf(move);
  const id = ringOf(move)?.source;
  if (order) {
    const { category, root, scale, bps, family } = order;
    return {
      ...loopOf(7),
      _id: 'made',
      length16ths: 16 * order.bars,
      category,
      root,
      scale,
      bps,
      family,
    };
  }
  return POOL.find(({ _id }) => id && 'loopId' in id && _id === id.loopId);
};

describe('an answer of the band', () => {
  it('is the same again, changes one ring, leaves those of others, and leaves space', () => {
    fc.assert(
      fc.property(scene, ({ rifff, memory, seed, canMake }) => {
        const { move, instead } = plan(rifff, memory, seed, canMake);
        expect(plan(rifff, memory, seed, canMake)).toEqual({ move, instead });
        expect(orderOf(instead)).toBeNull();
        for (const one of [move, instead]) {
          const after = applyMove(rifff, one, madeFor(one));
          if (one.kind === 'rest') expect(after).toBe(rifff);
          const [before, now] = [slotsOf(rifff), slotsOf(after)];
          const own = new Set(memory.answers.map(({ loopId }) => loopId));
          const dropped = one.kind === 'drop' ? one.loopId : null;
          const replaced = one.kind === 'swap' ? one.loopId : null;
          const others = before.filter(
            ({ currentLoop }) =>
              !own.has(currentLoop) && currentLoop !== dropped && currentLoop !== replaced,
          );
          expect(now.filter((slot) => before.includes(slot)).length).toBeGreaterThanOrEqual(
            before.length - 1,
          );
          expect(now.filter((slot) => others.includes(slot))).toEqual(others);
          expect(now.length).toBeLessThanOrEqual(Math.max(before.length, 7));
          const isOn = ({ on }: { on: boolean }) => on;
          const most = Math.max(before.filter(isOn).length, 6);
          expect(now.filter(isOn).length).toBeLessThanOrEqual(most);
          const { playback: _, ...time } = after.state;
          expect(rifff.state).toMatchObject(time);
          expect(after).toMatchObject({ root: rifff.root, scale: rifff.scale });
          if (one.kind !== 'rest') expect(moveText(one)).toMatch(/^[a-z][a-z0-9 ]+$/);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('of a full rifff touches one ring, of a person only a plain one of the library or the one that it proposes to drop', () => {
    fc.assert(
      fc.property(fullScene, ({ rifff, memory, seed, canMake }) => {
        const { move } = plan(rifff, memory, seed, canMake);
        const last = memory.answers[0];
        // A person's full rifff is answered, unless the last answers were undone.
        const isUndone = last?.became === 'undone';
        if (!isUndone) expect(move.kind).not.toBe('rest');
        if (move.kind === 'rest') return;
        expect(move.kind).not.toBe('add');
        const touched = 'loopId' in move ? move.loopId : '';
        expect(touched).not.toBe(last?.loopId);
        const own = new Set(memory.answers.map(({ loopId }) => loopId));
        const slot = slotsOf(rifff).find(({ currentLoop }) => currentLoop === touched)!;
        const loop = rifff.loops.find(({ _id }) => _id === touched)!;
        if (!own.has(touched)) {
          expect(['swap', 'drop']).toContain(move.kind);
          expect(touched).not.toBe(rifff.loops.at(-1)!._id);
        }
        const after = applyMove(rifff, move, madeFor(move));
        const now = slotsOf(after);
        expect(now.length).toBeLessThanOrEqual(slotsOf(rifff).length);
        if (move.kind === 'drop') {
          expect(now).toEqual(
            slotsOf(rifff).map((one) => (one === slot ? { ...slot, on: false } : one)),
          );
        }
        if (move.kind === 'swap' && !own.has(touched)) {
          expect(loop.isLibraryLoop).toBe(true);
          expect(move.ring.gain).toBe(slot.gain);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('never is about the same ring twice in a row, nor proposes twice before a person answers', () => {
    fc.assert(
      fc.property(fullScene, fc.integer({ min: 1, max: 4 }), ({ rifff, memory, seed }, more) => {
        let [now, known] = [rifff, memory];
        let before: string | null = known.answers[0]?.loopId ?? null;
        let proposals = 0;
        for (let at = 0; at < more; at++) {
          const { move } = plan(now, known, seed + at);
          if (move.kind === 'rest') break;
          const loop = madeFor(move);
          if ('loopId' in move) expect(move.loopId).not.toBe(before);
          if (move.kind === 'drop') proposals += 1;
          now = { ...applyMove(now, move, loop), _id: `own${at}` };
          const loopId = loop?._id ?? null;
          before = loopId ?? ('loopId' in move ? move.loopId : null);
          const answer: PastAnswer = {
            ...{ rifffId: `own${at}`, parentId: '', created: at, move, loopId, became: 'open' },
          };
          known = { ...known, answers: [answer, ...known.answers], count: known.count + 1 };
        }
        expect(proposals).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  it('says why it rests', () => {
    const why = (input: Parameters<typeof planAnswer>[0]) => {
      const { move } = planAnswer(input);
      return move.kind === 'rest' ? move.why : move.kind;
    };
    const shared = { matchGain, canMake: false, newest: null, library: [], memory: NO_MEMORY };
    const input = { ...shared, chance: seededChance(1) };
    expect(why({ ...input, rifff: rifffOf([]) })).toBe('unfit');
    const eight = POOL.slice(0, 8);
    const muted = rifffOf(eight, {}, Array(8).fill(false));
    expect(why({ ...input, rifff: muted })).toBe('full');
    const undone = eight.map((loop, at) => brought(loop, 'undone', at));
    const shy = { answers: undone, count: 8, recent: [] };
    expect(why({ ...input, memory: shy, rifff: muted })).toBe('shy');
    const full = rifffOf(eight);
    const { move } = planAnswer({ ...input, rifff: full });
    expect(move.kind).toBe('drop');
    const told = { ...brought(eight[0]!, 'open', 1), rifffId: 'own', loopId: null, move };
    const proposed = { answers: [told], count: 1, recent: [] };
    const answered = { ...applyMove(full, move), _id: 'own' };
    expect(why({ ...input, memory: proposed, rifff: answered })).toBe('proposed');
    // Who goes on from it has the next word.
    const goneOn = { ...answered, _id: 'next' };
    expect(why({ ...input, memory: proposed, rifff: goneOn })).toBe('drop');
  });

  it('names what it proposes to leave out', () => {
    const of = (category: BandDeed & { kind: 'drop' }) => moveText(category);
    expect(of({ kind: 'drop', loopId: 'x', category: 'bass' })).toBe('tried it without the bass');
    expect(of({ kind: 'drop', loopId: 'x', category: null })).toBe('tried it without one ring');
  });

  it('is in key and in time, and no near copy of the last ones', () => {
    fc.assert(
      fc.property(scene, ({ rifff, memory, seed, canMake }) => {
        const { move, instead } = plan(rifff, memory, seed, canMake);
        for (const one of [move, instead]) {
          const [ring, loop] = [ringOf(one), madeFor(one)];
          if (one.kind === 'change' && one.change.semitones !== undefined) {
            const own = rifff.loops.find(({ _id }) => _id === one.loopId)!;
            expect(isInKey(own, one.category, rifff, one.change.semitones)).toBe(true);
          }
          if (!ring || !loop) continue;
          const { semitones, playbackRate, timeStretch } = ring.fit;
          expect(isInKey(loop, ring.category, rifff, semitones)).toBe(true);
          const { barLength, bps } = rifff.state;
          expect(isOnBars(loop.length16ths / playbackRate, barLength)).toBe(true);
          const speed = (bps * playbackRate) / loop.bps;
          expect(Math.abs(Math.log(speed))).toBeLessThan(0.12);
          expect(timeStretch).toBe(Math.abs(speed - 1) > 1e-6);
          if (orderOf(one))
            expect(orderOf(one)).toMatchObject({ bps, root: rifff.root, scale: rifff.scale });
          else expect(isNearCopy(loop, [...memory.recent, ...rifff.loops])).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
  });

  const fitting = (category: string) =>
    inCategory(category).find((loop) => fitOf(rifffOf([]), loop))!;
  const [drums, bass, chords, pads] = ['drums', 'bass', 'chords', 'pads'].map(fitting) as [
    ...[Loop, Loop, Loop, Loop],
  ];
  const added = (loops: Loop[], seed: number) =>
    ringOf(plan(rifffOf(loops), NO_MEMORY, seed).move)?.category;

  it('brings what is missing most', () => {
    for (let seed = 0; seed < 8; seed++) {
      expect(added([bass, chords], seed)).toBe('drums');
      expect(added([drums, chords], seed)).toBe('bass');
    }
  });

  it('breaks down after a peak, and does less after it was undone', () => {
    const rifff = rifffOf([drums, bass, chords, pads]);
    const kept = [brought(chords, 'kept', 2), brought(pads, 'kept', 1)];
    const atBreak = plan(rifff, { answers: kept, count: 4, recent: [] }).move;
    expect(['out', 'change']).toContain(atBreak.kind);
    expect(slotsOf(applyMove(rifff, atBreak)).filter(({ on }) => on).length).toBeLessThanOrEqual(4);
    const undone = [4, 3, 2, 1].map((at) => brought(pads, 'undone', at));
    const rests = (answers: PastAnswer[]) =>
      Array.from({ length: 40 }, (_, seed) =>
        plan(rifff, { answers, count: 0, recent: [] }, seed),
      ).filter(({ move }) => move.kind === 'rest').length;
    expect(rests(kept)).toBe(0);
    expect(rests(undone)).toBeGreaterThan(20);
  });

  it('wants less of everything after an undo', () => {
    for (const kind of ['add', 'swap', 'change', 'out'] as const) {
      const about = { step: 'turn', sounding: 3 } as const;
      expect(wishFor(kind, { ...about, undone: 1 })).toBeLessThan(
        wishFor(kind, { ...about, undone: 0 }),
      );
    }
  });

  it('is masked less than what chance would take of the same category', () => {
    let [chosen, byChance] = [0, 0];
    const playable = POOL.filter((loop) => fitOf(rifffOf([]), loop));
    for (let at = 0; at + 3 < playable.length; at++) {
      const rifff = rifffOf(playable.slice(at, at + 3));
      const others = soundingIn(rifff, matchGain);
      const masked = (loop: Loop) => {
        const slot = { category: loop.category, gain: 1, playbackRate: 1 };
        return maskingOf(sounding(loop, slot, matchGain), others);
      };
      const { move } = plan(rifff);
      const loop = madeFor(move);
      if (!loop) continue;
      const pool = playable.filter(
        (one) => one.category === loop.category && !rifff.loops.includes(one),
      );
      chosen += masked(loop);
      byChance += pool.reduce((sum, one) => sum + masked(one), 0) / pool.length;
    }
    expect(byChance).toBeGreaterThan(0);
    expect(chosen).toBeLessThan(byChance);
  });

  it('tells loops apart by how they sound', () => {
    expect(loopDistance(drums, drums)).toBe(0);
    expect(loopDistance(drums, { ...drums, _id: 'copy' })).toBeLessThan(1e-6);
    expect(loopDistance(drums, bass)).toBeGreaterThan(0.1);
  });
});
