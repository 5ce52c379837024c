import { sceneIs } from '../../../data/stores/scene.ts';
import '../../system/base.css';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { setSlotOn } from '../../../data/rules/draft/draft.ts';
import { allPlaces, onPlacesChange, placesVersion } from '../../../data/stores/places.ts';
import { RifffPlace } from './RifffPlace.tsx';

const rifff = rifffOf(5);
const frames = (count: number) =>
  new Promise<void>((resolve) => {
    const next = (left: number): unknown =>
      left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1));
    next(count);
  });
const places = () => [...allPlaces()];
const glyph = () => document.querySelector('img');

afterEach(() => {
  sceneIs('loading');
  window.scrollTo(0, 0);
});

function Page({ width = 300, view = { rifff, isLive: false } }) {
  return (
    <div style={{ height: 3000 }}>
      <div style={{ width }}>
        <RifffPlace id="one" view={view} />
      </div>
    </div>
  );
}

test('takes a square of room and registers it, changes what it shows, and leaves', async () => {
  const page = await render(<Page />);
  const [place] = places();
  expect(places()).toHaveLength(1);
  const box = place!.element.getBoundingClientRect();
  expect([box.width, box.height]).toEqual([300, 300]);
  const muted = { rifff: setSlotOn(rifff, 0, false), isLive: true };
  await page.rerender(<Page view={muted} />);
  expect(places()[0]?.view).toBe(muted);
  await page.unmount();
  expect(places()).toEqual([]);
});

test('says so whenever it moves: by scrolling and by another size, and is silent at rest', async () => {
  const page = await render(<Page />);
  await frames(3);
  const rest = placesVersion();
  await frames(3);
  expect(placesVersion()).toBe(rest);
  window.scrollTo(0, 200);
  await expect.poll(placesVersion).toBeGreaterThan(rest);
  await frames(3);
  const scrolled = placesVersion();
  await page.rerender(<Page width={200} />);
  await expect.poll(placesVersion).toBeGreaterThan(scrolled);
});

test('tells listeners no more than once a frame, however many places there are', async () => {
  await render(
    <div style={{ height: 3000 }}>
      {['a', 'b', 'c', 'd'].map((id) => (
        <div key={id} style={{ width: 50 }}>
          <RifffPlace id={id} view={{ rifff, isLive: false }} />
        </div>
      ))}
    </div>,
  );
  await frames(3);
  let told = 0;
  const stop = onPlacesChange(() => {
    told += 1;
  });
  window.scrollTo(0, 100);
  await frames(4);
  stop();
  expect(told).toBe(1);
});

test('shows a still glyph until the scene draws, and again when its context is lost', async () => {
  await render(<Page />);
  await expect.poll(glyph).not.toBeNull();
  await expect.poll(() => glyph()!.naturalWidth).toBe(300);
  sceneIs('live');
  await expect.poll(glyph).toBeNull();
  sceneIs('lost');
  await expect.poll(glyph).not.toBeNull();
});

test('the glyph is in the inks of the loops, with the bite of ground around it', async () => {
  await render(<Page view={{ rifff, isLive: false, ...{ marginPx: 20, bitePx: 10 } }} />);
  await expect.poll(() => glyph()?.naturalWidth).toBe(280);
  const canvas = new OffscreenCanvas(280, 280).getContext('2d')!;
  await glyph()!.decode();
  canvas.drawImage(glyph()!, 0, 0);
  const inks = new Set<string>();
  const { data } = canvas.getImageData(0, 0, 280, 280);
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 255) inks.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
  }
  for (const ink of [
    '250,131,32',
    '53,98,238',
    '251,203,34',
    '233,58,53',
    '31,163,95',
    '21,18,14',
  ]) {
    expect(inks).toContain(ink);
  }
});
