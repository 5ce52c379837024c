import { expect, it } from 'vitest';
import { makeLoop, makeRifff, noise, sine } from '../../../../tests/audio/loops.ts';
import { categoryOf } from '../../../data/contract/categories.ts';
import { toggleMute } from '../../../data/rules/draft/draft.ts';
import { channels, TOKENS } from '../../../drawing/tokens.ts';
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

async function pixels(one: typeof rifff, secs: number[]): Promise<Uint8ClampedArray[]> {
  const painter = await createPainter(one, words, SIZE);
  const all = secs.map((sec) => {
    painter.paint(sec);
    const context = (painter.canvas as HTMLCanvasElement).getContext('2d')!;
    return context.getImageData(0, 0, SIZE.width, SIZE.height).data;
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
