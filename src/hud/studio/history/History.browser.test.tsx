import '../../system/base.css';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import type { Present } from '../../../data/contract/live.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { EVERYTHING } from '../../../data/rules/jam/historyFilter.ts';
import { setPresence } from '../../../data/stores/room.ts';
import type { PageSource } from '../../kit/QueryList.tsx';
import type { HistoryView } from '../jam/useJam.ts';
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

const noTree: HistoryView = {
  tree: null,
  numbers: new Map(),
  makers: new Map(),
  filter: EVERYTHING,
  setFilter: () => {},
  need: () => {},
};

const NOTHING_OLDER: PageSource = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage() {},
};

interface PageProps {
  isNarrow: boolean;
  chosen: string[];
  view?: HistoryView;
  older?: PageSource;
}

function Page({ isNarrow, chosen, view = noTree, older = NOTHING_OLDER }: PageProps) {
  return (
    <MemoryRouter>
      <main>
        <History
          view={view}
          fresh={new Set()}
          onScrub={(id) => chosen.push(`scrub ${id}`)}
          entries={entries}
          draft={null}
          shownId={`r${COUNT - 1}`}
          pendingId={null}
          total={COUNT}
          isNarrow={isNarrow}
          older={older}
          onChoose={(id) => chosen.push(id)}
        />
      </main>
    </MemoryRouter>
  );
}

const nobody = { isWhole: true, here: [], gone: [], count: 0 };
afterEach(() => setPresence(nobody));
const person = (user: string, activity: Present['activity'], answers: string | null): Present => ({
  user,
  displayName: user,
  activity,
  answers,
  isGuest: false,
});
const here = (...people: Present[]) =>
  setPresence({ isWhole: true, here: people, gone: [], count: people.length });
const made = () => [...document.querySelectorAll<HTMLElement>('li[data-maker]')];
const numbered = {
  ...noTree,
  numbers: new Map(rifffs.map(({ _id }, at) => [_id, at + 1])),
};

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

test('of a tree of ten thousand only what is in sight is on the page and asked for', async () => {
  await page.viewport(1200, 800);
  const tree = Array.from({ length: 10_000 }, (_, at) => ({
    id: `r${at}`,
    user: 'mira',
    created: 1_600_000_000_000 + at * 1000,
    bps: 2,
    parentId: at === 0 ? null : `r${Math.floor((at * 7) / 8)}`,
    bands: ['drums', 'bass'],
  }));
  const needed = new Set<string>();
  const chosen: string[] = [];
  const view = {
    ...noTree,
    tree,
    need: (ids: readonly string[]) => {
      for (const id of ids) needed.add(id);
    },
  };
  await render(<Page isNarrow={false} chosen={chosen} view={view} />);
  await expect.poll(ids).toContain('r9999');
  expect(stops().length).toBeLessThan(60);
  await expect.poll(() => needed.has('r9999')).toBe(true);
  expect(needed.size).toBeLessThan(120);
  const slider = document.querySelector<HTMLInputElement>('input[type=range]')!;
  slider.focus();
  await userEvent.keyboard('{Home}');
  expect(chosen).toEqual(['scrub r0']);
  await expect.poll(ids).toContain('r0');
  expect(stops().length).toBeLessThan(60);
});

test('what others make hangs on what it answers, in sight of now, and moves nothing', async () => {
  await page.viewport(1200, 800);
  await render(<Page isNarrow={false} chosen={[]} view={numbered} />);
  await expect.poll(ids).toContain(`r${COUNT - 1}`);
  const before = stops().map((stop) => stop.innerHTML);
  const newest = document.querySelector(`li[data-id=r${COUNT - 1}] button`)!;
  here(
    person('mira', 'recording', `r${COUNT - 1}`),
    person('oduya', 'editing', `r${COUNT - 4}`),
    person('ilse', 'listening', null),
  );
  await expect
    .poll(() =>
      made()
        .map(({ title }) => title)
        .sort(),
    )
    .toEqual([
      `mira is recording an answer to Nº ${COUNT}`,
      `oduya is editing an answer to Nº ${COUNT - 3}`,
    ]);
  expect(stops().map((stop) => stop.innerHTML)).toEqual(before);
  const [mira] = made().filter(({ dataset }) => dataset.maker === 'mira');
  expect(mira!.textContent).toMatch(/^M/);
  const [disc, from] = [mira!.getBoundingClientRect(), newest.getBoundingClientRect()];
  expect(disc.left).toBeGreaterThan(from.right);
  expect(disc.right).toBeLessThan(scroller().getBoundingClientRect().right);
  expect(document.querySelectorAll('path[stroke-dasharray]')).toHaveLength(2);
  here(person('mira', 'listening', null));
  await expect.poll(made).toEqual([]);
});

test('of many who make something eight stand in the history, and none on another disc', async () => {
  await page.viewport(1200, 800);
  await render(<Page isNarrow={false} chosen={[]} view={numbered} />);
  here(...Array.from({ length: 12 }, (_, at) => person(`u${at}`, 'editing', `r${COUNT - 1}`)));
  await expect.poll(() => made().length).toBe(8);
  const boxes = [...made(), ...stops().map((stop) => stop.querySelector('button')!)].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2] as const;
  });
  boxes.forEach(([x, y], at) => {
    for (const [otherX, otherY] of boxes.slice(at + 1)) {
      expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThan(40);
    }
  });
});

test('upright, what others make stands above the newest in words', async () => {
  await page.viewport(390, 800);
  await render(<Page isNarrow chosen={[]} view={numbered} />);
  here(person('mira', 'editing', `r${COUNT - 1}`), person('tom', 'recording', null));
  await expect
    .poll(() => made().map(({ textContent }) => textContent))
    .toEqual(['Ttom is recording an answer', `Mmira is editing an answer to Nº ${COUNT}`]);
  const [, mira] = made();
  const newest = document.querySelector(`li[data-id=r${COUNT - 1}]`)!.firstElementChild!;
  expect(mira!.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    newest.getBoundingClientRect().top + 36,
  );
});

test('says when older rifffs do not come, and asks again', async () => {
  let asked = 0;
  const older: PageSource = {
    ...NOTHING_OLDER,
    hasNextPage: true,
    isFetchNextPageError: true,
    fetchNextPage: () => {
      asked += 1;
    },
  };
  await render(<Page isNarrow={false} chosen={[]} older={older} />);
  await expect.element(page.getByText('Older rifffs could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(asked).toBe(1);
});
