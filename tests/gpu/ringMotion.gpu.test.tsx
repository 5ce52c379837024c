/** What moves without the sound, on either host: a change of rifff, and a ring that has been pulled off. */
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { page } from 'vitest/browser';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import { updatePlace } from '../../src/data/stores/places.ts';
import { clearTouch, setTouch } from '../../src/data/stores/touch.ts';
import { musicalRifff } from './musicalPeaks.ts';
import {
  addCase,
  clearCases,
  differingShare,
  displacedShare,
  drawFrame,
  HOSTS,
  meanDifference,
  mountNamed,
  picture,
  referenceCase,
  unmountHost,
} from './stage.tsx';

/** What lies left or right of the middle of a picture and a little above, away from a notch at the top or below. */
function beside(image: ImageData, side: 'left' | 'right'): ImageData {
  const width = Math.floor(image.width / 2) - 20;
  const from = side === 'left' ? 0 : image.width - width;
  const top = Math.round(image.height * 0.3);
  const cut = new ImageData(width, Math.round(image.height / 2) - top);
  for (let y = 0; y < cut.height; y++) {
    const row = ((y + top) * image.width + from) * 4;
    cut.data.set(image.data.subarray(row, row + width * 4), y * width * 4);
  }
  return cut;
}

beforeAll(() => page.viewport(620, 620));

afterEach(async () => {
  telemetryRef.current = createSilentTelemetry();
  patchTransport({ status: 'stopped' });
  clearCases();
  await unmountHost();
});

/** The clock of the page, which goes where a test sets it. */
function stopClock() {
  const startMs = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(startMs);
  onTestFinished(() => clock.mockRestore());
  return { clock, startMs };
}

describe.each(HOSTS)('by %s', (host) => {
  beforeEach(() => mountNamed(host));

  test('another rifff swaps the rings as the notch passes, within a beat', () => {
    const slow = (seed: number) => {
      const rifff = musicalRifff(['pads', 'bass', 'drums'], seed);
      return { ...rifff, _id: `swap-${seed}`, state: { ...rifff.state, bps: 0.25 } };
    };
    const [from, to] = [slow(1), slow(2)];
    const { clock, startMs } = stopClock();
    telemetryRef.current = { ...createSilentTelemetry(), isPlaying: true, phase: 0 };
    patchTransport({ status: 'playing' });
    addCase(referenceCase('swap', 400, { rifff: from, isLive: true }));
    const old = picture(0, 0, 420, 420);
    updatePlace('swap', { rifff: to, isLive: true });
    const start = picture(0, 0, 420, 420);
    const changed = (one: ImageData, other: ImageData, side: 'left' | 'right') =>
      // The swell behind the notch moves an outline by up to three pixels.
      displacedShare(beside(one, side), beside(other, side), 40, 3);
    // A beat lasts four seconds: after two the notch has passed the right side and stands below.
    clock.mockReturnValue(startMs + 2000);
    const middle = picture(0, 0, 420, 420);
    clock.mockReturnValue(startMs + 4400);
    const end = picture(0, 0, 420, 420);
    clearCases();
    addCase(referenceCase('swap', 400, { rifff: to, isLive: true }));
    expect(meanDifference(end, picture(0, 0, 420, 420))).toBe(0);
    for (const side of ['left', 'right'] as const) {
      expect(changed(old, start, side)).toBeLessThan(0.002);
      expect(changed(old, end, side)).toBeGreaterThan(0.05);
    }
    expect(changed(middle, end, 'right')).toBeLessThan(0.002);
    expect(changed(middle, old, 'left')).toBeLessThan(0.002);
  });

  test('a ring that was pulled off comes back by itself, unless it was to be removed', () => {
    const { clock, startMs } = stopClock();
    const rest = { x: 0, y: 0, isOverBin: false };
    addCase(referenceCase('pull', 400, { isEditor: true }));
    const still = picture(0, 0, 420, 420);
    const offBy = (image: ImageData) => differingShare(still, image, 40);
    const pull = (isOverBin: boolean) =>
      setTouch({ ...rest, placeId: 'pull', slot: 4, mode: 'pull', offsetX: 90, isOverBin });
    pull(false);
    const held = picture(0, 0, 420, 420);
    expect(offBy(held)).toBeGreaterThan(0.02);
    clearTouch();
    const first = picture(0, 0, 420, 420);
    expect(offBy(first)).toBeGreaterThan(0.02);
    // It swings for a moment on its way: a second of frames, however long they take here.
    for (let frame = 1; frame <= 60; frame++) {
      clock.mockReturnValue(startMs + (frame * 1000) / 60);
      drawFrame();
    }
    expect(offBy(picture(0, 0, 420, 420))).toBe(0);
    pull(true);
    drawFrame();
    clearTouch();
    expect(offBy(picture(0, 0, 420, 420))).toBe(0);
  });
});
