import '../../system/base.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import type { Engine } from '../../../audio/engine/Engine.ts';
import { encodeBytes } from '../../../data/contract/loopData.ts';
import type { Track } from '../../../data/contract/uploads.ts';
import { EngineProvider } from '../../EngineContext.tsx';
import { TrackPlayer } from './TrackPlayer.tsx';

const track: Track = {
  id: 't1',
  user_id: 'mira',
  name: 'Last train',
  url: '/media/not-fetched.ogg',
  mime: 'audio/ogg',
  durationSec: 100,
  created: 0,
  // Loud in its first half, silent in the second.
  peaks: encodeBytes(Uint8Array.from({ length: 480 }, (_, at) => (at < 240 ? 255 : 0))),
};
/** Nothing of the engine sounds here. */
const engine = { pause() {} } as unknown as Engine;

const Page = () => (
  <EngineProvider engine={engine}>
    <main style={{ width: 500 }}>
      <h1>Tracks</h1>
      <TrackPlayer track={track} label="Track" />
    </main>
  </EngineProvider>
);

const slider = () => page.getByRole('slider', { name: 'Place in Last train' });
const canvases = () => [
  ...(document.querySelector('[role="slider"] > div')?.shadowRoot?.querySelectorAll('canvas') ??
    []),
];
const filled = (canvas: HTMLCanvasElement, from: number, to: number) => {
  const { data } = canvas
    .getContext('2d')!
    .getImageData(from * canvas.width, 0, (to - from) * canvas.width, canvas.height);
  return data.filter((value, at) => at % 4 === 3 && value > 128).length;
};

test('the stored peaks are drawn, at rest and as played, without the sound', async () => {
  await render(<Page />);
  await expect.poll(() => canvases().length).toBe(2);
  const [rest, played] = canvases();
  expect(filled(rest!, 0, 0.5)).toBeGreaterThan(10 * filled(rest!, 0.5, 1));
  expect(filled(rest!, 0.5, 1)).toBeGreaterThan(0);
  expect(filled(played!, 0, 1)).toBe(filled(rest!, 0, 1));
  expect(rest!.getBoundingClientRect().height).toBe(40);
  expect(document.querySelector('audio')!.networkState).not.toBe(HTMLMediaElement.NETWORK_LOADING);
  expect(await violations()).toEqual([]);
});

test('a tap on the wave and the arrow keys choose the place, before anything has been loaded', async () => {
  await render(<Page />);
  await expect.poll(() => canvases().length).toBe(2);
  const wave = slider().element() as HTMLElement;
  await userEvent.click(wave, { position: { x: wave.clientWidth / 2, y: 20 } });
  await expect.element(slider()).toHaveAttribute('aria-valuetext', '0:50');
  expect(document.activeElement).toBe(wave);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  await expect.element(slider()).toHaveAttribute('aria-valuetext', '0:55');
  const progress = canvases()[1]!.parentElement!.parentElement!;
  expect(Number.parseFloat(progress.style.width)).toBeCloseTo(55, 0);
});
