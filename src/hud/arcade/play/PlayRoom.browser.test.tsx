import '../../system/base.css';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { missionOn, sharesOf } from '../../../../tests/support/arcadeRun.ts';
import type { Engine } from '../../../audio/engine/Engine.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { indexField } from '../../../data/rules/arcade/field.ts';
import { replay } from '../../../data/rules/arcade/game.ts';
import { makeMission } from '../../../data/rules/arcade/mission.ts';
import { arcade, currentCrowd } from '../../../data/stores/arcade.ts';
import { EngineProvider } from '../../EngineContext.tsx';
import { useCommandKeys } from '../../parts/commands/registry.ts';
import { type EndedRun, PlayRoom, type PlayRoomProps } from './PlayRoom.tsx';

const shares = sharesOf(6);
const answer = missionOn(shares);
const index = indexField(answer.field);

/** A sound that only remembers what it was asked for. */
/** Where the time of the sound stands, in seconds; it goes on by itself where that is null. */
let heldSec: number | null = null;
const asked = { cues: [] as string[], held: [] as (Rifff | null)[], isPulse: false };
const engine = {
  unlock: async () => {},
  field: async () => ({
    enter: () => {},
    start: async () => {},
    stop: () => {},
    leave: () => {},
    heardSec: () => heldSec ?? performance.now() / 1000,
    hold: (rifff: Rifff | null) => asked.held.push(rifff),
    cue: (id: string) => asked.cues.push(id),
    pulse: (isOn: boolean) => {
      asked.isPulse = isOn;
    },
  }),
} as unknown as Engine;

function Keys() {
  useCommandKeys();
  return null;
}

const ended: EndedRun[] = [];
const left = { times: 0 };

const open = (change: Partial<PlayRoomProps> = {}) =>
  render(
    <MemoryRouter>
      <EngineProvider engine={engine}>
        <Keys />
        <main>
          <PlayRoom
            shares={shares}
            answer={answer}
            mode="mission"
            onEnd={(run) => ended.push(run)}
            onLeave={() => {
              left.times += 1;
            }}
            {...change}
          />
        </main>
      </EngineProvider>
    </MemoryRouter>,
  );

let request = 0;

/** There is no renderer here: the test makes the frames, as the scene does. */
beforeEach(async () => {
  Object.assign(asked, { cues: [], held: [], isPulse: false });
  ended.length = 0;
  left.times = 0;
  heldSec = null;
  await page.viewport(1280, 800);
  const frame = (nowMs: number) => {
    currentCrowd()?.advance(nowMs, false);
    request = requestAnimationFrame(frame);
  };
  request = requestAnimationFrame(frame);
});

afterEach(() => cancelAnimationFrame(request));

const press = (keys: string) => userEvent.keyboard(keys);
const button = (name: RegExp) => page.getByRole('button', { name });
const act = () => document.querySelector<HTMLButtonElement>('[class*="act"]')!;
const front = () => document.querySelector('h2')?.textContent;
const said = () => document.querySelector('[role="status"]')?.textContent;
/** Waits for the end of the count-in and for a rifff in front. */
const playing = async () => {
  await expect.poll(() => act().textContent).toMatch(/^(Take|Collect)/);
  await expect.poll(() => arcade.isFocusOpen).toBe(true);
};

test('a run by keys: taken, let go, placed, lifted, and ended after asking', async () => {
  await open({ best: { score: 3120, name: 'wren' } });
  expect(act().getAttribute('aria-disabled')).toBe('true');
  expect(document.body.textContent).toContain('this is the beat to place on');
  expect(document.body.textContent).toContain('best today 3\u2009120, wren');
  await press('1');
  await playing();
  await expect.poll(() => asked.isPulse).toBe(true);
  await press('2');
  await expect.poll(() => act().textContent).toMatch(/^Place/);
  expect(said()).toMatch(/ in hand, it fits/);
  await expect.poll(() => asked.held.at(-1)?.loops.length).toBe(1);
  await press('{Backspace}');
  await expect.poll(() => act().textContent).toMatch(/^Take/);
  // Chosen and taken, then placed, all by the same key.
  const chosen = () => document.querySelector('[aria-current]')?.getAttribute('aria-label');
  const before = chosen();
  await press('{ArrowDown}');
  await expect.poll(chosen).not.toBe(before);
  await press('{Enter}');
  await expect.poll(() => act().textContent).toMatch(/^Place/);
  await press(' ');
  await expect.element(button(/^What you make: one loop of eight/)).toBeVisible();
  expect(said()).toMatch(/ placed .*fits/);
  await press('{Shift>}1{/Shift}');
  await expect.element(button(/^What you make: no loops of eight/)).toBeVisible();
  await press('n');
  await expect.poll(front).not.toBe('Rifff 0');
  await expect.poll(() => act().textContent).toMatch(/^Take/);
  await press('1');
  await press(' ');
  await expect.element(button(/^What you make: one loop of eight/)).toBeVisible();
  await press('e');
  await expect.element(button(/^Finish$/)).toHaveFocus();
  await press('{Enter}');
  await expect.poll(() => ended.length).toBe(1);
  const [run] = ended;
  expect(run!.moves.map((move) => move.do).join(' ')).toBe(
    'grab drop grab place lift grab place end',
  );
  expect(replay(run!.mission, index, 'mission', run!.moves)).toEqual({ state: run!.state });
  expect(run!.rifff?.loops).toHaveLength(1);
  expect(run!.rifff?.parent).toMatchObject({ jamId: 'mira' });
  expect(asked.cues).toEqual(expect.arrayContaining(['grab', 'drop', 'fits', 'lift', 'over']));
  expect(left.times).toBe(0);
});

