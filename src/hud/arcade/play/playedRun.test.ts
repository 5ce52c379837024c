import { describe, expect, it } from 'vitest';
import { randomField } from '../../../../tools/arcade/fields.ts';
import type { ArcadeMode, Move } from '../../../data/contract/arcade.ts';
import { cues } from '../../../data/rules/arcade/cues.ts';
import { indexField } from '../../../data/rules/arcade/field.ts';
import { answerStamps, makeMission } from '../../../data/rules/arcade/mission.ts';
import { progressOfAll } from '../../../data/rules/arcade/score.ts';
import { chanceOf } from '../../../data/rules/arcade/seeds.ts';
import { PlayedRun, type PlayedRunOptions } from './playedRun.ts';
import { gainText, handText, hintOf } from './playText.ts';

const index = indexField(randomField(chanceOf('field of runs'), 30));
const { mission, answer } = makeMission('20260101-3', index);

/** A run with a clock of its own, and everything that it told. */
function playing(change: Partial<PlayedRunOptions> & { mode?: ArcadeMode } = {}) {
  const told = { cues: [] as string[], goes: [] as string[], ends: 0 };
  const played = new PlayedRun({
    mission,
    index,
    mode: 'mission',
    heardSec: () => null,
    isSoundComing: () => false,
    onChange: () => {},
    onCue: (ids) => told.cues.push(...ids),
    onGo: (id) => told.goes.push(id),
    onEnd: () => {
      told.ends += 1;
    },
    ...change,
  });
  let nowMs = 1000;
  return {
    played,
    told,
    /** Goes on to a time of the run. */
    to(timeMs: number) {
      if (played.phase === 'waiting') played.tick(nowMs);
      nowMs += timeMs - played.timeMs;
      played.tick(nowMs);
    },
    wish: (wish: Parameters<PlayedRun['wish']>[0], agoMs = 0) =>
      played.wish(wish, nowMs - agoMs, nowMs),
  };
}

const grab = (at: number) =>
  ({ do: 'grab', rifff: answer[at]!.rifff.id, loop: answer[at]!.loop.id }) as const;
/** The moves of a player who knows the answer. */
const script: readonly Move[] = answerStamps(mission, answer.length).flatMap((t, at) => [
  { t: t - 900, ...grab(at) },
  { t, do: 'place' as const },
]);

describe('a run in time', () => {
  it('takes nothing in the count-in, and stamps a move with the moment of the hand', () => {
    const { played, to, wish, told } = playing();
    to(-200);
    expect(played.phase).toBe('count');
    expect(wish(grab(0))).toBe('over');
    to(3000);
    expect(played.phase).toBe('play');
    // A busy page handled the key 80 ms after it was pressed.
    expect(wish(grab(0), 80)).toBeNull();
    expect(played.run.moves[0]?.t).toBe(2920);
    expect(told.cues).toEqual(['grab']);
  });

  it('waits for the sound that is coming, but not for ever', () => {
    let heardSec: number | null = null;
    const { played } = playing({ heardSec: () => heardSec, isSoundComing: () => true });
    played.tick(0);
    played.tick(2000);
    expect(played.phase).toBe('waiting');
    heardSec = 3.3;
    played.tick(2100);
    expect(played.phase).toBe('count');
    const silent = playing({ isSoundComing: () => true }).played;
    silent.tick(0);
    silent.tick(2600);
    expect(silent.phase).toBe('count');
  });

  it('tells of the last ten seconds, and is over with the time, once', () => {
    const { played, to, wish, told } = playing();
    to(94_000);
    expect(told.cues).toEqual([]);
    to(95_500);
    expect([played.isHurry, told.cues]).toEqual([true, ['hurry']]);
    to(105_001);
    to(106_000);
    expect([played.phase, told.ends, told.cues]).toEqual(['over', 1, ['hurry', 'over']]);
    expect(wish(grab(0))).toBe('over');
    expect(played.run.moves).toEqual([]);
  });

  it('ends when the player is done, without hurry where nothing is timed', () => {
    const { played, to, wish, told } = playing({ mode: 'explorer' });
    to(98_000);
    expect(wish(grab(0))).toBeNull();
    expect(played.state.placed).toHaveLength(1);
    expect(wish({ do: 'end' }, 0)).toBeNull();
    expect([told.ends, played.phase]).toEqual([1, 'over']);
    expect(told.cues).not.toContain('hurry');
  });

  it('shows a run again: goes to each rifff in time, makes its moves, and ends after them', () => {
    const { played, to, told, wish } = playing({ script });
    for (let t = 0; t < script.at(-1)!.t; t += 500) to(t);
    expect(wish(grab(0))).toBe('over');
    to(script.at(-1)!.t + 1);
    expect(played.run.moves).toEqual(script);
    expect(told.goes).toEqual(answer.map(({ rifff }) => rifff.id));
    expect(progressOfAll(played.state, index).every(({ isMet }) => isMet)).toBe(true);
    expect(told.ends).toBe(0);
    to(script.at(-1)!.t + 7000);
    expect(told.ends).toBe(1);
  });
});

describe('what a player reads', () => {
  it('has gains with their sign, and none for nothing', () => {
    expect([gainText(1170), gainText(-80), gainText(0)]).toEqual(['+1\u2009170', '−80', '']);
  });

  it('has another hint for whatever is next', () => {
    const { played, to, wish } = playing();
    const hint = (change = {}) =>
      hintOf({
        phase: played.phase,
        isScript: false,
        state: played.state,
        cue: cues(played.state, index, played.state.t),
        isSomebodyThere: true,
        isAskedFor: true,
        chosen: 'vocals',
        ...change,
      });
    to(-10);
    expect(hint()).toBe('Listen: this is the beat to place on');
    to(1000);
    expect(hint({ isSomebodyThere: false })).toMatch(/^Stop before/);
    expect(hint()).toBe('Take the voice: it is asked for');
    expect(hint({ isAskedFor: false })).toMatch(/^Not asked for/);
    expect(hint({ chosen: undefined })).toMatch(/^Nothing is left here/);
    wish(grab(0));
    expect(hint()).toBe('Place it when the line is in a block');
    expect(handText(cues(played.state, index, 0))).toMatch(/ in hand, it fits/);
    for (const move of script.slice(1)) {
      to(move.t);
      const { t: _, ...rest } = move;
      wish(rest);
    }
    expect(hint()).toMatch(/^The brief is met/);
  });
});
