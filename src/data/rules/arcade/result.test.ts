import { describe, expect, it } from 'vitest';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import { randomField } from '../../../../tools/arcade/fields.ts';
import { playMission } from '../../../../tools/arcade/players.ts';
import { RifffSchema } from '../../contract/rifff.ts';
import { indexField } from './field.ts';
import { rifffOf } from './result.ts';
import { chanceOf } from './seeds.ts';

describe('what a run leaves', () => {
  const index = indexField(randomField(chanceOf('field leaves'), 40));
  const { state } = playMission('20260101-5', index, 'perfect');
  const loops = new Map(
    index.field.loops.map(({ id, category, bps }) => [
      id,
      loopOf(id, { category, bps, creatorUserName: `maker of ${id}` }),
    ]),
  );
  const options = {
    loops,
    sourceOf: (id: string) => ({ jamId: 'jam', rifffId: `rifff-${id}` }),
    userName: 'Ada',
    id: 'f'.repeat(32),
    created: 5,
  };

  it('is a rifff with its loops in order, at the tempo and key of the mission, with their makers', () => {
    const rifff = rifffOf(state, options)!;
    expect(RifffSchema.parse(rifff)).toEqual(rifff);
    const playing = rifff.state.playback.flatMap(({ slot }) => slot.current ?? []);
    const placed = [...state.placed].sort((a, b) => a.slot - b.slot);
    expect(playing.map(({ currentLoop }) => currentLoop)).toEqual(
      placed.map(({ loop }) => loop.id),
    );
    const { bps, root, scale } = state.mission;
    expect([rifff.state.bps, rifff.root, rifff.scale]).toEqual([bps, root, scale]);
    expect(rifff.creators).toEqual(placed.map(({ loop }) => `maker of ${loop.id}`));
    const sources = placed.map(({ rifff: { id } }) => `rifff-${id}`);
    expect(sources).toContain(rifff.parent?.rifffId);
    playing.forEach(({ playbackRate, pitchShiftSettings }, at) => {
      const stretched = Math.abs((bps * playbackRate) / placed[at]!.loop.bps - 1) > 1e-6;
      expect(pitchShiftSettings.timeStretch).toBe(stretched);
      expect('autoKeyMatchRange' in pitchShiftSettings).toBe(placed[at]!.loop.tones !== null);
    });
  });

  it('leaves out what is gone, has no parent where none can be, and is nothing without loops', () => {
    const [gone, ...left] = [...state.placed].sort((a, b) => a.slot - b.slot);
    const some = new Map(loops);
    some.set(gone!.loop.id, loopOf(gone!.loop.id, { isRemoved: true }));
    const rifff = rifffOf(state, { ...options, loops: some, sourceOf: () => undefined })!;
    expect(rifff.parent).toBeNull();
    expect(rifff.state.playback.flatMap(({ slot }) => slot.current ?? [])).toHaveLength(
      left.length,
    );
    expect(rifffOf(state, { ...options, loops: new Map() })).toBeNull();
  });
});
