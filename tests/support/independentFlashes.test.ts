import { describe, expect, it } from 'vitest';
import { STAGE_LOOK_IDS } from '../../src/data/contract/stageLooks.ts';
import { FlashSeries } from '../../src/drawing/flashes.ts';
import { examples } from './examples.ts';
import { independentFlashes } from './independentFlashes.ts';
import { SIDE as STORM_SIDE, stormPictures } from './lookStorm.ts';
import { generalChanges } from './placeChanges.ts';

const SIDE = 90;
const WHITE = 0xffffff;
const RED = 0xff0000;

/** Pictures of `seconds`, 60 in each; `ink` is asked for each pixel. */
const film = (seconds: number, ink: (second: number, x: number, y: number) => number) =>
  Array.from({ length: Math.round(60 * seconds) + 1 }, (_, frame) =>
    Uint32Array.from({ length: SIDE * SIDE }, (_, at) =>
      ink(frame / 60, at % SIDE, Math.floor(at / SIDE)),
    ),
  );
const isOn = (second: number, hertz: number) => Math.floor(second * 2 * hertz + 1e-6) % 2 === 1;
const grey = (value: number) => value * 0x010101;

const count = (seconds: number, ink: (second: number, x: number, y: number) => number) =>
  independentFlashes(film(seconds, ink), SIDE);

describe('independentFlashes', () => {
  it.each([2, 3, 4, 10])(
    'counts %i a second where all of the picture flashes so often',
    (hertz) => {
      const { general, inTurns } = count(2, (second) => (isOn(second, hertz) ? WHITE : 0));
      expect(general).toBe(hertz);
      expect(inTurns).toBe(hertz);
    },
  );

  it('counts a quarter of a field, wherever it lies, and nothing that is smaller', () => {
    const square = (side: number, left: number) => (second: number, x: number, y: number) =>
      x >= left && x < left + side && y >= 30 && y < 30 + side && isOn(second, 5) ? WHITE : 0;
    // A field is 30 pixels wide; half of that each way is a quarter of it.
    expect(count(1.5, square(16, 20)).general).toBe(5);
    expect(count(1.5, square(12, 20)).general).toBe(0);
  });

  it('counts narrow bars that flash at once as one area', () => {
    const bars = (second: number, x: number) => (x % 8 < 2 && isOn(second, 5) ? WHITE : 0);
    expect(count(1.5, bars).general).toBe(5);
  });

  it('counts a change of a tenth, and none whose darker side is bright', () => {
    // Relative luminances of these greys: .051 and .159; .051 and .139; .807 and .939.
    const between = (low: number, high: number) => (second: number) =>
      grey(isOn(second, 6) ? high : low);
    expect(count(1, between(64, 111)).general).toBe(6);
    expect(count(1, between(64, 104)).general).toBe(0);
    expect(count(1, between(232, 248)).general).toBe(0);
  });

  it('counts a slow fade once, with ripples on it', () => {
    const fade = (second: number) =>
      grey(Math.round(180 * (1 - Math.abs(second - 1)) + (isOn(second, 15) ? 8 : 0)));
    expect(count(2, fade)).toEqual({ general: 1, red: 0, inTurns: 1 });
    expect(
      generalChanges(Array.from({ length: 121 }, (_, at) => 1 - Math.abs(at / 60 - 1))),
    ).toEqual([30, 90]);
  });

  it('counts places that flash in turns as often as the field flashes', () => {
    // Two halves of a field, twice a second each, one after the other.
    const turns = (second: number, x: number) => {
      const step = Math.floor(second * 8 + 1e-6) % 4;
      return (step === 0 && x % 30 < 15) || (step === 2 && x % 30 >= 15) ? WHITE : 0;
    };
    const { general, inTurns } = count(2, turns);
    expect(general).toBe(2);
    expect(inTurns).toBe(4);
  });

  it('counts a light that runs through four quarters of a field', () => {
    const runs = (second: number, x: number, y: number) => {
      const quarter = (x % 30 < 15 ? 0 : 1) + (y % 30 < 15 ? 0 : 2);
      return quarter === Math.floor(second * 5 + 1e-6) % 4 ? WHITE : 0;
    };
    expect(independentFlashes(film(2, runs), SIDE, { places: 90 })).toMatchObject({
      general: 1,
      // The fifth ends with the next second.
      inTurns: 4,
    });
  });

  it('takes a thin line that sweeps through for no flash, and a wide bar for one', () => {
    const bar = (width: number) => (second: number, x: number) =>
      (x / SIDE + second * 5) % 1 < width ? WHITE : 0;
    expect(count(1.1, bar(0.03))).toEqual({ general: 0, red: 0, inTurns: 0 });
    expect(count(1.1, bar(0.5)).general).toBe(5);
  });

  it('counts places that flash as often as each other, each when it likes', () => {
    const own = (second: number, x: number, y: number) =>
      isOn(second + (((x >> 1) * 7 + (y >> 1) * 13) % 25) / 100, 4) ? WHITE : 0;
    expect(count(1, own).general).toBe(4);
  });

  it('counts halves that change places, whose mean is always the same', () => {
    const swapped = (second: number, x: number) => (isOn(second, 5) === x % 30 < 15 ? WHITE : 0);
    expect(count(1.5, swapped).general).toBe(5);
  });

  it('takes a fine checkerboard that changes places for one shade', () => {
    const board = (second: number, x: number, y: number) =>
      isOn(second, 10) === ((x + y) % 2 === 0) ? WHITE : 0;
    expect(count(1, board)).toEqual({ general: 0, red: 0, inTurns: 0 });
  });

  it('counts a saturated red, to another hue of the same light and to dark', () => {
    // The grey has the red's luminance, .213.
    const red = count(2, (second) => (isOn(second, 4) ? RED : grey(127)));
    expect(red).toMatchObject({ general: 0, red: 4, inTurns: 4 });
    expect(count(2, (second) => (isOn(second, 3) ? RED : 0x0d0d0d)).red).toBe(3);
    // An orange, of which two thirds are red.
    expect(count(2, (second) => (isOn(second, 4) ? 0xff9a00 : grey(127))).red).toBe(0);
  });

  it('finds the worst second of several', () => {
    const burst = (second: number) => (second > 1.2 && second < 2 && isOn(second, 6) ? WHITE : 0);
    expect(count(3, burst).general).toBe(5);
  });
});

