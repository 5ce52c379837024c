import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LoopSchema } from '../../../data/contract/loop.ts';
import { RifffSchema } from '../../../data/contract/rifff.ts';
import { recognise } from '../recognise.ts';
import { tarOf } from '../testing/bundles.ts';
import { itemsOf } from '../testing/items.ts';
import { hexOf, riffOf, riffText, stemOf, stemText, yamlOf } from '../testing/lore.ts';
import { hexFloat, riffLine, stemLine } from './archiveLines.ts';
import { readLore } from './readLore.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);
const SOUND = new Uint8Array([1, 2, 3]);
const tar = await tarOf({ [`bandabcdef0123/a/${A}`]: SOUND, [`bandabcdef0123/b/${B}`]: SOUND });
const riffs = [riffOf('r2', [A, B], { createdSec: 1_600_000_200, user: 'tom' }), riffOf('r1', [A])];

describe('lines of an archive', () => {
  it('say numbers exactly, as both writers spell them', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), (x) => {
        fc.pre(x === 0 || Math.abs(x) > 1e-6);
        expect(hexFloat(hexOf(x))).toBe(x === 0 ? 0 : x);
        expect(hexFloat(hexOf(x, true))).toBe(x === 0 ? 0 : x);
      }),
    );
    expect(hexFloat('nan')).toBeNaN();
  });

  it('are read as they were written, whatever stands in names', () => {
    const name = fc
      .string({ unit: 'grapheme', maxLength: 24 })
      .filter((text) => !/[\r\n]|",/.test(text));
    fc.assert(
      fc.property(
        name,
        name,
        fc.constantFrom('c++' as const, 'go' as const),
        (user, preset, how) => {
          const riff = riffOf('r1', [A, B], { user });
          expect(riffLine(riffText(riff, how))).toEqual(riff);
          expect(riffLine(riffText(riff, how, ''))).toEqual(riff);
          const stem = stemOf(A, { user, preset, isMic: true });
          expect(stemLine(stemText(stem, how))).toEqual(stem);
        },
      ),
    );
    const quoted = riffOf('r', [A], { user: 'the "real", 5 tom' });
    expect(riffLine(riffText(quoted, 'c++'))).toEqual(quoted);
  });

  it('that would keep a reader busy are no lines', () => {
    for (const evil of ['"'.repeat(4000), '", "'.repeat(1000), ` "a": ["${'", 1'.repeat(900)}`]) {
      expect(riffLine(evil)).toBeNull();
      expect(stemLine(` "a": ["", "", "", "", 1, 1, 1, ${evil}`)).toBeNull();
    }
  });
});

describe('a LORE archive', () => {
  it.each(['c++', 'go'] as const)(
    'comes with ids, times, people, gains and order (%s)',
    async (spelling) => {
      const yaml = yamlOf(riffs, [stemOf(A), stemOf(B, { isDrum: false, isBass: true })], {
        spelling,
      });
      const found = await recognise([
        { path: 'x/orx.one.yaml', blob: yaml },
        { path: 'x/other.tar', blob: tar },
      ]);
      expect(found).toMatchObject({ parts: [{ kind: 'lore', name: 'Night bus' }], unknown: [] });
      const { kinds, jams, people, loops, rifffs } = await itemsOf(found.source());
      expect(kinds).toBe('jam person loop person rifff loop rifff');
      expect(jams[0]!.jam).toMatchObject({ id: 'bandabcdef0123', created: 1_600_000_000_000 });
      expect(people).toEqual(['tom', 'mia']);
      expect(loops[0]!.loop).toMatchObject({
        _id: A,
        creatorUserName: 'tom',
        created: 1_590_000_000_000,
        category: 'drums',
        name: 'Dust Kit',
        primaryColour: 'ff4d9de0',
        length16ths: 16,
        bps: 2,
        isDrum: true,
      });
      expect(loops[1]!.loop.category).toBe('bass');
      expect((await loops[0]!.sound()).file.size).toBe(3);
      expect(rifffs.map(({ _id, parent }) => [_id, parent?.rifffId])).toEqual([
        ['r1', undefined],
        ['r2', 'r1'],
      ]);
      expect(rifffs[0]).toMatchObject({ userName: 'mia', root: 9, scale: 5, app_version: 42 });
      expect(rifffs[0]!.state).toMatchObject({ bps: Math.fround(2.05), barLength: 16 });
      expect(rifffs[1]!.state.playback[1]!.slot.current).toMatchObject({
        currentLoop: B,
        gain: 0.75,
      });
      expect(rifffs[1]!.state.playback[2]!.slot.current).toBeNull();
      for (const rifff of rifffs) expect(RifffSchema.safeParse(rifff).success).toBe(true);
      for (const { loop } of loops) expect(LoopSchema.safeParse(loop).success).toBe(true);
    },
  );

  it('with wild data gives what is whole, and a reason for each of the rest', async () => {
    const odd = [
      riffOf('r1', [A, 'gone'], { barLength: 99, root: 40, scale: -1 }),
      riffOf('r2', [B], { bps: 0 }),
      '  "r3": ["half',
      riffOf('r4', ['weird id/ü'.replace(' ', '')], { user: '\u202eevil' }),
      riffOf('r1', [A]),
      riffOf('r5', [A], {
        slots: [
          { stemId: '', gain: 99, isOn: true },
          { stemId: A, gain: 99, isOn: true },
        ],
      }),
    ];
    const stems = [
      stemOf(A, { barLength: 0, colour: 'no colour', preset: 'Say "hi" \\o/' }),
      stemOf('weirdid/ü', { length16ths: Number.NaN }),
    ];
    const { rifffs, loops, skipped, jams } = await itemsOf(
      readLore(yamlOf(odd, stems, { jamName: '', jamId: 'the (odd) one' }), tar),
    );
    expect(skipped).toEqual([
      'stem gone: the archive says nothing of it',
      'riff r2: its tempo, 0 bpm, is no tempo',
      'stem weirdid/ü: NaN sixteenths are no length',
      'riff in line 9: the line is damaged',
    ]);
    expect(jams[0]!.jam).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'the (odd) one',
    });
    expect(loops.map(({ loop }) => loop.name)).toEqual(['Say "hi" \\o/']);
    expect(rifffs.map(({ _id, parent }) => [_id, parent?.rifffId])).toEqual([
      ['r1', undefined],
      ['r4', 'r1'],
      ['r5', 'r4'],
    ]);
    expect(rifffs[0]).toMatchObject({ root: 0, scale: 0, state: { barLength: 16 } });
    expect(rifffs[1]!.userName).toBe('evil');
    expect(rifffs[2]!.state.playback[1]!.slot.current!.gain).toBe(16);
    for (const rifff of rifffs) expect(RifffSchema.safeParse(rifff).success).toBe(true);
  });

  it('without half of it says which half', async () => {
    const yaml = yamlOf(riffs, [stemOf(A)]);
    const lonely = await recognise([{ path: 'orx.a.yaml', blob: yaml }]);
    expect(lonely.unknown[0]!.reason).toMatch('.tar that belongs to it is missing');
    expect((await recognise([{ path: 'orx.a.tar', blob: tar }])).unknown[0]!.reason).toMatch(
      '.yaml',
    );
    const cut = await itemsOf(readLore(yaml, tar.slice(0, 514)));
    expect(cut.skipped).toContain(`the sound of stem ${A}: the archive ends inside it`);
    await expect(cut.loops[0]!.sound()).rejects.toThrow('not in the archive');
  });
});
