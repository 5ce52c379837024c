/** Taking music away is not heard in what plays. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playSteadily } from '../../../tests/audio/steady.ts';
import { exporting } from '../state/exporting.ts';

const before = Object.getOwnPropertyDescriptor(window, 'showSaveFilePicker');
beforeAll(() =>
  Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true }),
);
afterAll(() => {
  if (before) Object.defineProperty(window, 'showSaveFilePicker', before);
});

it('a rifff plays without a gap while it is exported', { timeout: 120_000 }, async () => {
  const seconds = 10;
  let made = 0;
  const { bend, frames, holes, told } = await playSteadily(seconds, async (engine, rifff) => {
    const { exporter } = await engine.studio();
    const until = performance.now() + (seconds - 1) * 1000;
    const about = { rifff, title: 'Heard', turns: 8, tail: 'left', credits: '' } as const;
    for (; performance.now() < until; made++) {
      const format = made % 2 === 0 ? 'flac' : 'wav24';
      await exporter.export({ ...about, wish: { kind: 'mix', format } });
      expect(exporting.error).toBe(null);
    }
    exporter.clear();
  });
  console.info(`${made} exports while it played, ${told} under-runs told by the browser`);
  expect(frames).toBeGreaterThan((seconds - 1) * 48_000);
  expect(holes).toBe(0);
  expect(bend).toBeLessThan(1.1);
});