test('one finger: a ring is touched and taken, the large button places it when it comes down', async () => {
  await open();
  await playing();
  const { seen } = currentCrowd()!;
  const at = seen.count - 1;
  const ground = document.querySelector<HTMLElement>('[class*="ground"]')!;
  ground.setPointerCapture = () => {};
  const touch = (x: number, y: number) => {
    for (const type of ['pointerdown', 'pointerup']) {
      const init = { pointerId: 1, clientX: x, clientY: y, bubbles: true };
      ground.dispatchEvent(new PointerEvent(type, init));
    }
  };
  // The innermost ring, right of the hole, is the first loop.
  touch(seen.x[at]! + 0.22 * seen.radius[at]!, seen.y[at]!);
  await expect.poll(() => act().textContent).toMatch(/^Place/);
  expect(asked.held.at(-1)?.loops[0]?._id).toBe('loop00');
  act().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  await expect.poll(() => act().textContent).toMatch(/^Take/);
  // Lifting the finger is no second press.
  act().click();
  await expect.element(button(/^What you make: one loop of eight/)).toBeVisible();
  expect(act().textContent).toMatch(/^Take/);
  await button(/^What you make/).click();
  await button(/^Take out 1/).click();
  await expect.element(page.getByText(/^Nothing yet/)).toBeVisible();
});

test('the explorer collects at once, on no beat', async () => {
  await open({ mode: 'explorer' });
  await playing();
  expect(act().textContent).toMatch(/^Collect/);
  await press('1');
  await expect.element(button(/^What you make: one loop of eight/)).toBeVisible();
  expect(said()).toMatch(/ collected, fits/);
  expect([asked.isPulse, document.querySelector('[data-block]')]).toEqual([false, null]);
  expect(asked.held.at(-1)?.loops).toHaveLength(1);
  await press('{Escape}');
  await button(/^Leave without it/).click();
  expect([left.times, ended.length]).toEqual([1, 0]);
});

test('in a mission those who hold nothing that is asked for step back', async () => {
  // Percussion first: most hold none.
  await open({ answer: missionOn(shares, '20260103') });
  await playing();
  const { ink } = currentCrowd()!;
  const inks = shares.map((_, at) => Math.round(100 * ink[at]!));
  expect(new Set(inks).size).toBe(2);
  expect(Math.min(...inks)).toBe(18);
});

test('a run that was played goes to its rifffs and shows its moves, without hands', async () => {
  const { rifff, loop } = makeMission('20260101', index).answer.find(
    (pick) => pick.rifff.id !== 'share0',
  )!;
  const script = [
    { t: 300, do: 'grab', rifff: rifff.id, loop: loop.id },
    { t: 800, do: 'place' },
    { t: 1500, do: 'end' },
  ] as const;
  // What is in front must be seen before the run is over, so its time goes on as the test looks, frame by frame.
  let sec = performance.now() / 1000;
  heldSec = sec;
  await open({ script });
  const lookedAt = async () => {
    sec += 0.1;
    heldSec = sec;
    await new Promise(requestAnimationFrame);
    return front();
  };
  await expect.poll(lookedAt).toBe(`Rifff ${rifff.id.slice(5)}`);
  heldSec = null;
  await press('1');
  await expect.poll(() => ended.length).toBe(1);
  expect(ended[0]!.moves).toEqual(script);
  expect(document.querySelector('[class*="act"]')).toBeNull();
});
