import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { eventually } from '../../../tests/support/eventually.ts';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import type { Engine } from '../../audio/engine/Engine.ts';
import { createSilentTelemetry, telemetryRef } from '../../audio/engine/telemetry.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { allPlaces } from '../../data/stores/places.ts';
import { ringDrawing } from '../../data/stores/ringDrawing.ts';
import { scene, sceneIs } from '../../data/stores/scene.ts';
import { restKnobs, stageKnobs } from '../../data/stores/stageKnobs.ts';
import { EngineProvider } from '../EngineContext.tsx';
import type { RoomFeed } from '../parts/looks/roomFeed.ts';
import type { StageNews } from '../parts/looks/roomVisit.ts';
import { HOUSE_LOOKS, type ShownLook } from '../parts/looks/shownLooks.ts';
import { StageRoom } from './StageRoom.tsx';

const named = (number: number): Rifff => ({
  ...rifffOf(2),
  _id: `rifff-${number}`,
  created: number,
  license: 'cc-by-4.0',
});

/** A room that says what the test says, and an engine that is given rifffs and makes no sound. */
async function stageOf(search = '') {
  const heard: string[] = [];
  const blends: unknown[] = [];
  let [stops, plays] = [0, 0];
  let bar = Promise.resolve();
  /** Changes wait for their bar until the answer is called. */
  const holdBar = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bar = promise;
    return resolve;
  };
  const engine = {
    setLatencyHint: () => {},
    preload: async () => {},
    setRifff: async (rifff: Rifff, { blendBars }: { blendBars?: number }) => {
      heard.push(rifff._id);
      blends.push(blendBars);
      await bar;
    },
    play: async () => {
      plays += 1;
    },
    stop: () => {
      stops += 1;
    },
  } as unknown as Engine;
  let news: StageNews | undefined;
  const feed: RoomFeed = {
    follow(to) {
      news = to;
      return () => {};
    },
    order: async () => true,
    nowMs: () => null,
  };
  await render(
    <EngineProvider engine={engine}>
      <MemoryRouter initialEntries={[`/jam/ABCD-EFGH-JKLM/stage${search}`]}>
        <Routes>
          <Route path="/jam/:code/stage" element={<StageRoom feed={feed} />} />
        </Routes>
      </MemoryRouter>
    </EngineProvider>,
  );
  const tell = (newest: number, looks: readonly ShownLook[] = HOUSE_LOOKS) => {
    const rifffs = Array.from({ length: Math.min(24, newest + 1) }, (_, at) => named(newest - at));
    news!.room({ jamId: 'band0123456789', name: 'Late shift', rifffs, looks });
  };
  return { heard, blends, tell, news: news!, stopped: () => stops, played: () => plays, holdBar };
}

const shown = () => [...allPlaces()].find(({ id }) => id === 'stage')?.view;

afterEach(() => {
  expect(document.documentElement.dataset.stage).toBeDefined();
});

test('follows two hundred rifffs by itself and shows what sounds', async () => {
  const { heard, tell } = await stageOf();
  for (let at = 0; at < 200; at++) {
    tell(at);
    if (at % 10 === 0) await new Promise((done) => setTimeout(done));
  }
  await expect.poll(() => shown()?.rifff._id).toBe('rifff-199');
  expect(heard.at(-1)).toBe('rifff-199');
  expect(new Set(heard).size).toBe(heard.length);
  expect(shown()?.stage?.before.length).toBeLessThan(24);
});

test('orders change look, blend and rifff; looks never faster than is safe', async () => {
  const { heard, blends, tell, news } = await stageOf('?look=paper&blend=4');
  tell(5);
  await expect.poll(() => shown()?.stage?.look).toBe('paper');
  expect(document.documentElement.dataset.stage).toBe('paper');
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(document.documentElement.dataset.stage ?? ''));
  watch.observe(document.documentElement, { attributeFilter: ['data-stage'] });
  for (let at = 0; at < 40; at++) {
    news.order({ look: at % 2 ? 'paper' : 'light' }, false);
    await new Promise((done) => setTimeout(done, 10));
  }
  news.order({ look: 'light', rifffId: 'rifff-2', blendBars: 8 }, false);
  await expect.poll(() => shown()?.stage?.look).toBe('light');
  expect(seen.filter((look, at) => look !== seen[at - 1]).length).toBeLessThanOrEqual(6);
  expect(heard).toEqual(['rifff-5', 'rifff-2']);
  expect(blends).toEqual([4, 8]);
  watch.disconnect();
});

