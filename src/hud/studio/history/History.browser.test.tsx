import '../../system/base.css';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { sampleNodes } from '../../../../tests/support/mapPicture.ts';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { sampleHistory } from '../../../../tests/support/sampleHistory.tsx';
import type { Present } from '../../../data/contract/live.ts';
import type { MapNode } from '../../../data/rules/jam/map/mapLayout.ts';
import { leftOf, scaleAt, topOf } from '../../../data/rules/jam/map/mapView.ts';
import { currentMap } from '../../../data/stores/historyMap.ts';
import { setPresence } from '../../../data/stores/room.ts';
import { cssTokens } from '../../../drawing/tokens.ts';
import { History } from './History.tsx';
import type { HistoryProps } from './map/historyProps.ts';

beforeAll(() => {
  const style = document.createElement('style');
  style.textContent = cssTokens();
  document.head.append(style);
});

const COUNT = 400;
/** A line of rifffs, a minute apart, by one person. */
const line: MapNode[] = Array.from({ length: COUNT }, (_, at) => ({
  id: `r${at}`,
  parentId: at === 0 ? null : `r${at - 1}`,
  user: 'mira',
  created: 1_700_000_000_000 + at * 60_000,
}));

interface PageProps extends Partial<HistoryProps> {
  nodes?: readonly MapNode[];
  chosen?: string[];
  box?: readonly [number, number];
}

