import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import type { Engine } from '../../../audio/engine/Engine.ts';
import { listening } from '../../../data/stores/listening.ts';
import { EngineProvider } from '../../EngineContext.tsx';
import { useCommandKeys } from '../commands/registry.ts';
import { useListening, useListeningKeys } from './useListening.ts';

const rifffs = ['One', 'Two', 'Three'].map((title) => ({
  id: title,
  title,
  rifff: { ...rifffOf(2), _id: title },
}));
/** Nothing is played here. */
const engine = {} as Engine;

function List() {
  const own = useListening(rifffs);
  useListeningKeys(own);
  useCommandKeys();
  return (
    <main>
      <h1>{own.shown.title}</h1>
      <button type="button" disabled={!own.hasPrevious} onClick={() => own.skip(-1)}>
        Previous
      </button>
      <button type="button" disabled={!own.hasNext} onClick={() => own.skip(1)}>
        Next
      </button>
    </main>
  );
}

const show = () =>
  render(
    <EngineProvider engine={engine}>
      <List />
    </EngineProvider>,
  );
const title = () => document.querySelector('h1')?.textContent;

beforeEach(() => {
  listening.chosenId = null;
});

test('skipping goes by index and ends at either end, without going round', async () => {
  const page = await show();
  const [previous, next] = ['Previous', 'Next'].map((name) => page.getByRole('button', { name }));
  await expect.element(previous!).toBeDisabled();
  await next!.click();
  expect(title()).toBe('Two');
  await expect.element(previous!).toBeEnabled();
  await next!.click();
  expect(title()).toBe('Three');
  await expect.element(next!).toBeDisabled();
});

test('keys do the same, and do nothing at the ends', async () => {
  await show();
  await userEvent.keyboard('{ArrowLeft}');
  expect(title()).toBe('One');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(title()).toBe('Three');
  await userEvent.keyboard('{ArrowLeft}');
  expect(title()).toBe('Two');
});