/** A look that a person made, one layer in one of the grounds. */
const madeLook = (key: string, ground: 'night' | 'paper'): ShownLook => ({
  key,
  look: {
    v: 1,
    name: key,
    ground,
    layers: [{ source: 'rings', drawn: 'filled', size: 800, wedges: 1, part: 0 }],
    mods: [],
    choices: [],
  },
});
const stageKey = () => document.querySelector('section')?.dataset.look;

test('looks of the room are ordered by their ids, shown as the room has them, and gone with it', async () => {
  const { tell, news } = await stageOf();
  const made = madeLook('made-1', 'paper');
  // An order may come before the looks of the room are known.
  news.order({ look: 'made-1' }, true);
  tell(1, [made]);
  await expect.poll(() => shown()?.stage?.look).toBe(made.look);
  expect(stageKey()).toBe('made-1');
  expect(document.documentElement.dataset.stage).toBe('paper');
  const again = madeLook('made-1', 'night');
  tell(1, [again]);
  await expect.poll(() => shown()?.stage?.look).toBe(again.look);
  expect(document.documentElement.dataset.stage).toBe('night');
  tell(1, []);
  await expect.poll(() => shown()?.stage?.look).toBe('print');
});

test('knobs of the room move the look, and a late page takes up where they stand', async () => {
  const { tell, news } = await stageOf();
  tell(1);
  news.order({ knobs: [0.5, null, null, null, null, null, null, 1] }, true);
  expect([...stageKnobs]).toEqual([0.5, 0, 0, 0, 0, 0, 0, 1]);
  news.order({ knobs: [null, 0.25] }, false);
  expect([...stageKnobs]).toEqual([0.5, 0.25, 0, 0, 0, 0, 0, 1]);
  restKnobs();
});

test('a look of the address that is not there is said, and print is shown', async () => {
  const { tell } = await stageOf('?look=no-such-look');
  tell(1);
  await expect
    .poll(() => document.querySelector('[role=status]')?.textContent)
    .toContain('The look of this address is not there');
  expect(shown()?.stage?.look).toBe('print');
});

test('another look comes with the next bar of what sounds', async () => {
  const { tell, news } = await stageOf('?look=paper');
  tell(1);
  await expect.poll(() => shown()?.rifff._id).toBe('rifff-1');
  const { barLength, bps } = shown()!.rifff.state;
  const barMs = (250 * barLength) / bps;
  const before = telemetryRef.current;
  // A fifth of the first of eight bars has passed.
  telemetryRef.current = {
    ...createSilentTelemetry(),
    isPlaying: true,
    phase: 0.2 / 8,
    bars: 8,
  };
  const askedMs = performance.now();
  const earlier = shown()!.stage!.before;
  news.order({ look: 'rose' }, false);
  // The scene is told at once, so that it can make ready.
  await expect.poll(() => shown()?.stage?.coming, { interval: 5 }).toBe('rose');
  expect(shown()?.stage?.look).toBe('paper');
  await expect.poll(() => shown()?.stage?.look, { interval: 5 }).toBe('rose');
  const waited = performance.now() - askedMs;
  telemetryRef.current = before;
  // A timer is never early; a busy machine may be late.
  expect(waited).toBeGreaterThan(0.8 * barMs - 20);
  // The outlines of earlier rifffs are cut anew for another list of them.
  expect(shown()?.stage?.before).toBe(earlier);
});

test('a stage without a ground is drawn by what draws elsewhere, and says whose loops these are', async () => {
  const { tell } = await stageOf('?ground=none&credits=on');
  tell(1);
  await expect.poll(() => shown()?.stage?.isClear).toBe(true);
  expect(ringDrawing.needsCanvas).toBe(false);
  expect(document.documentElement.dataset.stage).toBe('clear');
  const credits = document.querySelector('aside')!.textContent;
  expect(credits).toContain('Late shift');
  expect(credits).toContain('tester');
  expect(credits).toContain('CC BY 4.0');
});

test('a lost network leaves the picture as it is; a code that was taken back makes it dark', async () => {
  const { tell, news, stopped } = await stageOf('?look=paper');
  tell(3);
  await expect.poll(() => shown()?.rifff._id).toBe('rifff-3');
  news.online(false);
  await new Promise((done) => setTimeout(done, 50));
  expect(shown()?.rifff._id).toBe('rifff-3');
  const before = stopped();
  news.ended();
  await expect.poll(() => shown()).toBeUndefined();
  expect(stopped()).toBeGreaterThan(before);
  expect(document.documentElement.dataset.stage).toBe('ground');
  expect(document.title).toContain('taken back');
  tell(4);
  await new Promise((done) => setTimeout(done, 50));
  expect(shown()).toBeUndefined();
});

