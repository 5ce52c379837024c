import { describe, expect, it } from 'vitest';
import { noteNumber, parseLine, parsePattern } from './score.ts';
import { frameOf, loopFrames, session } from './session.ts';

describe('scores', () => {
  it('reads note names', () => {
    expect(['C4', 'Eb3', 'F#5', 'A0'].map(noteNumber)).toEqual([60, 51, 78, 21]);
    expect(() => noteNumber('H2')).toThrow('"H2" is not a note');
  });

  it('reads patterns with velocities and ruffs', () => {
    const { hits, length } = parsePattern('9..r | .5.. .... ....');
    expect(length).toBe(16);
    expect(hits.map(({ step }) => step)).toEqual([0, 3, 3.5, 5]);
    expect(hits[0]!.velocity).toBe(1);
    expect(() => parsePattern('9?')).toThrow('not a sign');
  });

  it('reads chords, slides and words', () => {
    const [chord, slide] = parseLine('C4+E4 0 4 9, ~G4 6 2 5 h-ua');
    expect(chord).toMatchObject({ midis: [60, 64], step: 0, length: 4, velocity: 1, slide: false });
    expect(slide).toMatchObject({ midis: [67], step: 6, label: 'h-ua', slide: true });
  });
});

describe('the grid', () => {
  it('gives the exact frames of a loop', () => {
    expect(loopFrames(64, 122 / 60)).toBe(Math.round((64 / (4 * (122 / 60))) * 48_000));
    expect(loopFrames(64, 2)).toBe(384_000);
  });

  it('moves only the off-beat sixteenths', () => {
    const s = session('test', 120, 1, 0.6);
    expect([0, 1, 2, 3, 4].map((step) => frameOf(s, step) / 6000)).toEqual([0, 1.2, 2, 3.2, 4]);
    expect(frameOf(s, 1, 0.5)).toBe(6000);
  });
});