describe('the count of the product and this one', () => {
  /** Both counts of pictures. */
  function both(pictures: readonly Uint32Array[], side: number) {
    const series = new FlashSeries();
    for (const pixels of pictures) series.add(pixels, side);
    const { general, red, inTurns } = independentFlashes(pictures, side);
    return { product: series.most, other: Math.max(general, red, inTurns), general, red, inTurns };
  }
  const agree = ({ product, other }: { product: number; other: number }) =>
    product > 3 === other > 3;

  const FILMS: Record<string, (second: number, x: number, y: number) => number> = {
    'two a second': (second) => (isOn(second, 2) ? WHITE : 0),
    'three a second': (second) => (isOn(second, 3) ? WHITE : 0),
    'four a second': (second) => (isOn(second, 4) ? WHITE : 0),
    'a quarter of a field': (second, x, y) =>
      x >= 20 && x < 36 && y >= 30 && y < 46 && isOn(second, 5) ? WHITE : 0,
    'less than a quarter': (second, x, y) =>
      x >= 20 && x < 32 && y >= 30 && y < 42 && isOn(second, 5) ? grey(127) : 0,
    'halves in turns': (second, x) => {
      const step = Math.floor(second * 10 + 1e-6) % 4;
      return (step === 0 && x % 30 < 15) || (step === 2 && x % 30 >= 15) ? WHITE : 0;
    },
    'halves that change places': (second, x) => (isOn(second, 5) === x % 30 < 15 ? WHITE : 0),
    'red and grey': (second) => (isOn(second, 4) ? RED : grey(127)),
    'red and dark, three times': (second) => (isOn(second, 3) ? RED : 0x0d0d0d),
    'a slow fade': (second) => grey(Math.round(180 * (1 - Math.abs(second - 1)))),
    'a fine board': (second, x, y) => (isOn(second, 10) === ((x + y) % 2 === 0) ? WHITE : 0),
  };
  it.each(Object.keys(FILMS))('find the same dangerous: %s', (name) => {
    const counts = both(film(1.2, FILMS[name]!), SIDE);
    expect(agree(counts), JSON.stringify(counts)).toBe(true);
  });

  it('differ where something small is bright: the product counts the mean of a ninth besides', () => {
    const small = (second: number, x: number, y: number) =>
      x >= 20 && x < 32 && y >= 30 && y < 42 && isOn(second, 5) ? WHITE : 0;
    expect(both(film(1.2, small), SIDE)).toMatchObject({ product: 5, other: 0 });
  });

  it.each(examples(STAGE_LOOK_IDS.slice(0, 4), STAGE_LOOK_IDS))(
    'find the same dangerous in storms: %s',
    (look) => {
      for (let seed = 1; seed <= examples(1, 4); seed++) {
        const swapsTo = seed % 2 ? [] : STAGE_LOOK_IDS;
        const of = { seed, turnSec: 0.3 * seed, isNoise: seed > 2, look, swapsTo };
        const pictures = Array.from(stormPictures(of), ({ pixels }) => pixels.slice());
        const counts = both(pictures, STORM_SIDE);
        if (process.env.RONDO_COUNTS) console.log(look, seed, JSON.stringify(counts));
        expect(agree(counts), JSON.stringify(counts)).toBe(true);
      }
    },
  );
});
