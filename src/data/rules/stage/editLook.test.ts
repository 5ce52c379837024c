import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LookDocument, LookSchema, readLook } from '../../contract/looks.ts';
import { FINISH_KINDS, LOOK_PARAMETERS, LOOK_SOURCES } from '../../contract/stageLooks.ts';
import {
  addFinish,
  addLayer,
  addMod,
  blendLooks,
  calmer,
  choiceOf,
  finishesOf,
  isMovable,
  knobsOf,
  LAYER_KINDS,
  modsOf,
  moveLayer,
  newLook,
  removeFinish,
  removeLayer,
  removeMod,
  setBase,
  setCamera,
  setChoice,
  setFinish,
  setKind,
  setMod,
  setRings,
} from './editLook.ts';

const place = fc.nat({ max: 6 });
const base = fc.nat({ max: 1000 });
const parameter = fc.constantFrom(...LOOK_PARAMETERS);
type Edit = (look: LookDocument) => LookDocument;

/** Anything that the editor can do, with places that may not be there. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.constantFrom(...LAYER_KINDS).map(
    (kind): Edit =>
      (look) =>
        addLayer(look, kind),
  ),
  place.map(
    (at): Edit =>
      (look) =>
        at < look.layers.length ? removeLayer(look, at) : look,
  ),
  fc.tuple(place, place).map(
    ([from, to]): Edit =>
      (look) =>
        moveLayer(look, from, to),
  ),
  fc.tuple(place, fc.constantFrom(...LAYER_KINDS)).map(
    ([at, kind]): Edit =>
      (look) =>
        setKind(look, at, kind),
  ),
  fc.tuple(place, parameter, base).map(
    ([at, name, to]): Edit =>
      (look) =>
        setBase(look, at, name, to),
  ),
  fc.tuple(place, fc.integer({ min: 100, max: 1000 }), fc.integer({ min: 1, max: 16 })).map(
    ([at, size, wedges]): Edit =>
      (look) =>
        setRings(look, at, { size, wedges }),
  ),
  fc.tuple(place, parameter).map(
    ([at, name]): Edit =>
      (look) =>
        at < look.layers.length ? addMod(look, { layer: at, value: name }) : look,
  ),
  fc.tuple(place, fc.constantFrom('distance', 'width', 'turn')).map(
    ([finish, value]): Edit =>
      (look) => {
        const one = finishesOf(look)[finish];
        return one && isMovable(one, value) ? addMod(look, { finish, value }) : look;
      },
  ),
  fc.tuple(place, fc.constantFrom(...LOOK_SOURCES), fc.integer({ min: -1000, max: 1000 })).map(
    ([at, source, amount]): Edit =>
      (look) =>
        setMod(look, at, { source, amount }),
  ),
  place.map(
    (at): Edit =>
      (look) =>
        removeMod(look, at),
  ),
  fc.tuple(place, fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 2, maxLength: 8 })).map(
    ([layer, of]): Edit =>
      (look) =>
        look.layers[layer]?.source === 'rings'
          ? setChoice(look, { layer, value: 'part' }, { everyBars: 2, of })
          : look,
  ),
  fc.record({ tilt: base, turn: base }).map(
    (camera): Edit =>
      (look) =>
        setCamera(look, camera),
  ),
  fc.constantFrom(...FINISH_KINDS).map(
    (kind): Edit =>
      (look) =>
        addFinish(look, kind),
  ),
  place.map(
    (at): Edit =>
      (look) =>
        removeFinish(look, at),
  ),
  fc.tuple(place, fc.constantFrom('distance', 'width', 'pitch', 'turn'), base).map(
    ([at, value, to]): Edit =>
      (look) =>
        setFinish(look, at, value, to),
  ),
  fc.constant<Edit>(calmer),
);

test('whatever is done to a look, it stays one', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
      const look = edits.reduce((now, one) => one(now), newLook());
      expect(readLook(JSON.stringify(look)).reason).toBeUndefined();
      expect(LookSchema.parse(look)).toEqual(look);
    }),
  );
});

const two = () => addLayer(newLook(), 'echo');

test('what moves a layer goes with it, and away with it', () => {
  const look = moveLayer(addMod(two(), { layer: 1, value: 'density' }), 0, 1);
  expect(look.layers.map(({ source }) => source)).toEqual(['echo', 'rings']);
  expect(look.mods).toMatchObject([{ layer: 1 }, { layer: 1 }, { layer: 0 }]);
  const without = removeLayer(look, 1);
  expect(without.mods).toEqual([{ ...look.mods[2], layer: 0 }]);
  expect(removeLayer(without, 0)).toBe(without);
});

test('what moves a finish goes away with it, and stays with the other one', () => {
  const finished = addFinish(addFinish(newLook(), 'lines'), 'shadow');
  const look = addMod(addMod(finished, { finish: 0, value: 'width' }), {
    finish: 1,
    value: 'distance',
  });
  const shadow = { finish: 0, value: 'distance' } as const;
  expect(modsOf(removeFinish(look, 0), shadow)).toMatchObject([{ at: 2 }]);
  expect(removeFinish(look, 0).mods).toHaveLength(3);
  expect(removeFinish(removeFinish(look, 1), 0)).toEqual(newLook());
  expect(
    modsOf(removeLayer(addLayer(look, 'echo'), 0), { finish: 0, value: 'width' }),
  ).toHaveLength(1);
  const far = setMod(look, 3, { amount: 900 });
  expect(blendLooks(look, far, 0.5)?.mods[3]?.amount).toBe(600);
  expect(blendLooks(look, setMod(look, 3, { source: 'beat' }), 0.5)).toBeNull();
});

test('another way of drawing keeps the values of a layer; choices are for rings alone', () => {
  const chosen = setChoice(
    setBase(setRings(newLook(), 0, { size: 500 }), 0, 'cut', 900),
    { layer: 0, value: 'wedges' },
    { everyBars: 2, of: [4, 8] },
  );
  const dots = setKind(chosen, 0, 'dots');
  expect(dots.layers[0]).toMatchObject({ drawn: 'dots', size: 500, cut: 900 });
  expect(choiceOf(dots, { layer: 0, value: 'wedges' })?.of).toEqual([4, 8]);
  const echo = setKind(dots, 0, 'echo');
  expect(echo.layers[0]).toEqual({ source: 'echo', cut: 900 });
  expect(echo.choices).toEqual([]);
});

test('calmer moves less, more slowly, and never the other way', () => {
  const wild = setMod(newLook(), 0, { amount: -1000, fall: 2000 });
  const calm = calmer(wild);
  expect(calm.mods[0]).toMatchObject({ amount: -750, rise: 400, fall: 3000 });
  let look = wild;
  for (let at = 0; at < 40; at++) look = calmer(look);
  expect(Math.abs(look.mods[0]!.amount)).toBeLessThan(3);
});

test('two looks that differ in numbers have looks between them, others have none', () => {
  const from = setBase(newLook(), 0, 'cut', 0);
  const to = setMod(setBase(setRings(newLook(), 0, { size: 400 }), 0, 'cut', 1000), 0, {
    amount: 0,
  });
  const half = blendLooks(from, to, 0.5)!;
  expect(half.layers[0]).toMatchObject({ cut: 500, size: 700 });
  expect(half.mods[0]!.amount).toBe(200);
  expect(blendLooks(from, to, 0)?.layers).toEqual(from.layers);
  expect(blendLooks(from, to, 1)?.layers).toEqual(to.layers);
  expect(blendLooks(from, setKind(to, 0, 'dots'), 0.5)).toBeNull();
  expect(blendLooks(from, setMod(to, 0, { source: 'bar' }), 0.5)).toBeNull();
});

test('cameras slide into each other, and one that is straight above is none', () => {
  const from = newLook();
  const to = setCamera(from, { tilt: 800, turn: 250 });
  expect(blendLooks(from, to, 0.5)?.camera).toEqual({ tilt: 400, turn: 250 });
  expect(blendLooks(to, setCamera(to, { turn: 750 }), 0.5)?.camera?.turn).toBe(500);
  expect(blendLooks(from, from, 0.5)).not.toHaveProperty('camera');
  expect(setCamera(to, { tilt: 0, turn: 0 })).toEqual(from);
});

test('finishes keep their order, are taken away again, and lie between two looks that have the same', () => {
  const plain = newLook();
  const from = addFinish(addFinish(plain, 'lines'), 'shadow');
  expect(finishesOf(from).map(({ kind }) => kind)).toEqual(['lines', 'shadow']);
  expect(addFinish(from, 'dots')).toBe(from);
  expect(addFinish(addFinish(plain, 'dots'), 'dots').finish).toHaveLength(1);
  const to = setFinish(setFinish(from, 0, 'width', 900), 1, 'distance', 100);
  expect(blendLooks(from, to, 0.5)?.finish).toMatchObject([{ width: 600 }, { distance: 300 }]);
  expect(blendLooks(from, removeFinish(from, 1), 0.5)).toBeNull();
  expect(removeFinish(removeFinish(from, 1), 0)).toEqual(plain);
  expect(removeFinish(removeFinish(from, 1), 0)).not.toHaveProperty('finish');
});

test('the knobs of a look are those that move it, each once', () => {
  const look = setMod(setMod(newLook(), 0, { source: 'knob7' }), 1, { source: 'knob2' });
  expect(knobsOf(look)).toEqual([2, 7]);
  expect(knobsOf(newLook())).toEqual([]);
});
