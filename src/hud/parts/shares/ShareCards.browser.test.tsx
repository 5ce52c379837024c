/** Cards by pointer and by key: what plays, what is made ready, and where a key leads. */
import '../../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { shareOf } from '../../../../tests/support/shareOf.ts';
import type { Engine } from '../../../audio/engine/Engine.ts';
import { patchTransport, transport } from '../../../audio/state/transport.ts';
import { listening } from '../../../data/stores/listening.ts';
import { listenQueue, queueFrom } from '../../../data/stores/listenQueue.ts';
import { ui } from '../../../data/stores/ui.ts';
import { EngineProvider } from '../../EngineContext.tsx';
import { useCommandKeys } from '../commands/registry.ts';
import { ShareCards } from './ShareCards.tsx';
import { REST_MS } from './useCardSound.ts';

const rifff = rifffOf(2);
const shares = Array.from({ length: 24 }, (_, at) =>
  shareOf(`s${at}`, {
    ...{ rifff: { ...rifff, _id: `rifff${at}` }, title: `Card ${at}` },
    // Two people shared one rifff.
    ...(at === 23 && { rifff: { ...rifff, _id: 'rifff22' } }),
    ...(at === 1 && { react_counts: { like: 1250 }, commentCount: 999_950 }),
  }),
);

/** What was to be heard, what was made ready, and where changes were to fall. Nothing sounds here. */
let heard: number[] = [];
let ahead: string[] = [];
let boundaries: unknown[] = [];
const engine = {
  unlock: async () => {},
  setList() {},
  setSolo() {},
  setRifff: async () => {},
  play: async () => patchTransport({ status: 'playing' }),
  pause: () => patchTransport({ status: 'paused' }),
  preload: async ({ _id }) => void ahead.push(_id),
  skipTo: async (index, options) => {
    heard.push(index);
    boundaries.push(options?.boundary);
    patchTransport({ currentRifffId: shares[index]?.rifff._id ?? null });
  },
} as Partial<Engine> as Engine;

beforeEach(async () => {
  [heard, ahead, boundaries] = [[], [], []];
  Object.assign(listening, { chosenId: null, askedId: null });
  patchTransport({ status: 'stopped', currentRifffId: null, isUnlocked: true });
  await page.viewport(900, 700);
});

function Here() {
  useCommandKeys();
  const { pathname, search } = useLocation();
  return <p data-testid="here">{pathname + search}</p>;
}

const show = async () => {
  const shown = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/feed']}>
        <EngineProvider engine={engine}>
          <main style={{ padding: 20 }}>
            <h1>Feed</h1>
            <Here />
            <ShareCards shares={shares} isOfOne={false} isWhole />
          </main>
        </EngineProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await expect.poll(() => document.querySelectorAll('li').length).toBeGreaterThan(8);
  return shown;
};

const pictureOf = (at: number) =>
  document.querySelector(`[data-item="s${at}"] [data-picture]`) as HTMLElement;
let moved = 0;
function move(at: number, pointerType = 'mouse', screenX = ++moved): void {
  pictureOf(at).dispatchEvent(
    new PointerEvent('pointermove', { bubbles: true, pointerType, screenX }),
  );
}
/** Over once every pointer that has moved so far has rested: timers of the same length end in their order. */
const rested = () => new Promise((resolve) => setTimeout(resolve, REST_MS));
const press = (at: number) => pictureOf(at).querySelector('button')!.click();
const focusedCard = () => document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item;

test('a mouse plays by resting once sound is wanted here; a finger, a still mouse and a passing one do not', async () => {
  await show();
  move(1);
  await rested();
  expect(heard).toEqual([]);
  press(0);
  await expect.poll(() => heard).toEqual([0]);
  move(2, 'touch');
  await rested();
  expect(heard).toEqual([0]);
  move(3);
  move(4);
  // Nothing moved: a card came under the mouse.
  move(5, 'mouse', moved);
  await rested();
  expect(heard).toEqual([0, 4]);
  move(6);
  window.dispatchEvent(new Event('scroll'));
  await rested();
  expect(heard).toEqual([0, 4]);
  expect(boundaries).toEqual(['beat', 'beat']);
});

test('what is pointed at is made ready before it plays, and so is what follows', async () => {
  await show();
  move(5);
  await expect.poll(() => ahead).toEqual(['rifff5']);
  // No sound is wanted here yet.
  expect(heard).toEqual([]);
  press(5);
  await expect.poll(() => heard).toEqual([5]);
  await expect.poll(() => ahead).toContain('rifff6');
});

