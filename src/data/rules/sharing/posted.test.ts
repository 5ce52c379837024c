import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rifff, RifffSchema } from '../../contract/rifff.ts';
import { authoredRifff, canonicalRifff, postedRifffFault } from './posted.ts';

const playback = Array.from({ length: 8 }, () => ({ slot: { current: null } }));
const rifffWith = (extra: Record<string, unknown> = {}): Rifff =>
  RifffSchema.parse({
    _id: 'one',
    created: 1,
    userName: '',
    state: { barLength: 16, bps: 2, playback },
    loops: [],
    ...extra,
  });
const canonical = (rifff: Rifff) => canonicalRifff(authoredRifff(rifff));

describe('a posted rifff', () => {
  it('may carry unknown keys up to 8 kB, wherever they stand', () => {
    expect(postedRifffFault(rifffWith({ note: 'x'.repeat(8100) }))).toBeNull();
    expect(postedRifffFault(rifffWith({ note: 'x'.repeat(8200) }))?.reason).toContain('8192');
    const slots = playback.map(() => ({ effects: 'x'.repeat(1024), slot: { current: null } }));
    const spread = rifffWith({ state: { barLength: 16, bps: 2, playback: slots } });
    expect(postedRifffFault(spread)?.reason).toContain('8192');
  });

  it('names where a null character or an endless number stands', () => {
    expect(postedRifffFault(rifffWith({ a: { b: ['\0'] } }))?.field).toBe('rifff.a.b.0');
    expect(postedRifffFault(rifffWith({ a: Number.POSITIVE_INFINITY }))?.field).toBe('rifff.a');
  });

  it('is not judged by what the server would replace anyway', () => {
    expect(
      postedRifffFault(rifffWith({ peakData: Array(5000).fill(0.123), loops: [] })),
    ).toBeNull();
  });

  it('plays its slots at rates that a rifff may have, whatever was posted', () => {
    const rates = [0.25, 0.5, 0.6, 1, 1.1, 1.4, 2, 4];
    const slots = rates.map((playbackRate) => ({
      slot: { current: { currentLoop: 'a', playbackRate } },
    }));
    const { state } = authoredRifff(
      rifffWith({ state: { barLength: 16, bps: 2, playback: slots } }),
    );
    const held = state.playback.map(({ slot }) => slot.current?.playbackRate);
    expect(held).toEqual([0.5, 0.5, 0.5, 1, 1, 1.5, 2, 2]);
  });

  it.each([
    ['ff4d9de0', 'ff4d9de0'],
    ['fffa8320', undefined],
    ['red', undefined],
  ])('of the colour %s keeps %s', (posted, kept) => {
    expect(authoredRifff(rifffWith({ colour: posted })).colour).toBe(kept);
  });

  it('has one canonical form, whatever the order of keys and the fields of the server', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,4}_$/), fc.jsonValue()),
        fc.nat(),
        (extra, created) => {
          const turned = Object.fromEntries(Object.entries(extra).reverse());
          const stamped = { ...turned, created, jamId: 'j', userName: 'u', magnitude: 0.5 };
          expect(canonical(rifffWith(stamped))).toBe(canonical(rifffWith(extra)));
        },
      ),
    );
  });

  it('differs in canonical form when anything of its author differs', () => {
    const forms = [
      {},
      { root: 1 },
      { note: 1 },
      { note: [1] },
      { note: { 0: 1 } },
      { parent: { jamId: 'a', rifffId: 'b' } },
    ];
    expect(new Set(forms.map((extra) => canonical(rifffWith(extra)))).size).toBe(forms.length);
  });
});
