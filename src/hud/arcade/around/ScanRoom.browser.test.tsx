/** Looking for a code with a camera that shows a picture of ours. */
import '../../system/base.css';
import { encode } from 'uqr';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { claimUrl } from '../../../data/rules/arcade/claimCode.ts';
import { ScanRoom } from './ScanRoom.tsx';

const CODE = 'ABCD-EFGH-JKLM';
const SIDE_PX = 480;
const own = {
  getUserMedia: navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices),
  detector: Object.getOwnPropertyDescriptor(globalThis, 'BarcodeDetector'),
  navigation: performance.getEntriesByType.bind(performance),
};
const streams: MediaStream[] = [];
const timers: ReturnType<typeof setInterval>[] = [];

/** A camera before which a code is held. */
function showCode(text: string): void {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d')!;
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const cell = SIDE_PX / size;
  const draw = () => {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, SIDE_PX, SIDE_PX);
    context.fillStyle = '#000';
    data.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (isDark) context.fillRect(x * cell, y * cell, cell + 0.5, cell + 0.5);
      });
    });
  };
  draw();
  // A stream of a canvas goes on while it is drawn.
  timers.push(setInterval(draw, 50));
  navigator.mediaDevices.getUserMedia = async () => {
    const stream = canvas.captureStream(20);
    streams.push(stream);
    return stream;
  };
}

const refuse = (name: string) => {
  navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException('no', name);
  };
};

function open(): { codes: string[] } {
  const codes: string[] = [];
  // The page of this test is not that of the camera, and would be loaded anew.
  performance.getEntriesByType = () => [];
  void render(
    <main>
      <ScanRoom onCode={(code) => codes.push(code)} />
    </main>,
  );
  return { codes };
}

afterEach(() => {
  navigator.mediaDevices.getUserMedia = own.getUserMedia;
  performance.getEntriesByType = own.navigation;
  if (own.detector) Object.defineProperty(globalThis, 'BarcodeDetector', own.detector);
  for (const timer of timers.splice(0)) clearInterval(timer);
});

const said = () => document.querySelector('[role="status"]')?.textContent ?? '';
const scan = () => page.getByRole('button', { name: /camera/i }).click();

test('a code is read by the reader that is fetched, and the camera is let go', async () => {
  Reflect.deleteProperty(globalThis, 'BarcodeDetector');
  showCode(claimUrl(location.origin, CODE));
  const { codes } = open();
  await scan();
  await expect.poll(() => codes).toEqual([CODE]);
  await expect
    .poll(() =>
      streams
        .at(-1)!
        .getTracks()
        .map((one) => one.readyState),
    )
    .toEqual(['ended']);
});

test('a code of something else is said to be none, and nothing follows it', async () => {
  showCode('https://other.example/arcade/qr-code-scan?code=ABCDEFGHJKLM');
  const { codes } = open();
  await scan();
  await expect.poll(said).toContain('not one of a run here');
  expect(codes).toEqual([]);
  await page.getByRole('button', { name: 'Stop the camera' }).click();
  await expect
    .poll(() =>
      streams
        .at(-1)!
        .getTracks()
        .map((one) => one.readyState),
    )
    .toEqual(['ended']);
});

test('without a camera, or without leave to use it, the code is typed', async () => {
  refuse('NotAllowedError');
  const { codes } = open();
  await scan();
  await expect.poll(said).toContain('may not be used');
  refuse('NotFoundError');
  await scan();
  await expect.poll(said).toContain('no camera');
  await page.getByLabelText('Or type the code').fill('abcd efgh');
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect.element(page.getByText(/twelve letters/)).toBeVisible();
  await page.getByLabelText('Or type the code').fill('abcd efgh jklm');
  await page.getByRole('button', { name: 'Look at it' }).click();
  expect(codes).toEqual([CODE]);
});
