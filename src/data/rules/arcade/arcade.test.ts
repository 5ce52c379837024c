import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../../tests/support/examples.ts';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import { randomField } from '../../../../tools/arcade/fields.ts';
import { isWon } from '../../../../tools/arcade/measure.ts';
import { PLAYERS, type PlayerName, playMission } from '../../../../tools/arcade/players.ts';
import { type Condition, MissionSchema, type Move } from '../../contract/arcade.ts';
import { createDraft } from '../draft/draft.ts';
import { chooseField } from './chooseField.ts';
import { briefText, conditionText, progressOf, progressText } from './conditions.ts';
import { beatAt, cues } from './cues.ts';
import { fieldOf, indexField } from './field.ts';
import { isState, play, replay, startOf } from './game.ts';
import { answerStamps, makeMission, missionOf } from './mission.ts';
import {
  beatMs,
  FITS,
  fitOf,
  isInKey,
  keyFit,
  pulseBps,
  rateFor,
  tempoFit,
  timingOf,
} from './music.ts';
import { scoreOf, scorePartsOf, totalOf } from './score.ts';
import { chanceOf, dayOf, dayStartMs, isForBoard, seedDay } from './seeds.ts';
import { UNLOCKS, unlocksOf } from './unlocks.ts';
import { isWanted, offersOf, prospectsOf } from './wanted.ts';

const indexOf = (seed: string, rifffs = 40) =>
  indexField(randomField(chanceOf(`field ${seed}`), rifffs));
const anySeed = fc.integer({ min: 0, max: 999_999_999 }).map((n) => `20260101-${n}`);
const anyField = fc.record({ salt: fc.string(), rifffs: fc.integer({ min: 1, max: 60 }) });
const fieldFor = ({ salt, rifffs }: { salt: string; rifffs: number }) => indexOf(salt, rifffs);

describe('days and seeds', () => {
  it('names days in UTC, and no days that are none', () => {
    expect(dayOf(Date.UTC(2026, 10, 22, 23, 59, 59, 999))).toBe('20261122');
    expect(dayStartMs('20261122')).toBe(Date.UTC(2026, 10, 22));
    for (const none of ['20260230', '20261301', '00000000']) expect(dayStartMs(none)).toBeNaN();
    expect(seedDay('20261122-9')).toBe('20261122');
  });

  it('counts the mission of the day alone for the board', () => {
    expect(isForBoard('mission', '20261122')).toBe(true);
    expect(isForBoard('mission', '20261122-1')).toBe(false);
    expect(isForBoard('explorer', '20261122')).toBe(false);
  });
});

describe('the field', () => {
  const candidates = Array.from({ length: 200 }, (_, at) => ({
    id: `s${at}`,
    // The best liked are all by one person, at one tempo, with one colour.
    maker: at < 60 ? 'star' : `m${at % 50}`,
    bps: at < 60 ? 2 : 1 + (at % 20) / 10,
    categories: [at < 60 ? 'drums' : ['bass', 'pads', 'fx', 'leads'][at % 4]!],
  }));

  it('is varied in maker, tempo and colour, the same all day and another the next', () => {
    const chosen = chooseField(candidates, 50, '20260101');
    expect(chooseField(candidates, 50, '20260101')).toEqual(chosen);
    expect(chooseField(candidates, 50, '20260102')).not.toEqual(chosen);
    expect(new Set(chosen.map(({ id }) => id)).size).toBe(50);
    expect(chosen.filter(({ maker }) => maker === 'star').length).toBeLessThan(8);
    expect(new Set(chosen.map(({ bps }) => bps)).size).toBeGreaterThan(12);
    // Any beginning of it is as mixed.
    expect(new Set(chosen.slice(0, 10).map(({ maker }) => maker)).size).toBeGreaterThan(8);
    expect(chooseField(candidates.slice(0, 3), 50, '20260101')).toHaveLength(3);
  });

  it('holds what sounds, and nobody’s name', () => {
    const playing = { gain: 1, type: 'Looper' as const, playbackRate: 1 };
    const pitchShiftSettings = { shiftSemitones: 0, timeStretch: false };
    const slot = (currentLoop: string, on: boolean, category?: string) => ({
      slot: {
        current: { ...playing, currentLoop, on, pitchShiftSettings, ...(category && { category }) },
      },
    });
    const draft = createDraft('Ada', 2, 0);
    const loops = [
      loopOf('a', { chroma: new Array(12).fill(0.05), root: 0, scale: 0 }),
      loopOf('b'),
      loopOf('gone', { isRemoved: true }),
    ];
    const playback = [
      slot('a', true, 'pads'),
      slot('b', false),
      slot('gone', true),
      slot('a', true),
    ];
    const free = { slot: { current: null } };
    const rifff = {
      ...draft,
      loops,
      state: { ...draft.state, playback: [...playback, free, free, free, free] },
    };
    const field = fieldOf('20260101', [
      { id: 's1', maker: 'Ada', rifff },
      { id: 'silent', maker: 'Bo', rifff: { ...rifff, loops: [] } },
    ]);
    expect(field.rifffs).toMatchObject([{ id: 's1', maker: 1, loops: ['a'] }]);
    expect(field.loops).toMatchObject([
      { id: 'a', category: 'pads', tones: { root: 0, scale: 0 }, bands: [100, 100, 100, 100] },
    ]);
    expect(JSON.stringify(field)).not.toMatch(/Ada|Bo|rondo/);
  });
});

