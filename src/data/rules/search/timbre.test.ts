import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStarterManifest } from '../../../../packages/starter-content/manifest.ts';
import { encodeBytes } from '../../contract/loopData.ts';
import { nearestFirst, timbreBytes, timbreDistance } from './timbre.ts';

const timbre = fc.uint8Array({ minLength: 26, maxLength: 26 });

describe('timbres', () => {
  it('are apart as distances are', () => {
    fc.assert(
      fc.property(timbre, timbre, timbre, (a, b, c) => {
        expect(timbreDistance(a, a)).toBe(0);
        expect(timbreDistance(a, b)).toBe(timbreDistance(b, a));
        const around = timbreDistance(a, b) + timbreDistance(b, c);
        expect(timbreDistance(a, c)).toBeLessThanOrEqual(around + 1e-9);
      }),
    );
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['no base64', '***'],
    ['another length', encodeBytes(new Uint8Array(25).fill(1))],
    ['silence', encodeBytes(new Uint8Array(26))],
  ])('are not there for %s', (_, stored) => {
    expect(timbreBytes(stored)).toBeNull();
  });

  it('order loops by their distance, ties by id, without those that were not measured', () => {
    const of = (value: number) => encodeBytes(new Uint8Array(26).fill(value));
    const loops = [
      { id: 'far', timbre: of(200) },
      { id: 'b', timbre: of(99) },
      { id: 'silent', timbre: of(0) },
      { id: 'a', timbre: of(101) },
      { id: 'unknown' },
    ];
    expect(nearestFirst(timbreBytes(of(100))!, loops)).toEqual(['a', 'b', 'far']);
  });

  it('of the starter pack are most like those of their own category', () => {
    const { loops } = readStarterManifest('assets/starter');
    const byId = new Map(loops.map((loop) => [loop._id, loop]));
    const near = loops.flatMap(({ _id, category, timbre: stored }) => {
      const others = loops.filter((loop) => loop._id !== _id);
      const ids = nearestFirst(
        timbreBytes(stored)!,
        others.map((loop) => ({ id: loop._id, timbre: loop.timbre })),
      );
      return ids.slice(0, 5).map((id) => byId.get(id)?.category === category);
    });
    expect(near.filter(Boolean).length / near.length).toBeGreaterThanOrEqual(0.6);
  });
});