function Page({ nodes = line, chosen = [], box = [1200, 300], ...more }: PageProps) {
  const props = { ...sampleHistory(nodes, rifffOf(2), 60), ...more };
  return (
    <MemoryRouter>
      <main style={{ width: box[0], height: box[1] }}>
        <History
          {...props}
          onChoose={(id) => chosen.push(id)}
          onScrub={(id) => chosen.push(`scrub ${id}`)}
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
const stops = () => [...document.querySelectorAll<HTMLElement>('li[data-id]')];
const ids = () => stops().map((stop) => stop.dataset.id);
const focused = () => document.activeElement?.closest('li')?.dataset.id;
const open = () => currentMap()!.map;
const box = () => currentMap()!.element.getBoundingClientRect();

/** Where a rifff is seen, in the window. */
function pointOf(id: string): { x: number; y: number } {
  const { picture, view, box: size } = open();
  const { layout, ends } = picture;
  const place = layout.placeOf.get(id)!;
  const { lanePx } = scaleAt(view.zoom, ends.rowCount, size);
  const { left, top } = box();
  return {
    x: left + leftOf(view, size, layout.xs[place]!),
    y: top + topOf(view, size, lanePx, layout.rows[place]!),
  };
}

const middleOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** A mouse that does something at a point of the window. */
function mouse(type: string, { x, y }: { x: number; y: number }, more: PointerEventInit = {}) {
  const target = document.elementFromPoint(x, y) ?? currentMap()!.element;
  const init = { clientX: x, clientY: y, bubbles: true, cancelable: true, pointerId: 1, ...more };
  target.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse', button: 0, ...init }));
}

test('opens at the newest, with buttons on the discs round it alone', async () => {
  await page.viewport(1200, 800);
  await render(<Page />);
  await expect.poll(ids).toContain(`r${COUNT - 1}`);
  expect(stops().length).toBeLessThan(45);
  expect(stops()[0]!.ariaPosInSet).toBe('1');
  expect(stops()[0]!.ariaSetSize).toBe(String(COUNT));
  // Buttons follow the map in the next frame.
  const apart = () => {
    const { x, y } = pointOf(`r${COUNT - 1}`);
    const at = middleOf(stops()[0]!.querySelector('button')!);
    return Math.max(Math.abs(at.x - x), Math.abs(at.y - y));
  };
  await expect.poll(apart).toBeLessThan(1);
  const { x } = pointOf(`r${COUNT - 1}`);
  expect(x).toBeGreaterThan(box().left);
  expect(x).toBeLessThan(box().right);
});

test('one stop takes the Tab key; arrows go along the tree, and the map and the buttons go along', async () => {
  await page.viewport(1200, 800);
  const chosen: string[] = [];
  const fork = [
    ...line.slice(0, 100),
    { ...line[100]!, id: 'side', parentId: 'r97', user: 'ilse' },
  ];
  await render(<Page nodes={fork} shownId="r99" chosen={chosen} />);
  await expect.poll(ids).toContain('r99');
  expect(document.querySelectorAll('li button[tabindex="0"]')).toHaveLength(1);
  document.querySelector<HTMLElement>('li button[tabindex="0"]')!.focus();
  expect(focused()).toBe('r99');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(focused()).toBe('r97');
  // Of two answers the one on the way to what is on show.
  await userEvent.keyboard('{ArrowRight}');
  expect(focused()).toBe('r98');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('side');
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()).toBe('r98');
  for (let at = 0; at < 60; at += 1) await userEvent.keyboard('{PageUp}');
  expect(focused()).toBe('r38');
  expect(stops().length).toBeLessThan(45);
  await expect.poll(() => pointOf('r38').x).toBeLessThan(box().right);
  await userEvent.keyboard('{Enter}');
  expect(chosen).toEqual(['r38']);
  await userEvent.keyboard('{Home}');
  expect(focused()).toBe('r0');
  await userEvent.keyboard('{End}');
  expect(focused()).toBe('side');
});

test('wheel, drag, buttons and keys move the map, and a click on a disc chooses it', async () => {
  await page.viewport(1200, 800);
  const chosen: string[] = [];
  await render(<Page chosen={chosen} />);
  await expect.poll(() => open().box.widthPx).toBeGreaterThan(1000);
  const opening = open().view.zoom;
  const middle = middleOf(currentMap()!.element);
  const wheel = (deltaY: number) =>
    currentMap()!.element.dispatchEvent(
      new WheelEvent('wheel', { deltaY, clientX: middle.x, clientY: middle.y, cancelable: true }),
    );
  // What wants to scroll the page is kept from it while the map has somewhere to go.
  expect(wheel(300)).toBe(false);
  expect(open().view.zoom).toBeCloseTo(opening / 2, 3);
  const before = open().view.x;
  mouse('pointerdown', middle);
  mouse('pointermove', { x: middle.x + 100, y: middle.y });
  mouse('pointerup', { x: middle.x + 100, y: middle.y });
  mouse('click', { x: middle.x + 100, y: middle.y });
  expect(open().view.x).toBeCloseTo(before - 100 / open().view.zoom, 3);
  expect(chosen).toEqual([]);
  // One that no button stands on.
  const far = 'r350';
  expect(ids()).not.toContain(far);
  open().go({ x: open().picture.layout.xs[350]!, y: 0, zoom: 50 }, true);
  // Buttons go along in the next frame.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  mouse('click', pointOf(far));
  expect(chosen).toEqual([far]);
  await expect.poll(ids).toContain(far);
  await page.getByRole('button', { name: 'The whole history' }).click();
  await expect.poll(() => pointOf('r0').x).toBeGreaterThan(box().left);
  await expect.poll(() => pointOf(`r${COUNT - 1}`).x).toBeLessThan(box().right);
  const whole = open().view.zoom;
  // At its end the wheel scrolls the page.
  await expect.poll(() => wheel(300)).toBe(true);
  await page.getByRole('button', { name: 'Nearer' }).click();
  await expect.poll(() => open().view.zoom).toBeGreaterThan(whole * 1.7);
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await expect.poll(() => open().view.zoom).toBeCloseTo(opening, 3);
});

test('two fingers zoom round what lies between them', async () => {
  await page.viewport(1200, 800);
  await render(<Page />);
  await expect.poll(() => open().box.widthPx).toBeGreaterThan(1000);
  open().go({ x: 200, y: 0, zoom: 40 }, true);
  const { x, y } = middleOf(currentMap()!.element);
  const finger = (type: string, id: number, at: number) =>
    currentMap()!.element.dispatchEvent(
      new PointerEvent(type, {
        pointerId: id,
        pointerType: 'touch',
        clientX: at,
        clientY: y,
        bubbles: true,
      }),
    );
  finger('pointerdown', 5, x - 50);
  finger('pointerdown', 6, x + 50);
  for (let step = 1; step <= 10; step += 1) {
    finger('pointermove', 5, x - 50 - 5 * step);
    finger('pointermove', 6, x + 50 + 5 * step);
  }
  finger('pointerup', 5, x - 100);
  finger('pointerup', 6, x + 100);
  expect(open().view.zoom).toBeGreaterThan(60);
  expect(open().view.zoom).toBeLessThan(100);
  expect(Math.abs(open().view.x - 200)).toBeLessThan(1.5);
});

test('of a tree of ten thousand only what is in sight is asked for, and scrubbing goes anywhere', async () => {
  await page.viewport(1200, 800);
  const nodes = sampleNodes(10_000);
  const needed = new Set<string>();
  const chosen: string[] = [];
  const { view } = sampleHistory(nodes, rifffOf(2), 1);
  const need = (wanted: readonly string[]) => {
    for (const id of wanted) needed.add(id);
  };
  const mine = { ...view, need };
  await render(<Page nodes={nodes} chosen={chosen} view={mine} entries={[]} />);
  await expect.poll(() => needed.has('r9999')).toBe(true);
  expect(needed.size).toBeLessThan(60);
  expect(stops().length).toBeLessThan(45);
  const slider = document.querySelector<HTMLInputElement>('input[type=range]')!;
  slider.focus();
  await userEvent.keyboard('{Home}');
  expect(chosen).toEqual(['scrub r0']);
  await expect.poll(ids).toContain('r0');
  await expect.poll(() => needed.has('r0')).toBe(true);
});

test('a filter dims what does not match, and says so', async () => {
  await page.viewport(1200, 800);
  const nodes = sampleNodes(30);
  const { view } = sampleHistory(nodes, rifffOf(2), 30);
  const matches = new Set(nodes.filter(({ user }) => user === 'mira').map(({ id }) => id));
  const narrowed = { ...view, matches, filter: { ...view.filter, by: 'mira' } };
  await render(<Page nodes={nodes} view={narrowed} />);
  await expect.element(page.getByRole('status')).toHaveTextContent(`${matches.size} of 30 rifffs`);
  const out = page.getByRole('button', { name: /not among those looked for$/ });
  await expect
    .poll(() => out.elements().length)
    .toBe(stops().filter(({ dataset }) => !matches.has(dataset.id!)).length);
  const { marks, layout } = open().picture;
  layout.nodes.forEach(({ id }, place) => {
    expect((marks[place]! & 2) !== 0).toBe(!matches.has(id));
  });
});

test('what is in sight stays where it is when older rifffs come, and a new one is followed at the end', async () => {
  await page.viewport(1200, 800);
  const { rerender } = await render(<Page nodes={line.slice(200, 300)} />);
  await expect.poll(ids).toContain('r299');
  open().go({ x: 50, y: 0, zoom: 40 }, true);
  const before = pointOf('r250');
  await rerender(<Page nodes={line.slice(0, 300)} shownId="r299" />);
  await expect.poll(() => open().picture.layout.nodes.length).toBe(300);
  expect(pointOf('r250').x).toBeCloseTo(before.x, 1);
  open().go({ x: 299, y: 0, zoom: 40 }, true);
  await rerender(<Page nodes={line.slice(0, 302)} />);
  await expect.poll(() => pointOf('r301').x).toBeLessThan(box().right);
});

test('what others make stands on what is being made now, in sight of the newest, and moves nothing', async () => {
  await page.viewport(1200, 800);
  await render(<Page />);
  await expect.poll(ids).toContain(`r${COUNT - 1}`);
  const names = stops().map((stop) => stop.textContent);
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
  expect(stops().map((stop) => stop.textContent)).toEqual(names);
  const newest = pointOf(`r${COUNT - 1}`);
  const discs = made().map((one) => middleOf(one.firstElementChild!));
  for (const disc of discs) {
    expect(disc.x).toBeGreaterThan(newest.x + 20);
    expect(disc.x).toBeLessThan(box().right);
  }
  expect(
    open()
      .picture.drafts.map(({ parent }) => parent)
      .sort(),
  ).toEqual([COUNT - 1, COUNT - 4].sort());
  here(...Array.from({ length: 12 }, (_, at) => person(`u${at}`, 'editing', `r${COUNT - 1}`)));
  await expect.poll(() => made().length).toBe(8);
  const middles = made().map((one) => middleOf(one.firstElementChild!));
  middles.forEach(({ x, y }, at) => {
    for (const other of middles.slice(at + 1)) {
      expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(30);
    }
  });
  here(person('mira', 'listening', null));
  await expect.poll(made).toEqual([]);
});

test.each([
  [300, 120],
  [390, 400],
  [1440, 700],
] as const)('fills a box of %i by %i pixels, with nothing beside it', async (width, height) => {
  await page.viewport(1440, 800);
  await render(<Page box={[width, height]} draft={{ parent: null, loops: 2 }} />);
  await expect.poll(ids).toContain(`r${COUNT - 1}`);
  const section = document.querySelector('section')!.getBoundingClientRect();
  expect([section.width, section.height]).toEqual([width, height]);
  expect(box().bottom).toBeLessThanOrEqual(section.bottom + 0.5);
  expect(box().height).toBeGreaterThan(60);
  await expect
    .element(page.getByRole('link', { name: /^Your draft, 2 loops/ }))
    .toBeInTheDocument();
});

test('says when older rifffs do not come, and asks again', async () => {
  let asked = 0;
  const older = {
    hasNextPage: true,
    isFetchingNextPage: false,
    isFetchNextPageError: true,
    fetchNextPage: () => {
      asked += 1;
    },
  };
  await render(<Page older={older} />);
  await expect.element(page.getByText('Older rifffs could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(asked).toBe(1);
});
