import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { gesture } from '../../../../../tests/audio/gesture.ts';
import { joinLoopback, type Loopback } from '../../../../../tests/audio/loopback.ts';
import { createEngine } from '../../../../audio/engine/createEngine.ts';
import type { Engine } from '../../../../audio/engine/Engine.ts';
import { recording } from '../../../../audio/state/recording.ts';
import { EngineProvider } from '../../../EngineContext.tsx';
import { useRecordDesk } from './useRecordDesk.ts';

let engine: Engine;
let loopback: Loopback;

beforeEach(async () => {
  await gesture();
  loopback = joinLoopback();
  engine = createEngine();
});
afterEach(async () => {
  loopback.release();
  await engine.dispose();
});

function Editor() {
  useRecordDesk();
  return null;
}

test('an input that is open is let go when the editor is left', async () => {
  const page = await render(
    <EngineProvider engine={engine}>
      <Editor />
    </EngineProvider>,
  );
  const { recorder } = await engine.studio();
  expect(await recorder.open()).toBe(true);
  expect(loopback.tracks().map(({ readyState }) => readyState)).toEqual(['live']);
  await page.unmount();
  await expect.poll(() => recording.input).toBe('closed');
  expect(loopback.tracks().map(({ readyState }) => readyState)).toEqual(['ended']);
});