describe('what sounds well', () => {
  const mission = missionOf('20260101', indexOf('well').field);
  const loop = { ...indexOf('well').field.loops[0]!, tones: null, bps: mission.bps };

  it('knows the pulse, and how near to it a placing is', () => {
    expect(pulseBps({ bps: 172 / 60 })).toBeCloseTo(86 / 60);
    expect(pulseBps({ bps: 1 })).toBe(2);
    const beat = beatMs({ bps: 2 });
    expect([0, 45, 100, 160, 250].map((away) => timingOf({ bps: 2 }, beat + away))).toEqual([
      100, 100, 52, 0, 0,
    ]);
    expect(timingOf({ bps: 2 }, beat - 100)).toBe(52);
  });

  it('hears tempo by ratio, at half and double too, and keys by how far they are moved', () => {
    expect(tempoFit({ bps: 2 }, 2)).toBe(100);
    expect([tempoFit({ bps: 4 }, 2), rateFor({ bps: 4 }, 2)]).toEqual([100, 2]);
    expect([tempoFit({ bps: 1 }, 2), rateFor({ bps: 1 }, 2)]).toEqual([100, 0.5]);
    expect(tempoFit({ bps: 2 }, 2.3)).toBeLessThan(tempoFit({ bps: 2 }, 2.1));
    expect(tempoFit({ bps: 122 / 60 }, 172 / 60)).toBe(0);
    const c = { root: 0, scale: 0 };
    const inKey = (root: number, scale: number) => keyFit({ tones: { root, scale } }, c);
    expect([inKey(0, 0), inKey(9, 5)]).toEqual([100, 100]);
    expect(inKey(1, 0)).toBe(92);
    expect(inKey(6, 0)).toBeLessThan(inKey(2, 0));
    expect(isInKey({ tones: { root: 9, scale: 5 } }, c)).toBe(true);
    expect(isInKey({ tones: null }, c)).toBe(false);
  });

  it('leaves room, and lets one of a category be enough', () => {
    const other = { ...loop, id: 'other', category: loop.category === 'fx' ? 'pads' : 'fx' };
    const [alone, beside, again] = [[], [other], [{ ...loop, id: 'twin' }]].map((there) =>
      fitOf(mission, loop, there),
    ) as [number, number, number];
    expect(alone).toBe(100);
    expect(beside).toBeLessThan(alone);
    expect(again).toBeLessThan(beside);
  });
});

describe('missions', () => {
  it('are the same for the same seed and field, and can all be won', () => {
    fc.assert(
      fc.property(anySeed, anyField, (seed, made) => {
        const index = fieldFor(made);
        const { mission, answer } = makeMission(seed, index);
        const loops = answer.map(({ loop }) => loop);
        for (const [at, loop] of loops.entries())
          expect(fitOf(mission, loop, loops.slice(0, at))).toBeGreaterThanOrEqual(FITS);
        expect(missionOf(seed, fieldFor(made).field)).toEqual(mission);
        expect(MissionSchema.parse(mission)).toEqual(mission);
        expect(mission.conditions.length).toBeGreaterThan(0);
        expect(new Set(mission.conditions.map(({ kind }) => kind)).size).toBe(
          mission.conditions.length,
        );
        expect(isWon(seed, index)).toBe(true);
      }),
      { numRuns: examples(60, 300) },
    );
  });

  it('ask for everything that can be asked, in words', () => {
    const kinds = new Set<Condition['kind']>();
    const index = indexOf('kinds');
    for (let n = 0; n < 200; n++) {
      const mission = missionOf(`20260101-${n}`, index.field);
      expect(briefText(mission, () => 'Front Door')).toMatch(
        /^Make a rifff: (use|include|leave|take|begin|place) [^.]+\.$/,
      );
      for (const one of mission.conditions) {
        kinds.add(one.kind);
        expect(conditionText(one, mission, () => '')).not.toMatch(/undefined|NaN/);
      }
    }
    const said = (one: Condition) => conditionText(one, { bps: 2 }, () => 'Front Door');
    expect(said({ kind: 'without', category: 'chords' })).toBe('leave out chords');
    expect(said({ kind: 'with', categories: ['bass', 'vocals'] })).toBe(
      'include a bass line and a voice',
    );
    expect(said({ kind: 'bars', most: 12 })).toBe('place all loops within 24 seconds');
    expect(said({ kind: 'key', least: 2 })).toBe(
      'include at least two loops that are already in tune',
    );
    expect([...kinds].sort()).toEqual(
      ['bars', 'colours', 'first', 'key', 'loops', 'makers'].concat([
        'onBeat',
        'over',
        'under',
        'use',
        'with',
        'without',
      ]),
    );
  });

  it('say of a rule that it is kept so far, and not how many loops of nothing there are', () => {
    const rule: Condition = { kind: 'without', category: 'chords' };
    const mission = missionOf('20260101-1', indexOf('kept').field);
    expect(progressText(rule, progressOf(rule, mission, []))).toBe('kept so far');
    const amount: Condition = { kind: 'loops', least: 3 };
    expect(progressText(amount, progressOf(amount, mission, []))).toBe('0 of 3');
  });

  it('are there on a field without anything', () => {
    const index = indexField({ day: '20260101', rifffs: [], loops: [] });
    expect(makeMission('20260101', index)).toMatchObject({ answer: [], mission: { bps: 2 } });
    expect(scoreOf(startOf(makeMission('20260101', index).mission, 'mission'), index)).toBe(0);
  });
});