test('an empty room says that nothing plays yet and what to do, until something does; not on a stream', async () => {
  const { tell } = await stageOf();
  const says = () => document.querySelector('section')?.textContent ?? '';
  expect(says()).not.toContain('Nothing plays');
  tell(-1);
  await expect.poll(says).toContain('Nothing plays in this room yet. Commit a rifff in it');
  const words = document.querySelector('section p')!;
  expect(words.getBoundingClientRect().height).toBeGreaterThan(0);
  tell(0);
  await expect.poll(() => shown()?.rifff._id).toBe('rifff-0');
  expect(says()).not.toContain('Nothing plays');
  const clear = await stageOf('?ground=none');
  clear.tell(-1);
  await expect
    .poll(() => document.querySelectorAll('section')[1]?.textContent)
    .toContain('Nothing');
  expect(document.querySelectorAll('section')[1]!.querySelector('p')).toBeNull();
});

test('an address that never opened anything is dark; its reason stands there for ten seconds, never on a stream', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const opaque = await stageOf();
    opaque.news.ended();
    await eventually(() => expect(document.title).toContain('opens no stage'));
    expect(document.querySelector('[role="status"]')?.textContent).toContain('opens no stage');
    expect(document.querySelector('section p')?.textContent).toContain('opens no stage');
    await vi.advanceTimersByTimeAsync(10_001);
    await eventually(() => expect(document.querySelector('section p')).toBeNull());
    expect(document.querySelector('[role="status"]')?.textContent).toContain('opens no stage');
  } finally {
    vi.useRealTimers();
  }
});

test('an address without a ground never shows a reason', async () => {
  const { news } = await stageOf('?ground=none');
  news.ended();
  await expect.poll(() => document.title).toContain('opens no stage');
  expect(document.querySelector('section p')).toBeNull();
  expect(document.documentElement.dataset.stage).toBe('clear');
});

test('a stage that goes dark while a change waits for its bar stays silent', async () => {
  const { heard, tell, news, played, stopped, holdBar } = await stageOf();
  const passBar = holdBar();
  tell(1);
  await expect.poll(() => heard).toEqual(['rifff-1']);
  news.ended();
  // Nothing was shown yet: only this tells that the stage is dark, and no longer listens for a hand.
  await expect.poll(() => document.title).toContain('taken back');
  const before = stopped();
  passBar();
  await expect.poll(() => stopped()).toBe(before + 1);
  dispatchEvent(new PointerEvent('pointerdown'));
  expect(played()).toBe(0);
});

test('what stands in the address goes before what was said earlier, not before what is said now', async () => {
  const { heard, blends, tell, news } = await stageOf('?look=paper&blend=4');
  news.order({ look: 'light', blendBars: 8, rifffId: 'rifff-1' }, true);
  tell(3);
  await expect.poll(() => heard).toEqual(['rifff-1']);
  expect(blends).toEqual([4]);
  await expect.poll(() => shown()?.stage?.look).toBe('paper');
  news.order({ look: 'light' }, false);
  await expect.poll(() => shown()?.stage?.look).toBe('light');
});

test('people of the room stand in its picture', async () => {
  const { tell, news } = await stageOf('?room=1');
  tell(3);
  news.people([{ user: 'mia', isMaking: true }]);
  await expect.poll(() => shown()?.room?.people).toEqual([{ user: 'mia', isMaking: true }]);
  expect(shown()?.room?.history).toHaveLength(4);
});

test('a graphics chip that stays lost is done without; one that comes back in time is waited for', async () => {
  const { tell } = await stageOf('?look=light');
  tell(1);
  await expect.poll(() => shown()?.stage?.look).toBe('light');
  const wasLive = scene.state;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const [lostMs, needsCanvas] of [
      [3000, false],
      [5001, true],
    ] as const) {
      sceneIs('lost');
      await vi.advanceTimersByTimeAsync(50);
      // No glyph, which is a print, stands in for another look meanwhile.
      expect(document.querySelector('section img')).toBeNull();
      await vi.advanceTimersByTimeAsync(lostMs);
      sceneIs('live');
      await vi.advanceTimersByTimeAsync(50);
      expect(ringDrawing.needsCanvas).toBe(needsCanvas);
    }
  } finally {
    vi.useRealTimers();
    sceneIs(wasLive);
  }
});
