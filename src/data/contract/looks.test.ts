import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_LOOKS } from '../../drawing/jam/builtInLooks.ts';
import { MAX_LOOK_BYTES, readLook, type WrittenLook } from './looks.ts';
import { STAGE_LOOK_IDS } from './stageLooks.ts';

const plain: WrittenLook = {
  v: 1,
  name: 'Plain',
  ground: 'ground',
  layers: [{ source: 'rings', drawn: 'filled' }],
};
const read = (value: unknown) => readLook(JSON.stringify(value));
const reasonOf = (value: unknown) => read(value).reason;

describe('a look as a document', () => {
  test('is read with everything that it leaves out', () => {
    expect(read(plain).look).toEqual({
      ...plain,
      layers: [{ source: 'rings', drawn: 'filled', size: 1000, wedges: 1, part: 0 }],
      mods: [],
      choices: [],
    });
  });

  test.each(STAGE_LOOK_IDS)('%s is one, and reads as it was written', (id) => {
    const text = JSON.stringify(BUILT_IN_LOOKS[id]);
    expect(new TextEncoder().encode(text).length).toBeLessThan(MAX_LOOK_BYTES / 4);
    expect(readLook(text)).toEqual({ look: BUILT_IN_LOOKS[id] });
  });

  test('says in one sentence what is wrong', () => {
    expect(readLook('{').reason).toBe('This is not a look: it is no JSON.');
    expect(reasonOf({ ...plain, v: 2 })).toBe('This look was made by a newer version of Rondo.');
    expect(reasonOf({ ...plain, layers: [{ source: 'fountain' }] })).toContain('layers.0.source');
    expect(reasonOf({ ...plain, layers: [] })).toContain('layers');
    expect(reasonOf({ ...plain, script: 'alert(1)' })).toContain('script');
    expect(reasonOf({ ...plain, name: ' ' })).toContain('name');
    const mod = { layer: 1, value: 'cut', source: 'bass', amount: 10 };
    expect(reasonOf({ ...plain, mods: [mod] })).toContain('names a layer that is not there');
    expect(reasonOf({ ...plain, mods: [{ ...mod, layer: 0, amount: Number.NaN }] })).toContain(
      'mods.0.amount',
    );
    const choice = { layer: 0, value: 'wedges', everyBars: 1, of: [0, 4] };
    expect(reasonOf({ ...plain, choices: [choice] })).toContain('a value that it cannot have');
    const many = Array.from({ length: 10_000 }, () => plain.layers[0]);
    expect(reasonOf({ ...plain, layers: many })).toBe('A look may have 8192 bytes at most.');
  });

  test('has a camera, or is seen from straight above', () => {
    expect(read({ ...plain, camera: { tilt: 1000 } }).look?.camera).toEqual({
      tilt: 1000,
      turn: 0,
    });
    expect(read(plain).look).not.toHaveProperty('camera');
    const reason = (camera: unknown) => reasonOf({ ...plain, camera });
    expect(reason({ tilt: 1001, turn: 0 })).toMatch(
      /^This look cannot be read: camera\.tilt: .+\.$/,
    );
    expect(reason({ tilt: 0.5, turn: 0 })).toContain('camera.tilt');
    expect(reason({ turn: 100 })).toContain('camera.tilt');
    expect(reason({ tilt: 100, turn: 0, roll: 1 })).toMatch(/camera: .*roll/);
  });

  test('has two finishes at most, each kind once, or says nothing of them', () => {
    const finish = [{ kind: 'dots' }, { kind: 'shadow', distance: 0, turn: 1000 }];
    expect(read({ ...plain, finish }).look?.finish).toEqual([
      { kind: 'dots', width: 400, pitch: 300, turn: 0 },
      finish[1],
    ]);
    expect(read(plain).look).not.toHaveProperty('finish');
    const reason = (...finish: unknown[]) => reasonOf({ ...plain, finish });
    expect(reason({ kind: 'glow' })).toMatch(/^This look cannot be read: finish\.0\.kind: .+\.$/);
    expect(reason({ kind: 'lines', width: 1001 })).toContain('finish.0.width');
    expect(reason({ kind: 'plates', turn: 0.5 })).toContain('finish.0.turn');
    expect(reason({ kind: 'shadow', pitch: 1 })).toMatch(/finish\.0: .*pitch/);
    expect(reason({ kind: 'lines' }, { kind: 'lines', turn: 500 })).toBe(
      'This look cannot be read: finish: has one kind twice.',
    );
    expect(reason({ kind: 'lines' }, { kind: 'dots' }, { kind: 'shadow' })).toContain('finish');
  });

  test('moves of a finish what can be moved without stripes that travel', () => {
    const finish = [{ kind: 'lines' }, { kind: 'shadow' }];
    const mod = { finish: 0, value: 'width', source: 'level', amount: 500 };
    const written = { ...plain, finish, mods: [mod, { ...mod, finish: 1, value: 'turn' }] };
    expect(read(written).look?.mods[0]).toEqual({ ...mod, rise: 0, fall: 0 });
    const reason = (one: unknown) => reasonOf({ ...written, mods: [one] });
    for (const value of ['pitch', 'turn', 'distance']) {
      expect(reason({ ...mod, value })).toMatch(/^This look cannot be read: mods.+\.$/);
    }
    expect(reason({ ...mod, finish: 1 })).toContain('what of it cannot move');
    expect(reasonOf({ ...written, finish: undefined })).toContain(
      'names a finish that is not there',
    );
    expect(reason({ ...mod, amount: 1001 })).toContain('mods.0.amount');
    expect(reason({ ...mod, layer: 0 })).toMatch(/mods\.0: .+/);
  });

  test('never throws, and what it takes it takes again', () => {
    const json = fc.oneof(
      fc.json(),
      fc.record({ ...Object.fromEntries(Object.keys(plain).map((key) => [key, fc.jsonValue()])) }),
    );
    fc.assert(
      fc.property(json, (value) => {
        const { look, reason } = readLook(
          typeof value === 'string' ? value : JSON.stringify(value),
        );
        if (look) expect(read(look).look).toEqual(look);
        else expect(reason).toMatch(/^(This|A) look .+\.$|^This is not a look: it is no JSON\.$/);
      }),
    );
  });
});