describe('playing', () => {
  const index = indexOf('playing');
  const { mission, answer } = makeMission('20260101-3', index);
  const [first, second] = answer as [(typeof answer)[0], (typeof answer)[0]];
  const grab = (t: number, { rifff, loop } = first): Move => ({
    t,
    do: 'grab',
    rifff: rifff.id,
    loop: loop.id,
  });
  const faultOf = (moves: Move[], mode: 'mission' | 'explorer' = 'mission') => {
    const played = replay(mission, index, mode, moves);
    return 'fault' in played ? [played.at, played.fault] : [];
  };

  it('comes to the same state from the same moves, whoever made them', () => {
    fc.assert(
      fc.property(anySeed, fc.constantFrom(...Object.keys(PLAYERS)), (seed, name) => {
        const hand = playMission(seed, index, name as PlayerName);
        const moves = JSON.parse(JSON.stringify(hand.moves)) as Move[];
        const played = replay(hand.mission, index, 'mission', moves);
        expect(played).toEqual({ state: hand.state });
        const parts = scorePartsOf(hand.state, index);
        expect(Object.values(parts).every(Number.isSafeInteger)).toBe(true);
        expect(totalOf(parts)).toBe(scoreOf(hand.state, index));
        expect(hand.state.placed.length).toBeLessThanOrEqual(8);
      }),
      { numRuns: 60 },
    );
  });

  it('makes no move that nobody could make', () => {
    const place = (t: number): Move => ({ t, do: 'place' });
    expect(faultOf([grab(0), place(120), grab(400, second), place(700)])).toEqual([]);
    expect(faultOf([place(0)])).toEqual([0, 'empty hand']);
    expect(faultOf([{ t: 0, do: 'drop' }])).toEqual([0, 'empty hand']);
    expect(faultOf([{ t: 0, do: 'lift', slot: 0 }])).toEqual([0, 'empty slot']);
    expect(faultOf([grab(0), place(119)])).toEqual([1, 'too fast']);
    expect(faultOf([grab(500), place(400)])).toEqual([1, 'too fast']);
    expect(faultOf([grab(0), grab(100, second)])).toEqual([1, 'too fast']);
    expect(faultOf([grab(0), place(200), grab(900)])).toEqual([2, 'placed already']);
    expect(faultOf([grab(mission.durationMs.mission + 1)])).toEqual([0, 'out of time']);
    expect(faultOf([{ t: 0, do: 'end' }, grab(500)])).toEqual([1, 'over']);
    const elsewhere: Move = { t: 0, do: 'grab', rifff: first.rifff.id, loop: 'elsewhere' };
    expect(faultOf([elsewhere])).toEqual([0, 'not in the field']);
    expect(faultOf([grab(0), place(500)], 'explorer')).toEqual([1, 'not in this mode']);
    const nine = index.picks.filter(
      ({ loop }, at, all) => all.findIndex((one) => one.loop.id === loop.id) === at,
    );
    const full = nine.slice(0, 9).map((pick, at) => grab(1000 * at, pick));
    expect(faultOf(full, 'explorer')).toEqual([8, 'full']);
  });

  it('takes out what was placed, at a price, and fills the free slot next', () => {
    const moves: Move[] = [grab(0), { t: 500, do: 'place' }, grab(1000, second)];
    moves.push({ t: 1500, do: 'place' }, { t: 2000, do: 'lift', slot: 0 });
    const lifted = replay(mission, index, 'mission', moves);
    if (!('state' in lifted)) throw new Error(lifted.fault);
    expect(lifted.state.placed.map(({ slot }) => slot)).toEqual([1]);
    expect(scorePartsOf(lifted.state, index).penalty).toBeLessThanOrEqual(-50);
    const again = replay(mission, index, 'mission', [
      ...moves,
      grab(2500),
      { t: 3000, do: 'place' },
    ]);
    expect('state' in again && again.state.placed.map(({ slot }) => slot)).toEqual([1, 0]);
  });

  it('rewards timing, fit and variety: none of them worse ever scores more', () => {
    const stamps = answerStamps(mission, answer.length);
    const movesAt = (lateMs: number) =>
      answer.flatMap((pick, at) => [
        grab(stamps[at]! - 500, pick),
        { t: stamps[at]! + lateMs, do: 'place' } as const,
      ]);
    const scoreAt = (lateMs: number) => {
      const played = replay(mission, index, 'mission', movesAt(lateMs));
      return 'state' in played ? scoreOf(played.state, index) : -1;
    };
    const scores = [0, 60, 100, 150, 200].map(scoreAt);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores[0]).toBeGreaterThan(scores[4]! + 300);
  });

  it('points at what helps, and away from what breaks the brief', () => {
    let state = startOf(mission, 'mission');
    const done = answer.map((pick, at) => {
      const t = 1000 * (at + 1);
      const wanted = isWanted(state, index, pick.rifff.id, t);
      const [best] = prospectsOf(state, index, pick.rifff.id, t);
      expect(best?.breaks).toEqual([]);
      for (const move of [grab(t, pick), { t: t + 500, do: 'place' } as const]) {
        const next = play(state, index, move);
        if (isState(next)) state = next;
      }
      return wanted;
    });
    expect(done[0]).toBe(true);
    const offers = offersOf(state, index);
    expect(offers.map(({ rifff }) => rifff)).toEqual(index.field.rifffs.map(({ id }) => id));
    for (const { rifff, isWanted: isAsked, best } of offers) {
      expect(isAsked).toBe(isWanted(state, index, rifff));
      if (isAsked) expect([best!.breaks, best!.fit >= 60]).toEqual([[], true]);
    }
    const wrong = index.picks.find(({ loop }) => fitOf(mission, loop, []) < 35);
    if (wrong && wrong.rifff.loops.length === 1) {
      expect(isWanted(startOf(mission, 'mission'), index, wrong.rifff.id)).toBe(false);
    }
  });

  it('tells every cue by a name to hear and to draw, and in words', () => {
    const seen = new Set<string>();
    for (let n = 0; n < examples(3, 30); n++) {
      for (const name of ['careful', 'random', 'sieve'] as const) {
        const { state, moves } = playMission(`20260101-${n}`, index, name);
        let at = startOf(state.mission, 'mission');
        for (const move of moves) {
          const next = play(at, index, move);
          if (!isState(next)) break;
          at = next;
          const shown = cues(at, index, at.t);
          expect(shown.last?.say).toMatch(/^[A-Z].*[a-z]$/);
          for (const cue of shown.last?.cues ?? []) seen.add(cue);
          expect(shown.score).toBe(scoreOf(at, index));
          expect(shown.conditions.map(({ text }) => text)).not.toContain('');
          if (at.hand) expect(shown.hand?.category).toBe(at.hand.loop.category);
        }
      }
    }
    expect([...seen].sort()).toEqual([
      'clash',
      'early',
      'fits',
      'good',
      'grab',
      'late',
      'lift',
      'off',
      'perfect',
      'rubs',
    ]);
    const beat = beatMs(mission);
    expect(beatAt({ mission }, 4 * beat + beat / 4)).toMatchObject({ index: 4, isBar: true });
    expect(cues(startOf(mission, 'mission'), index, 100_000)).toMatchObject({ isHurry: true });
  });

  it('unlocks every visual in some run', () => {
    const found = new Set<string>();
    const { field } = index;
    const easy = indexField({
      ...field,
      rifffs: field.rifffs.map((rifff) => ({ ...rifff, bps: 2, root: 0, scale: 0 })),
      loops: field.loops.map((loop) => ({ ...loop, bps: 2, tones: { root: 0, scale: 0 } })),
    });
    for (let n = 0; n < examples(3, 20); n++) {
      const { state } = playMission(`20260101-${n}`, easy, 'perfect');
      for (const id of unlocksOf(state, easy)) found.add(id);
    }
    expect([...found].sort()).toEqual(UNLOCKS.map(({ id }) => id).sort());
    expect(unlocksOf(startOf(mission, 'mission'), index)).toEqual([]);
  });
});