test('a press on what just began by resting keeps it; whoever pauses has silence', async () => {
  await show();
  press(0);
  await expect.poll(() => transport.status).toBe('playing');
  move(1);
  await expect.poll(() => heard).toEqual([0, 1]);
  const pause = page.getByRole('button', { name: 'Pause Card 1', exact: true });
  await expect.element(pause).toBeVisible();
  press(1);
  expect(transport.status).toBe('playing');
  // Somewhere else, and back: now it is a pause.
  move(2);
  move(1);
  press(1);
  expect(transport.status).toBe('paused');
  move(3);
  await rested();
  expect(heard).toEqual([0, 1]);
});

test('arrows go through the cards, Space and Enter play, and letters do what a hand does', async () => {
  const shown = await show();
  await userEvent.keyboard('{ArrowRight}');
  expect(focusedCard()).toBe('s0');
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowLeft}');
  const columns = [...document.querySelectorAll<HTMLElement>('li')].filter(
    ({ dataset }) => dataset.row === '0',
  ).length;
  expect(focusedCard()).toBe(`s${columns}`);
  await userEvent.keyboard('{ArrowUp} ');
  expect(focusedCard()).toBe('s0');
  await expect.poll(() => heard).toEqual([0]);
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}{Enter}');
  await expect.poll(() => heard).toEqual([0, 1]);
  for (let at = 0; at < 40; at++) await userEvent.keyboard('{ArrowRight}');
  expect(focusedCard()).toBe('s23');

  await userEvent.keyboard('s');
  const dialog = shown.getByRole('dialog', { name: 'Pass it on' });
  await expect
    .element(dialog.getByLabelText('Link', { exact: true }))
    .toHaveValue(`${window.location.origin}/rifff/s23`);
  await expect
    .element(dialog.getByRole('img', { name: 'QR code of the link of Card 23' }))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(focusedCard).toBe('s23');
  // A visitor is asked to sign in, and comes back.
  await userEvent.keyboard('l');
  await expect.element(shown.getByTestId('here')).toHaveTextContent('/login?success=%2Ffeed');
});

test('of two shares of one rifff the one that was pressed plays', async () => {
  const shown = await show();
  for (let at = 0; at < 24; at++) await userEvent.keyboard('{ArrowRight}');
  await expect.poll(focusedCard).toBe('s23');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => heard).toEqual([23]);
  await expect.element(shown.getByRole('button', { name: 'Pause Card 23' })).toBeInTheDocument();
  await expect.element(shown.getByRole('button', { name: 'Play Card 22' })).toBeInTheDocument();
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  await expect.element(shown.getByRole('button', { name: 'Pause Card 22' })).toBeInTheDocument();
  await expect.element(shown.getByRole('button', { name: 'Play Card 23' })).toBeInTheDocument();
});

test('a card goes into the queue of Listen by its menu and by key, and that is said', async () => {
  queueFrom('from=latest');
  const shown = await show();
  const queued = () => listenQueue.row.next.map(({ key, isOwn }) => `${key}${isOwn ? ' own' : ''}`);
  const said = () => ui.notice?.text;
  // What stands in the corners is there with the pointer or the focus.
  pictureOf(2).querySelector('button')!.focus();
  await shown.getByRole('button', { name: 'Queue Card 2', exact: true }).click();
  await expect.element(shown.getByRole('menu', { name: 'Queue Card 2' })).toBeVisible();
  await userEvent.keyboard('{End}{ArrowUp}');
  await expect.element(shown.getByRole('menuitem', { name: /Add to queue/ })).toHaveFocus();
  // A menu stands outside of the landmarks of a page.
  expect(await violations(document.body, { isPart: true })).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(queued).toEqual(['s2 own']);
  expect(said()).toBe('Card 2 is in the queue of Listen');
  expect(ui.notice?.action).toEqual({ title: 'Listen', to: '/listen' });
  await expect.element(shown.getByRole('button', { name: 'Queue Card 2' })).toHaveFocus();

  pictureOf(4).querySelector('button')!.focus();
  await userEvent.keyboard('q');
  expect(queued()).toEqual(['s2 own', 's4 own']);
  await userEvent.keyboard('{ArrowRight}n');
  expect(queued()).toEqual(['s5 own', 's2 own', 's4 own']);
  expect(said()).toBe('Card 5 comes next on Listen');
  await userEvent.keyboard('q');
  expect(queued()).toEqual(['s2 own', 's4 own', 's5 own']);
});

test('counts are short, and nothing is violated', async () => {
  const shown = await show();
  const card = shown.getByRole('listitem').nth(1);
  await expect.element(card.getByText('1.2k')).toBeVisible();
  await expect.element(card.getByText('999.9k')).toBeVisible();
  await expect
    .element(card.getByRole('button', { name: 'Comment on Card 1, 999.9k comments' }))
    .toBeVisible();
  pictureOf(1).querySelector('button')!.focus();
  expect(await violations()).toEqual([]);
});
