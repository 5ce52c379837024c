import '../../system/base.css';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { eventually } from '../../../../tests/support/eventually.ts';
import { IconButton } from '../../system/Button.tsx';
import { LaterMenu } from './LaterMenu.tsx';

async function show() {
  const run = vi.fn();
  await render(
    <>
      <button type="button">Before</button>
      <LaterMenu
        label="The room"
        trigger={<IconButton icon="more" label="More" />}
        items={[
          { id: 'leave', title: 'Leave', run },
          { id: 'take', title: 'Take it along', run: () => {} },
        ]}
      />
    </>,
  );
  return { run, button: page.getByRole('button', { name: 'More' }) };
}

test('a press opens a menu whose code has not come yet', async () => {
  const { run, button } = await show();
  await button.click();
  await page.getByRole('menuitem', { name: 'Leave' }).click();
  expect(run).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await button.click();
  await expect.element(page.getByRole('menu')).toBeVisible();
});

test('the keyboard keeps its place while the menu comes, opens it, and gets the place back', async () => {
  const { run, button } = await show();
  await page.getByRole('button', { name: 'Before' }).click();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Leave' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(run).toHaveBeenCalledOnce());
});
