/** Keys of a grid that a tap plays. */
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import type { Engine } from '../../audio/engine/Engine.ts';
import { listening } from '../../data/stores/listening.ts';
import { EngineProvider } from '../EngineContext.tsx';
import { useCommandKeys } from '../parts/commands/registry.ts';
import { RifffGrid } from './RifffGrid.tsx';

const items = ['a', 'b'].map((id) => ({ id, title: id, rifff: { ...rifffOf(1), _id: id } }));

function Page({ hasKeys }: { hasKeys: boolean }) {
  useCommandKeys();
  return <RifffGrid items={items} hasKeys={hasKeys} card={({ title }) => <p>{title}</p>} />;
}

test.each([
  [true, 'b'],
  [false, null],
])('with keys: %s, an arrow shows %s', async (hasKeys, shownId) => {
  listening.chosenId = null;
  // Nothing is played here.
  const engine = { pause() {} } as unknown as Engine;
  const page = await render(
    <EngineProvider engine={engine}>
      <Page hasKeys={hasKeys} />
    </EngineProvider>,
  );
  await expect.element(page.getByText('b', { exact: true })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  expect(listening.chosenId).toBe(shownId);
});
