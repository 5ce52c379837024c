import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { loopbackEngine } from '../../../../../tests/audio/loopbackEngine.ts';
import { recording } from '../../../../audio/state/recording.ts';
import { EngineProvider } from '../../../EngineContext.tsx';
import { useRecordDesk } from './useRecordDesk.ts';

const present = loopbackEngine();

function Editor() {
  useRecordDesk();
  return null;
}

test('an input that is open is let go when the editor is left', async () => {
  const page = await render(
    <EngineProvider engine={present.engine}>
      <Editor />
    </EngineProvider>,
  );
  const { recorder } = await present.engine.studio();
  expect(await recorder.open()).toBe(true);
  expect(present.loopback.tracks().map(({ readyState }) => readyState)).toEqual(['live']);
  await page.unmount();
  await expect.poll(() => recording.input).toBe('closed');
  expect(present.loopback.tracks().map(({ readyState }) => readyState)).toEqual(['ended']);
});
