/** The rifff of the week, whose look no guard counts, on its page in a real browser, with the worst sound there is. */
import '../../src/hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ENGINE_FEATURES, type Engine } from '../../src/audio/engine/Engine.ts';
import { createSilentTelemetry, telemetryRef } from '../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../src/audio/state/transport.ts';
import { WEEK_MS, weekBounds, weekOf } from '../../src/data/rules/chart/weeks.ts';
import { allPlaces, updatePlace } from '../../src/data/stores/places.ts';
import { FlashCount } from '../../src/drawing/flashCount.ts';
import { BUILT_IN_LOOKS } from '../../src/drawing/jam/builtInLooks.ts';
import { PlaceMeans } from '../../src/drawing/placeMeans.ts';
import { ChartRoom } from '../../src/hud/chart/ChartRoom.tsx';
import { EngineProvider } from '../../src/hud/EngineContext.tsx';
import { fetchAround } from '../../src/scene/rings/lookedAt.ts';
import { shareOf } from '../support/shareOf.ts';
import { referenceDocument, seeded } from './musicalPeaks.ts';
import { drawFrame, frames, mountCanvasHost, unmountHost } from './stage.tsx';

const THIS_WEEK = weekOf(Date.now());
const realFetch = window.fetch;
const engine = { features: ENGINE_FEATURES, preload: async () => {} } as Partial<Engine> as Engine;

/** Everything of this look follows what sounds, as far as it goes. */
const WORST = {
  ...BUILT_IN_LOOKS.riso,
  mods: (['cut', 'spread', 'density', 'lift'] as const).map((value) => ({
    ...{ layer: 0, value, source: 'level' as const, amount: 1000, rise: 0, fall: 0 },
  })),
};

const charted = (id: string, place: number) =>
  shareOf(id, {
    ...{ rifff: { ...referenceDocument(), _id: `rifff-${id}`, jamId: 'mira' } },
    chart: { place, points: 10 - place, people: 3 },
  });
const winner = {
  ...charted('b', 1),
  lookKey: 'kept',
  look: { key: 'kept', document: WORST, user: 'mira', displayName: 'Mira' },
  wonWeek: {
    ...weekBounds(THIS_WEEK - WEEK_MS),
    ...{ by: 'rule' as const, reason: '', points: 9, people: 4, strangers: 2 },
  },
};

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return realFetch(input, init);
  const meta = { previousWeeks: 0, isOpen: true, limit: 50, skip: 0, isLastPage: true };
  const data = pathname.endsWith('rifff-of-the-week')
    ? [winner]
    : { rifffs: [charted('a', 1), charted('c', 2)], ...weekBounds(THIS_WEEK), meta };
  return new Response(JSON.stringify({ ok: true, data }), {
    headers: { 'content-type': 'application/json' },
  });
}

afterEach(async () => {
  window.fetch = realFetch;
  telemetryRef.current = createSilentTelemetry();
  patchTransport({ status: 'stopped' });
  await unmountHost();
});

/** What moves of a window: the ground of the winner, and the rings on it and in the list. */
function seen(context: CanvasRenderingContext2D, ground: Element): ImageData {
  context.fillStyle = '#15120e';
  context.fillRect(0, 0, innerWidth, innerHeight);
  const { left, top, width, height } = ground.getBoundingClientRect();
  context.fillStyle = getComputedStyle(ground).backgroundColor;
  context.fillRect(left, top, width, height);
  for (const source of document.querySelectorAll<HTMLCanvasElement>('[data-rings] canvas')) {
    const box = source.getBoundingClientRect();
    if (box.width > 0) context.drawImage(source, box.left, box.top, box.width, box.height);
  }
  return context.getImageData(0, 0, innerWidth, innerHeight);
}

test.each([
  [1440, 900, 0.21],
  [390, 844, 0.39],
])(
  'a window of %i × %i with the winner of a chart does not flash',
  async (width, height, share) => {
    await page.viewport(width, height);
    window.fetch = respond as typeof fetch;
    await fetchAround();
    const shown = await render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <MemoryRouter>
          <EngineProvider engine={engine}>
            <main>
              <ChartRoom day={null} />
            </main>
          </EngineProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    );
    const winnerPlace = () => [...allPlaces()].find(({ id }) => id === 'winner');
    await expect.poll(() => winnerPlace()?.view.stage).toBeTruthy();
    await expect.poll(() => document.querySelectorAll('li').length).toBe(2);
    const ground = document.querySelector('[data-ground]')!;
    const box = ground.getBoundingClientRect();
    expect((box.width * box.height) / (width * height)).toBeCloseTo(share, 1);

    mountCanvasHost();
    patchTransport({ status: 'playing' });
    const telemetry = { ...createSilentTelemetry(), isPlaying: true };
    telemetryRef.current = telemetry;
    const { isInviting: _, ...still } = winnerPlace()!.view;
    updatePlace('winner', { ...still, isLive: true });
    await frames(2);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    const means = new PlaceMeans(width, height);
    const count = new FlashCount(means.columns, means.rows, {
      second: 1000,
      changes: 120,
      cares: [1],
    });
    const random = seeded(3);
    const pictures = new Set<string>();
    let most = 0;
    const from = performance.now();
    for (let now = from; now - from < 2500; now = performance.now()) {
      telemetry.turns = (now - from) / 600;
      telemetry.phase = telemetry.turns % 1;
      telemetry.spectrum.fill(random() < 0.5 ? 255 : 0);
      drawFrame();
      const { data } = seen(context, ground);
      means.write(new Uint32Array(data.buffer), 0, 16, count);
      most = Math.max(most, count.add(now));
      pictures.add(count.colours.join());
      await frames(1);
    }
    console.info(
      `${width} × ${height}: ${pictures.size} pictures, ${most} flashes, ${((box.width * box.height) / (width * height)).toFixed(3)} of the window`,
    );
    expect(pictures.size).toBeGreaterThan(5);
    expect(most).toBeLessThanOrEqual(3);
    await shown.unmount();
  },
);
