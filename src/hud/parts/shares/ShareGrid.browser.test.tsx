import '../../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { shareOf } from '../../../../tests/support/shareOf.ts';
import type { Engine } from '../../../audio/engine/Engine.ts';
import { allPlaces } from '../../../data/stores/places.ts';
import { EngineProvider } from '../../EngineContext.tsx';
import { ShareCards } from './ShareCards.tsx';

const COUNT = 300;
const rifff = rifffOf(2);
const shares = Array.from({ length: COUNT }, (_, at) =>
  shareOf(`s${at}`, { rifff: { ...rifff, _id: `rifff${at}` } }),
);
/** No card is played here. */
const engine = { preload: async () => {} } as Partial<Engine> as Engine;

const Page = ({ count = COUNT }: { count?: number }) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <EngineProvider engine={engine}>
        <main style={{ padding: 20 }}>
          <h1>Feed</h1>
          <ShareCards shares={shares.slice(0, count)} isOfOne={false} isWhole />
        </main>
      </EngineProvider>
    </MemoryRouter>
  </QueryClientProvider>
);

const cells = () => [...document.querySelectorAll<HTMLElement>('li')];
const placesOf = (all: HTMLElement[]) => all.map((cell) => Number(cell.ariaPosInSet));
const grid = () => document.querySelector('ul')!;

afterEach(() => window.scrollTo(0, 0));

test('only rows near the window are mounted, and the list is as high as all of them', async () => {
  await page.viewport(900, 700);
  await render(<Page />);
  await expect.poll(() => cells().length).toBeGreaterThan(8);
  const [first, second] = cells();
  const columns = placesOf(cells().filter((cell) => cell.dataset.row === '0')).length;
  expect(columns).toBe(4);
  expect(first!.getBoundingClientRect().top).toBe(second!.getBoundingClientRect().top);
  expect(cells().length).toBeLessThan(40);
  expect(first!.ariaSetSize).toBe(String(COUNT));
  const rowPx = cells()[columns]!.getBoundingClientRect().top - first!.getBoundingClientRect().top;
  expect(grid().clientHeight + 32).toBeCloseTo((COUNT / columns) * rowPx, 0);
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => placesOf(cells())).toContain(COUNT);
  expect(placesOf(cells())).not.toContain(1);
  await expect.poll(() => [...allPlaces()].map(({ id }) => id)).toContain(`share.s${COUNT - 1}`);
  expect([...allPlaces()].length).toBeLessThan(40);
});

test('the card that has the focus stays, and the keyboard goes through the whole list', async () => {
  await page.viewport(900, 700);
  await render(<Page count={60} />);
  await expect.poll(() => cells().length).toBeGreaterThan(8);
  const play = cells()[0]!.querySelector('button')!;
  play.focus();
  window.scrollTo(0, 2500);
  await expect.poll(() => placesOf(cells())).toContain(40);
  expect(document.activeElement).toBe(play);
  expect(placesOf(cells())).toContain(1);
  // Seven stops a card, four cards a row: on through rows that were not mounted.
  const seen = new Set<number>();
  for (let at = 0; at < 92; at++) {
    await userEvent.tab();
    const cell = document.activeElement?.closest('li');
    if (cell) seen.add(Number(cell.ariaPosInSet));
  }
  expect([...seen]).toEqual(Array.from({ length: seen.size }, (_, at) => at + 1));
  expect(seen.size).toBeGreaterThan(12);
});

test('another width has other columns, and nothing is violated', async () => {
  await page.viewport(900, 700);
  await render(<Page count={30} />);
  await expect.poll(() => cells().filter((cell) => cell.dataset.row === '0').length).toBe(4);
  await page.viewport(390, 700);
  await expect.poll(() => cells().filter((cell) => cell.dataset.row === '0').length).toBe(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await violations()).toEqual([]);
});
