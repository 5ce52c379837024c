/** The picture of the player inside other pages. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry } from '../../src/audio/engine/telemetry.ts';
import type { LookDocument } from '../../src/data/contract/looks.ts';
import { setSlotOn } from '../../src/data/rules/draft/draft.ts';
import { BUILT_IN_LOOKS } from '../../src/drawing/jam/builtInLooks.ts';
import { TOKENS } from '../../src/drawing/tokens.ts';
import { Picture, type Shown } from '../../src/embed/picture.ts';
import { Worn } from '../../src/embed/worn.ts';
import { referenceDocument } from './musicalPeaks.ts';
import { differingShare } from './stage.tsx';

const SIZE = 480;
let box: HTMLElement;

function makePicture(more: Partial<Shown> = {}): Picture {
  const base = { rifff: referenceDocument(), solo: -1, focused: -1, failed: [], hasPlayed: true };
  const picture = new Picture(box, { ...base, ...more }, () => {});
  picture.resize(SIZE);
  return picture;
}

/** A frame long after every change, at a phase; and what is on the canvas then. */
function drawn(picture: Picture, phase: number, isReduced = false): ImageData {
  const telemetry = { ...createSilentTelemetry(), isPlaying: true, phase };
  expect(picture.frame(telemetry, performance.now() + 5000, isReduced)).toBe(true);
  const canvas = box.querySelector('canvas')!;
  return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
}

beforeEach(async () => {
  await page.viewport(620, 620);
  box = document.createElement('div');
  box.style.cssText = `position:absolute;left:0;top:0;width:${SIZE}px;height:${SIZE}px`;
  document.body.append(box);
});

afterEach(() => box.remove());

describe('the embed', () => {
  test('draws the moment, and nothing touches the edge of its canvas', () => {
    const picture = makePicture();
    const [first, again, later] = [drawn(picture, 0.2), drawn(picture, 0.2), drawn(picture, 0.7)];
    expect(differingShare(first, again, 0)).toBe(0);
    expect(differingShare(first, later, 40)).toBeGreaterThan(0.005);
    const { width, height, data } = first;
    for (let at = 0; at < width; at++) {
      for (const [x, y] of [
        [at, 0],
        [at, height - 1],
        [0, at],
        [width - 1, at],
      ] as const) {
        expect(data[4 * (y * width + x) + 3]).toBe(0);
      }
    }
  });

  test('shows a mute and a solo', () => {
    const picture = makePicture();
    const whole = drawn(picture, 0.2);
    picture.show({ rifff: setSlotOn(referenceDocument(), 3, false) });
    expect(differingShare(whole, drawn(picture, 0.2), 40)).toBeGreaterThan(0.02);
    picture.show({ rifff: referenceDocument(), solo: 4 });
    expect(differingShare(whole, drawn(picture, 0.2), 40)).toBeGreaterThan(0.2);
  });

  test.each(['riso', 'light', 'tunnel'] as const)('draws by a look: %s', (name) => {
    const picture = makePicture();
    const plain = drawn(picture, 0.2);
    const ground = () => getComputedStyle(document.documentElement).getPropertyValue('--ground');
    const before = ground();
    picture.wear(new Worn(BUILT_IN_LOOKS[name]));
    onTestFinished(() => picture.wear(null));
    if (name === 'riso') expect(ground().trim().toUpperCase()).toBe(TOKENS.paper.toUpperCase());
    drawn(picture, 0.2);
    const looked = drawn(picture, 0.2);
    expect(differingShare(plain, looked, 40)).toBeGreaterThan(0.05);
    picture.show({ rifff: setSlotOn(referenceDocument(), 3, false) });
    drawn(picture, 0.2);
    expect(differingShare(looked, drawn(picture, 0.2), 40)).toBeGreaterThan(0.001);
    picture.show({ rifff: referenceDocument() });
    picture.wear(null);
    expect(ground()).toBe(before);
    expect(differingShare(plain, drawn(picture, 0.2), 40)).toBeLessThan(0.001);
  });

  test('stands still by a look for those who want less motion', () => {
    const picture = makePicture();
    picture.wear(new Worn(BUILT_IN_LOOKS.tunnel));
    onTestFinished(() => picture.wear(null));
    drawn(picture, 0.2, true);
    const first = drawn(picture, 0.2, true);
    expect(differingShare(first, drawn(picture, 0.7, true), 0)).toBe(0);
    expect(differingShare(first, drawn(picture, 0.7), 40)).toBeGreaterThan(0.005);
  });

  test('draws as the house where a look cannot be read', () => {
    const picture = makePicture();
    const plain = drawn(picture, 0.2);
    const broken = { ...BUILT_IN_LOOKS.riso, choices: null };
    const sheets = document.head.querySelectorAll('style').length;
    picture.wear(new Worn(broken as unknown as LookDocument));
    expect(differingShare(plain, drawn(picture, 0.2), 0)).toBe(0);
    expect(document.head.querySelectorAll('style')).toHaveLength(sheets);
    expect(() => new Worn({} as LookDocument)).toThrow();
  });

  test('is a still glyph where the browser has no canvas', () => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = () => null;
    onTestFinished(() => {
      HTMLCanvasElement.prototype.getContext = getContext;
    });
    const picture = makePicture();
    expect(box.querySelectorAll('svg path').length).toBeGreaterThan(8);
    expect(picture.frame(createSilentTelemetry(), 0, false)).toBe(false);
  });
});
