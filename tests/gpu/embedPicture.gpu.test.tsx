/** The picture of the player inside other pages. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/telemetry.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { Picture, type Shown } from '../../src/embed/picture.ts';
import { referenceDocument } from './musicalPeaks.ts';
import { clearCases, mountHost, unmountHost } from './stage.tsx';

const SIZE = 480;

const boxes: { box: HTMLElement; shown: Picture }[] = [];

function makePicture(rifff: Rifff, sizePx: number, more: Partial<Shown> = {}): Picture {
  const box = document.createElement('div');
  box.style.cssText = `position:absolute;left:0;top:0;width:${sizePx}px;height:${sizePx}px`;
  document.body.append(box);
  const base = { rifff, solo: -1, focused: -1, failed: [], hasPlayed: true };
  const shown = new Picture(box, { ...base, ...more }, () => {});
  shown.resize(sizePx);
  boxes.push({ box, shown });
  return shown;
}

beforeEach(async () => {
  await page.viewport(620, 620);
  await mountHost();
});

afterEach(async () => {
  telemetryRef.current = createSilentTelemetry();
  clearCases();
  for (const { box, shown } of boxes.splice(0)) {
    shown.sleep();
    box.remove();
  }
  await unmountHost();
});

describe('the embed', () => {
  test('without a GPU the embed shows the glyph, and its notch turns', () => {
    const shown = makePicture(referenceDocument(), SIZE);
    const { box } = boxes.at(-1)!;
    const still = () => box.querySelector<HTMLElement>('.notch')!;
    const at = (phase: number) => {
      shown.frame({ ...createSilentTelemetry(), isPlaying: true, phase }, performance.now(), false);
      return still().style.transform;
    };
    expect(shown.isLive).toBe(false);
    expect(box.querySelectorAll('svg path').length).toBeGreaterThan(8);
    expect([at(0.25), at(0.5)]).toEqual(['rotate(0.25turn)', 'rotate(0.5turn)']);
    shown.wake();
    expect(box.querySelector('svg')).toBeNull();
    shown.sleep();
    expect(box.querySelector('svg')).not.toBeNull();
    expect(box.querySelector('canvas')).toBeNull();
  });

  test('a context that the browser takes away leaves a picture', async () => {
    const shown = makePicture(referenceDocument(), 200);
    shown.wake();
    const { box } = boxes.at(-1)!;
    const canvas = box.querySelector('canvas')!;
    const lost = new Promise((done) => canvas.addEventListener('webglcontextlost', done));
    canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!.loseContext();
    await lost;
    expect(shown.isLive).toBe(false);
    expect(box.querySelector('svg')).not.toBeNull();
  });
});
