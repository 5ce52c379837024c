import { expect, it } from 'vitest';
import { makeLoop, makeRifff, noise, sine } from '../../../../tests/audio/loops.ts';
import { savedLookOf } from '../../../../tests/support/savedLookOf.ts';
import { categoryOf } from '../../../data/contract/categories.ts';
import type { LookDocument } from '../../../data/contract/looks.ts';
import {
  type LookGround,
  STAGE_LOOK_IDS,
  STAGE_LOOKS,
  type StageLook,
} from '../../../data/contract/stageLooks.ts';
import { toggleMute } from '../../../data/rules/draft/draft.ts';
import { css } from '../../../drawing/canvas.ts';
import { channels, contrast, TOKENS } from '../../../drawing/tokens.ts';
import { createPainter, videoLayout } from './videoPainter.ts';

const SIZE = { width: 540, height: 540 };
/** Largest difference from the ground, of 255, that a viewer does not see. */
const FAINT = 8;
const rifff = makeRifff(
  ['drums', 'bass', 'leads', 'chords'].map((category, at) => ({
    ...makeLoop({ sound: at % 2 ? sine(220) : noise(at), category }),
    peaks: btoa(
      String.fromCharCode(...Array.from({ length: 64 }, (_, n) => (n * 37 * (at + 1)) % 256)),
    ),
  })),
);
const words = {
  title: 'A title that is far too long to stand in one line of a square',
  makers: 'ana, bo',
};

type Look = StageLook | LookDocument;

/** @param read which of the moments; left out, all of them */
async function pixels(
  one: typeof rifff,
  secs: number[],
  look: Look | null = null,
  read = (_at: number) => true,
): Promise<Uint8ClampedArray[]> {
  const painter = await createPainter(one, words, SIZE, look);
  const all = secs.flatMap((sec, at) => {
    painter.paint(sec);
    if (!read(at)) return [];
    const context = (painter.canvas as HTMLCanvasElement).getContext('2d')!;
    return [context.getImageData(0, 0, SIZE.width, SIZE.height).data];
  });
  painter.dispose();
  return all;
}

/** Share of the picture that has a colour. */
function share(data: Uint8ClampedArray, colour: string): number {
  const wanted = channels(colour);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (wanted.every((value, c) => Math.abs(data[at + c]! - value) <= 2)) count += 1;
  }
  return count / (data.length / 4);
}

/** How many bytes of two pictures differ by more than so much. */
function differing(one: Uint8ClampedArray, other: Uint8ClampedArray, most = 0): number {
  let count = 0;
  for (let at = 0; at < one.length; at++) {
    if (Math.abs(one[at]! - other[at]!) > most) count += 1;
  }
  return count;
}

