import '../../system/base.css';
import { Profiler } from 'react';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { createSilentTelemetry, telemetryRef } from '../../../audio/engine/telemetry.ts';
import { transport } from '../../../audio/state/transport.ts';
import { encodeBytes } from '../../../data/contract/loopData.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { setSlotOn } from '../../../data/rules/draft/draft.ts';
import { RifffPeaks } from './RifffPeaks.tsx';

/** Three rings; the first is loud at its beginning, the others everywhere. */
const bare = rifffOf(3);
const peaksOf = (at: number) =>
  encodeBytes(Uint8Array.from({ length: 1024 }, (_, bin) => (at === 0 && bin > 64 ? 0 : 200)));
const rifff: Rifff = {
  ...bare,
  loops: bare.loops.map((loop, at) => ({ ...loop, peaks: peaksOf(at) })),
};
const silent = [0, 1, 2].reduce((one, slot) => setSlotOn(one, slot, false), rifff);
const paths = () => [...document.querySelectorAll('path')].map((path) => path.getAttribute('d'));
const hairlines = () => [...(paths()[0] ?? '').matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y));
const box = () => document.querySelector<HTMLElement>('[data-box] > div')!;

afterEach(() => {
  transport.status = 'stopped';
  telemetryRef.current = createSilentTelemetry();
});

test('fills its box with one path, twice, and follows another size and another draft', async () => {
  const show = (width: number, one = rifff) => (
    <div data-box style={{ position: 'relative', width, height: 30 }}>
      <RifffPeaks rifff={one} />
    </div>
  );
  const page = await render(show(301));
  await expect.poll(() => hairlines().length).toBe(100);
  expect(new Set(paths()).size).toBe(1);
  expect(Math.min(...hairlines())).toBe(0);
  const { width, height } = box().getBoundingClientRect();
  expect([width, height]).toEqual([301, 30]);
  await page.rerender(show(150));
  await expect.poll(() => hairlines().length).toBe(50);
  expect(new Set(hairlines()).size).toBe(2);
  await page.rerender(show(150, setSlotOn(rifff, 0, false)));
  expect(new Set(hairlines())).toEqual(new Set([0]));
  // All of it muted is a line.
  await page.rerender(show(150, silent));
  expect(paths()[0]).toBe('M0 1H150');
});

test('shows what was played in the frames, without a render', async () => {
  let renders = 0;
  await render(
    <Profiler id="peaks" onRender={() => (renders += 1)}>
      <div data-box style={{ position: 'relative', width: 300, height: 30 }}>
        <RifffPeaks rifff={rifff} isHeard />
      </div>
    </Profiler>,
  );
  const played = () => box().style.getPropertyValue('--played');
  await expect.poll(played).toBe('0.0000');
  telemetryRef.current = { ...createSilentTelemetry(), phase: 0.25 };
  transport.status = 'playing';
  await expect.poll(played).toBe('0.2500');
  const before = renders;
  telemetryRef.current.phase = 0.75;
  await expect.poll(played).toBe('0.7500');
  expect(renders).toBe(before);
});
