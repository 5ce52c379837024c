import '../system/base.css';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import { shareOf } from '../../../tests/support/shareOf.ts';
import type { Engine } from '../../audio/engine/Engine.ts';
import { arcade, currentCrowd } from '../../data/stores/arcade.ts';
import { EngineProvider } from '../EngineContext.tsx';
import { useCommandKeys } from '../parts/commands/registry.ts';
import { ArcadeRoom } from './ArcadeRoom.tsx';
import { WaysIn } from './around/WaysIn.tsx';

const COUNT = 100;
const shares = Array.from({ length: COUNT }, (_, at) =>
  shareOf(`s${at}`, { title: `Rifff ${at}`, rifff: { ...rifffOf(3), _id: `rifff${at}` } }),
);

/** A sound that is only asked for. */
const asked = { starts: 0, stops: 0, unlocks: 0, leaves: 0 };
const engine = {
  unlock: async () => {
    asked.unlocks += 1;
  },
  field: async () => ({
    enter: () => {},
    start: async () => {
      asked.starts += 1;
    },
    stop: () => {
      asked.stops += 1;
    },
    leave: () => {
      asked.leaves += 1;
    },
  }),
} as unknown as Engine;

function Keys() {
  useCommandKeys();
  return null;
}

const Page = () => (
  <MemoryRouter>
    <EngineProvider engine={engine}>
      <Keys />
      <main>
        <ArcadeRoom shares={shares} />
      </main>
    </EngineProvider>
  </MemoryRouter>
);

let request = 0;

/** There is no renderer here: the test makes the frames, each 1/60 s after the one before, at any real speed. */
let frameMs = 0;
function advance(): void {
  frameMs += 1000 / 60;
  currentCrowd()?.advance(frameMs, false);
}
/** Frames of so much time at once. */
function fly(ms: number): void {
  for (const untilMs = frameMs + ms; frameMs < untilMs; ) advance();
}

beforeEach(async () => {
  Object.assign(asked, { starts: 0, stops: 0, unlocks: 0, leaves: 0 });
  await page.viewport(1280, 800);
  const frame = () => {
    advance();
    request = requestAnimationFrame(frame);
  };
  request = requestAnimationFrame(frame);
});

afterEach(() => cancelAnimationFrame(request));

/** Stands before the first: what the test before this one left in the store is no sign of it. */
async function stand(): Promise<void> {
  await expect.poll(() => currentCrowd()).not.toBeNull();
  fly(2000);
  await expect.poll(() => arcade.isFocusOpen).toBe(true);
  await expect.poll(front).toBe('Rifff 0');
}

const front = () => document.querySelector('h2')?.textContent;
const press = (keys: string) => userEvent.keyboard(keys);

test('one begins before the first, and keys lead to the next, the previous and to neighbours', async () => {
  const view = await render(<Page />);
  await stand();
  await press('n');
  await expect.poll(front).toBe('Rifff 1');
  await press('p');
  await press('p');
  await expect.poll(front).toBe('Rifff 99');
  await expect.poll(() => arcade.isFocusOpen).toBe(true);
  await press('{ArrowUp}');
  await expect.poll(front).not.toBe('Rifff 99');
  await view.unmount();
  expect(currentCrowd()).toBeNull();
  await expect.poll(() => asked.leaves).toBe(1);
});

test('a held key flies, and letting go ends before somebody', async () => {
  await render(<Page />);
  await stand();
  await press('{ArrowRight>}');
  // At first it is a step to a neighbour, which ends before it; held on, it ends nowhere, however much time passes.
  const isOpenLater = async () => {
    fly(2000);
    await new Promise((done) => setTimeout(done));
    return arcade.isFocusOpen;
  };
  await expect.poll(isOpenLater).toBe(false);
  expect(await isOpenLater()).toBe(false);
  await press('{/ArrowRight}');
  await expect.poll(() => arcade.isFocusOpen).toBe(true);
  expect(front()).toMatch(/^Rifff \d+$/);
});

test('the first touch lets it sound, the next one ends that', async () => {
  await render(<Page />);
  await press('n');
  await expect.poll(() => asked.starts).toBe(1);
  expect(asked.unlocks).toBe(1);
  await press('n');
  await press(' ');
  await expect.poll(() => asked.stops).toBeGreaterThan(0);
  expect(asked.starts).toBe(1);
});

