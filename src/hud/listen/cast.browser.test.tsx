import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import {
  createSilentTelemetry,
  sampleTelemetry,
  telemetryRef,
} from '../../audio/engine/telemetry.ts';
import { mixer, patchMixer } from '../../audio/state/mixer.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { toggleMute } from '../../data/rules/draft/draft.ts';
import { CAST_CHANNEL, type CastMessage, type CastShow } from '../../data/rules/listening/cast.ts';
import { allPlaces } from '../../data/stores/places.ts';
import { CastRoom } from './CastRoom.tsx';
import { useCast } from './useCast.ts';
import { useCastIn } from './useCastIn.ts';

const one = { ...rifffOf(3), _id: 'one' };
let isOut = true;

/** The page that plays and the one that shows, as far as they speak to each other. */
function Sender({ rifff }: { rifff: Rifff }) {
  useCast({ rifff, title: 'Night garden', by: 'mira', share: null });
  return null;
}
function Receiver() {
  const { show, place } = useCastIn();
  return (
    <output>
      {show
        ? `${show.title} ${show.rifff._id} solo ${show.solo} ${place?.isPlaying ? 'plays' : 'rests'} ${show.rifff.state.playback
            .map(({ slot }) => (slot.current?.on ? 1 : 0))
            .join('')}`
        : 'nothing'}
    </output>
  );
}
const Both = ({ rifff }: { rifff: Rifff }) => (
  <>
    {isOut && <Sender rifff={rifff} />}
    <Receiver />
  </>
);
const told = () => document.querySelector('output')?.textContent;

afterEach(() => {
  isOut = true;
  patchMixer({ solo: -1 });
});

/** A sound that stands at a place of its rifff. */
function soundsAt(turns: number) {
  const sound = { ...createSilentTelemetry(), isPlaying: true };
  sound.turns = Math.floor(turns);
  sound.phase = turns % 1;
  telemetryRef.current = sound;
  return sound;
}

test('another window shows what plays, with solo, mutes and the end of it', async () => {
  isOut = false;
  const page = await render(<Both rifff={one} />);
  // Both are one page here, and what sounds is the first one's.
  soundsAt(2.25);
  isOut = true;
  await page.rerender(<Both rifff={one} />);
  await expect.poll(told).toBe('Night garden one solo -1 plays 11100000');
  patchMixer({ solo: 2 });
  await expect.poll(told).toContain('solo 2');
  await page.rerender(<Both rifff={toggleMute({ ...one }, 1)} />);
  await expect.poll(told).toContain('10100000');
  isOut = false;
  await page.rerender(<Both rifff={one} />);
  await expect.poll(told).toBe('nothing');
  expect(mixer.solo).toBe(2);
});

test('it is in the phase that was told, and goes on by the shared clock', async () => {
  const before = createSilentTelemetry();
  telemetryRef.current = before;
  const page = await render(<Receiver />);
  const channel = new BroadcastChannel(CAST_CHANNEL);
  const turnMs = 16_000;
  const sentMs = performance.now();
  const message: CastMessage = {
    kind: 'show',
    page: 'p',
    show: { rifff: one, title: 'T', by: 'b', solo: -1, share: null },
    place: {
      isPlaying: true,
      turns: 1.5,
      atMs: performance.timeOrigin + sentMs - turnMs / 4,
      turnMs,
      bars: 8,
    },
  };
  await expect.poll(told).toBe('nothing');
  channel.postMessage(message);
  await expect.poll(told).toContain('T one');
  await new Promise((next) => requestAnimationFrame(next));
  sampleTelemetry();
  const { isPlaying, turns, phase, bar } = telemetryRef.current;
  const since = turns + phase - 1.75;
  expect([isPlaying, turns]).toEqual([true, 1]);
  expect(since).toBeGreaterThanOrEqual(0);
  // As long as it is since then, however long that took here.
  expect(since).toBeLessThan((performance.now() - sentMs) / turnMs + 0.01);
  expect(bar).toBe(Math.floor(phase * 8));
  channel.postMessage({ ...message, kind: 'place', place: { ...message.place, isPlaying: false } });
  await expect.poll(() => telemetryRef.current.isPlaying).toBe(false);
  await page.unmount();
  expect(telemetryRef.current).toBe(before);
  channel.close();
});

test('the window is drawn by the look of the share, and plain for what has none', async () => {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CastRoom />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const channel = new BroadcastChannel(CAST_CHANNEL);
  const place = { isPlaying: false, turns: 0, atMs: 0, turnMs: 16_000, bars: 8 };
  const tell = (share: CastShow['share']) =>
    channel.postMessage({
      ...{ kind: 'show', page: 'p', place },
      show: { rifff: one, title: 'T', by: 'b', solo: -1, share },
    } satisfies CastMessage);
  const looked = () => [
    [...allPlaces()].find(({ id }) => id === 'cast')?.view.stage?.look,
    document.documentElement.dataset.stage,
  ];
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Nothing plays');
  tell({ _id: 'share1', lookKey: 'paper' });
  await expect.poll(looked).toEqual(['paper', 'paper']);
  tell(null);
  await expect
    .poll(() => [...looked(), document.querySelector('h1')?.textContent])
    .toEqual([undefined, undefined, 'T']);
  await page.unmount();
  channel.close();
});
