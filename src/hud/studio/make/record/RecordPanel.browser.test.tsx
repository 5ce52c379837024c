import '../../../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { loopbackEngine } from '../../../../../tests/audio/loopbackEngine.ts';
import { mixer } from '../../../../audio/state/mixer.ts';
import { EngineProvider } from '../../../EngineContext.tsx';
import { runCommand } from '../../../parts/commands/registry.ts';
import { EditorProvider } from '../../EditorContext.tsx';
import { RecordPanel } from './RecordPanel.tsx';
import { MUTE_INPUT, useRecordDesk } from './useRecordDesk.ts';

const present = loopbackEngine();

afterEach(async () => {
  present.engine.setInputMuted(false);
  await expect.poll(() => mixer.isInputMuted).toBe(false);
});

function Editor() {
  useRecordDesk();
  return <RecordPanel />;
}

test('the live input is muted by its button and by its keys, and the meter says so', async () => {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <EngineProvider engine={present.engine}>
        <EditorProvider>
          <Editor />
        </EditorProvider>
      </EngineProvider>
    </QueryClientProvider>,
  );
  const mute = page.getByRole('button', { name: 'Mute the input' });
  const meter = page.getByRole('meter', { name: 'Input level' });
  await expect.element(mute).toHaveAttribute('aria-pressed', 'false');
  await expect.element(mute).toHaveAttribute('aria-keyshortcuts', 'Shift+M');
  const { recorder } = await present.engine.studio();
  expect(await recorder.open()).toBe(true);
  await expect.element(meter).not.toHaveAttribute('aria-valuetext', 'Muted');

  await mute.click();
  await expect.element(mute).toHaveAttribute('aria-pressed', 'true');
  expect(mixer.isInputMuted).toBe(true);
  await expect.element(meter).toHaveAttribute('aria-valuetext', 'Muted');
  await expect.element(page.getByText('Muted', { exact: true }).last()).toBeVisible();

  expect(runCommand(MUTE_INPUT)).toBe(true);
  await expect.element(mute).toHaveAttribute('aria-pressed', 'false');
  await expect.element(meter).not.toHaveAttribute('aria-valuetext', 'Muted');
});