test('the list reaches everyone, says who they are, and leads there', async () => {
  await render(<Page />);
  await expect.poll(front).toBe('Rifff 0');
  await press('l');
  const rows = () => [...document.querySelectorAll<HTMLButtonElement>('aside li button')];
  await expect.poll(() => rows().length).toBe(COUNT);
  expect(document.activeElement).toBe(rows()[0]);
  rows().forEach((row, at) => {
    expect(row.textContent).toContain(`Rifff ${at}`);
    expect(row.textContent).toContain('three loops');
  });
  rows()[57]!.click();
  await expect.poll(front).toBe('Rifff 57');
  await expect
    .poll(() => document.querySelector('[role="status"]')?.textContent)
    .toMatch(/^Rifff 57, by .* 58 of 100$/);
  await press('{Escape}');
  await expect.poll(() => rows().length).toBe(0);
});

test('nothing stands in the way of assistive technology, closed and open', async () => {
  await render(<Page />);
  await stand();
  expect(await violations(document.body, { isPart: true })).toEqual([]);
  await press('l');
  await expect.poll(() => document.querySelector('aside')).not.toBeNull();
  expect(await violations(document.body, { isPart: true })).toEqual([]);
});

test('a finger pulls the ground, and a touch goes to whoever stands there', async () => {
  await render(<Page />);
  await stand();
  const ground = document.querySelector<HTMLElement>('[class*="ground"]')!;
  const point = (type: string, x: number, y: number) =>
    ground.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y, bubbles: true }),
    );
  ground.setPointerCapture = () => {};
  point('pointerdown', 900, 600);
  point('pointermove', 700, 600);
  point('pointermove', 420, 600);
  point('pointerup', 420, 600);
  await expect.poll(front).not.toBe('Rifff 0');
  await expect.poll(() => arcade.isFocusOpen).toBe(true);
  expect(asked.starts).toBe(1);
  const { seen } = currentCrowd()!;
  // A rifff that no other covers: in the nearest row that is completely inside the window.
  const at = Array.from({ length: seen.count - 1 }, (_, i) => i)
    .filter((i) => seen.y[i]! + seen.radius[i]! < 780 && seen.x[i]! > 80 && seen.x[i]! < 1200)
    .at(-1)!;
  const wanted = seen.rifff[at]!;
  point('pointerdown', seen.x[at]!, seen.y[at]!);
  point('pointerup', seen.x[at]!, seen.y[at]!);
  await expect.poll(front).toBe(`Rifff ${wanted}`);
});

test('a gamepad flies, and its buttons are pressed once', async () => {
  const pad = {
    connected: true,
    axes: [0, 0, 0, 0],
    buttons: Array.from({ length: 16 }, () => ({ pressed: false })),
  };
  const before = navigator.getGamepads;
  navigator.getGamepads = () => [pad as unknown as Gamepad];
  try {
    await render(<Page />);
    dispatchEvent(new Event('gamepadconnected'));
    await stand();
    pad.axes[0] = 1;
    fly(700);
    await expect.poll(() => arcade.isFocusOpen).toBe(false);
    pad.axes[0] = 0.1;
    await expect.poll(() => arcade.isFocusOpen).toBe(true);
    await expect.poll(front).not.toBe('Rifff 0');
    const stood = Number(front()!.slice(6));
    pad.buttons[5]!.pressed = true;
    await expect.poll(front).toBe(`Rifff ${(stood + 1) % COUNT}`);
    // Still down in many a frame, it is pressed once.
    fly(300);
    await new Promise((done) => setTimeout(done));
    expect(front()).toBe(`Rifff ${(stood + 1) % COUNT}`);
  } finally {
    navigator.getGamepads = before;
  }
});

test('a brief that arrives late does not move what is about to be pressed', async () => {
  const chosen: string[] = [];
  const ways = (brief: string, durationMs: number) => (
    <WaysIn brief={brief} durationMs={durationMs} onChoose={(mode) => chosen.push(mode)} />
  );
  const { rerender } = await render(ways('', 0));
  const explorer = page.getByRole('button', { name: /^Sound explorer/ });
  const box = () => JSON.stringify(explorer.element().getBoundingClientRect());
  const before = box();
  await rerender(
    ways('Make a rifff: use at least four loops; leave out chords. '.repeat(4), 105_000),
  );
  await expect.element(page.getByRole('button', { name: /^Mission.*1:45/ })).toBeVisible();
  expect(box()).toBe(before);
  await explorer.click();
  expect(chosen).toEqual(['explorer']);
});
