import '../system/base.css';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { History } from './History.tsx';
import { historyEntries } from './historyEntry.ts';

const COUNT = 400;
const plain = rifffOf(2);
const rifffs = Array.from(
  { length: COUNT },
  (_, at): Rifff => ({
    ...plain,
    _id: `r${at}`,
    created: 1_700_000_000_000 + at * 60_000,
    parent: at === 0 ? null : { jamId: 'mira', rifffId: `r${at - 1}` },
  }),
);
const entries = historyEntries(rifffs, COUNT, [], 'mira');

function Page({ isNarrow, chosen }: { isNarrow: boolean; chosen: string[] }) {
  return (
    <MemoryRouter>
      <main>
        <History
          entries={entries}
          draft={null}
          shownId={`r${COUNT - 1}`}
          pendingId={null}
          total={COUNT}
          isNarrow={isNarrow}
          hasOlder={false}
          isLoadingOlder={false}
          onOlder={() => {}}
          onChoose={(id) => chosen.push(id)}
        />
      </main>
    </MemoryRouter>
  );
}

const stops = () => [...document.querySelectorAll<HTMLElement>('li[data-id]')];
const ids = () => stops().map((stop) => stop.dataset.id);
const scroller = () => document.querySelector('section > div')!;

test('a long history opens at the newest, and has only what is near the window on the page', async () => {
  await page.viewport(1200, 800);
  await render(<Page isNarrow={false} chosen={[]} />);
  await expect.poll(ids).toContain(`r${COUNT - 1}`);
  expect(stops().length).toBeLessThan(60);
  expect(document.querySelectorAll('svg path').length).toBeLessThan(400);
  expect(stops()[0]!.ariaPosInSet).toBe('1');
  expect(stops()[0]!.ariaSetSize).toBe(String(COUNT));
  scroller().scrollLeft = 0;
  await expect.poll(ids).toContain('r0');
  expect(ids()).not.toContain(`r${COUNT - 1}`);
  expect(stops().length).toBeLessThan(60);
});

test('by key one goes on into what was not on the page, newest first, and the focus is never lost', async () => {
  await page.viewport(1200, 800);
  const chosen: string[] = [];
  await render(<Page isNarrow={false} chosen={chosen} />);
  await expect.poll(ids).toContain(`r${COUNT - 1}`);
  document.querySelector<HTMLElement>('li button')!.focus();
  scroller().scrollLeft = 0;
  await expect.poll(ids).toContain('r0');
  expect(document.activeElement?.closest('li')?.dataset.id).toBe(`r${COUNT - 1}`);
  for (let at = 0; at < 30; at++) await userEvent.tab();
  expect(document.activeElement?.closest('li')?.dataset.id).toBe(`r${COUNT - 31}`);
  await userEvent.keyboard('{Enter}');
  expect(chosen).toEqual([`r${COUNT - 31}`]);
});

test('upright, time runs up the page and the rows follow its scrolling', async () => {
  await page.viewport(390, 800);
  await render(<Page isNarrow chosen={[]} />);
  await expect.poll(ids).toContain(`r${COUNT - 1}`);
  expect(stops().length).toBeLessThan(60);
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(ids).toContain('r0');
  expect(stops().length).toBeLessThan(60);
  window.scrollTo(0, 0);
});