/** The colour of a pixel of a picture so wide, as `#rrggbb`. */
function colourAt(data: Uint8ClampedArray, x: number, y: number, width = SIZE.width): string {
  const at = (y * width + x) * 4;
  return css((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
}

/** The strip of the picture with the words, from the title to its lower edge. */
function wordsOf(data: Uint8ClampedArray): Uint8ClampedArray {
  const { words: place, titlePx } = videoLayout(SIZE.width, SIZE.height);
  return data.slice((place.y - titlePx) * SIZE.width * 4);
}

it('draws every ring in its ink, the notch at the beat, and the words inside the picture', async () => {
  const [first, again, later] = await pixels(rifff, [1, 1, 5]);
  for (const slug of ['drums', 'bass', 'leads', 'chords']) {
    expect(share(first!, categoryOf(slug).ink)).toBeGreaterThan(0.01);
  }
  expect(share(first!, TOKENS.paper)).toBeGreaterThan(0.002);
  expect(first).toEqual(again);
  const moved = first!.filter((value, at) => Math.abs(value - later![at]!) > 40).length;
  expect(moved).toBeGreaterThan(500);
  const column = (x: number) =>
    Array.from({ length: SIZE.height }, (_, y) => first![(y * SIZE.width + x) * 4]);
  expect(new Set(column(SIZE.width - 2)).size).toBe(1);
});

it('is the same a turn later, and a muted ring is not in full ink', async () => {
  const [first, round] = await pixels(rifff, [3, 3 + 16]);
  expect(first).toEqual(round);
  const ink = categoryOf('bass').ink;
  const [muted] = await pixels(toggleMute(rifff, 1), [3]);
  expect(share(muted!, ink)).toBeLessThan(0.6 * share(first!, ink));
});

it('leaves nothing of an ink inside the notch', async () => {
  const { centre, radius } = videoLayout(SIZE.width, SIZE.height);
  const ground = channels(TOKENS.ground);
  const secs = [1, 3.3, 6, 11.7];
  const all = await pixels(rifff, secs);
  all.forEach((data, at) => {
    const angle = (2 * Math.PI * secs[at]!) / 16;
    for (let far = 0.2 * radius; far < 0.9 * radius; far++) {
      const x = Math.floor(centre.x + far * Math.sin(angle));
      const y = Math.floor(centre.y - far * Math.cos(angle));
      const from = (y * SIZE.width + x) * 4;
      const off = ground.map((value, c) => Math.abs(data[from + c]! - value));
      expect(Math.max(...off), `${secs[at]} s, ${far.toFixed(0)} px out`).toBeLessThanOrEqual(
        FAINT,
      );
    }
  });
});

/** Twelve pictures one after the other, a third of the way round. */
const ROW = Array.from({ length: 12 }, (_, at) => 5 + at / 30);

/** A look that draws hardly anything on a ground. */
const hardly = (ground: LookGround): LookDocument => ({
  ...savedLookOf('small').document,
  ground,
  layers: [{ source: 'rings', drawn: 'dots', size: 100, wedges: 1, part: 0 }],
});

it.each(STAGE_LOOK_IDS)('draws by %s, twice the same, and keeps it off the words', async (look) => {
  const [plain] = await pixels(rifff, [ROW.at(-1)!]);
  const one = await pixels(rifff, ROW, look);
  const other = await pixels(rifff, ROW, look);
  expect(one.map((data, at) => differing(data, other[at]!))).toEqual(ROW.map(() => 0));
  expect(differing(one.at(-1)!, plain!, 40)).toBeGreaterThan(5000);
  expect(differing(one.at(-1)!, one[0]!, 40)).toBeGreaterThan(100);
  const [bare] = await pixels(rifff, [5], hardly(STAGE_LOOKS[look].ground));
  for (const data of one) expect(differing(wordsOf(data), wordsOf(bare!))).toBe(0);
});

it.each(['print', 'light', 'paper'] as const)(
  'words can be read on the ground of %s',
  async (look) => {
    const full = { width: 1080, height: 1080 };
    const { words: place, titlePx, textPx } = videoLayout(full.width, full.height);
    const painter = await createPainter(rifff, words, full, look);
    painter.paint(1);
    const context = (painter.canvas as HTMLCanvasElement).getContext('2d')!;
    const { data } = context.getImageData(0, 0, full.width, full.height);
    painter.dispose();
    const ground = colourAt(data, 1, full.height - 2, full.width);
    /** The best contrast of a line, which its strokes have in their middle. */
    const best = (baseline: number, high: number) => {
      const colours = new Set<string>();
      for (let y = baseline - high; y < baseline; y++) {
        for (let x = place.x; x < place.x + place.width; x++) {
          colours.add(colourAt(data, x, y, full.width));
        }
      }
      return Math.max(...[...colours].map((colour) => contrast(colour, ground)));
    };
    const high = Math.round(0.7 * textPx);
    expect(best(place.y, Math.round(0.7 * titlePx))).toBeGreaterThan(7);
    expect(best(place.y + Math.round(1.55 * textPx), high)).toBeGreaterThan(7);
    expect(best(place.y + Math.round(2.9 * textPx), high)).toBeGreaterThan(4.5);
  },
);

it.each(['riso', 'echo', 'rose'] as const)('by %s its end meets its beginning', async (look) => {
  // Sixteen seconds, and the picture after them.
  const secs = Array.from({ length: 16 * 15 + 1 }, (_, at) => at / 15);
  const [first, round] = await pixels(rifff, secs, look, (at) => at % 240 === 0);
  expect(differing(first!, round!)).toBe(0);
});

it('draws a look that was saved, on its own ground', async () => {
  const { document } = savedLookOf('mine');
  const [data] = await pixels(rifff, [3], document);
  expect(colourAt(data!, 1, 1)).toBe(TOKENS.paper.toLowerCase());
  for (const slug of ['drums', 'bass', 'leads', 'chords']) {
    expect(share(data!, categoryOf(slug).ink)).toBeGreaterThan(0.005);
  }
  const [other] = await pixels(rifff, [3], { ...document, ground: 'ground' });
  expect(colourAt(other!, 1, 1)).toBe(TOKENS.ground.toLowerCase());
});
