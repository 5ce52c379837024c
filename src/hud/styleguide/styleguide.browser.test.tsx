import '../system/base.css';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { GUIDE_SECTIONS, guideSection, StyleGuide } from './StyleGuide.tsx';

const open = (id: string) =>
  render(
    <MemoryRouter initialEntries={[`/styleguide/${id}`]}>
      <main>
        <StyleGuide section={guideSection(id) ?? null} />
      </main>
    </MemoryRouter>,
  );

test.each(['', ...GUIDE_SECTIONS.map(({ id }) => id)])(
  'every state of “%s” is free of violations',
  async (id) => {
    const page = await open(id);
    await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    for (const part of guideSection(id)?.parts ?? []) {
      await expect
        .element(page.getByRole('heading', { level: 3, name: part.title, exact: true }))
        .toBeVisible();
    }
    expect(await violations()).toEqual([]);
  },
);

test('a forced focus is drawn as the real one, and other specimens stay as they are', async () => {
  await open('buttons');
  const forced = document.querySelector('[data-force="focus"] button') as HTMLElement;
  const plain = document.querySelector('figure button') as HTMLElement;
  expect(getComputedStyle(plain).outlineStyle).toBe('none');
  plain.focus();
  await userEvent.keyboard('{Shift}');
  const ring = ({ outlineWidth, outlineOffset, outlineColor }: CSSStyleDeclaration) =>
    [outlineWidth, outlineOffset, outlineColor].join();
  expect(ring(getComputedStyle(forced))).toBe(ring(getComputedStyle(plain)));
  expect(getComputedStyle(forced).outlineWidth).toBe('3px');
});

test('a switch turns by Space and by its words, not while it is disabled', async () => {
  const page = await open('choices');
  const metronome = page.getByRole('switch', { name: 'Metronome', exact: true });
  (metronome.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(metronome).not.toBeChecked();
  await page.getByText('Metronome', { exact: true }).click();
  await expect.element(metronome).toBeChecked();
  await expect.element(page.getByRole('switch', { name: 'Metronome, disabled' })).toBeDisabled();
});

test('arrow keys choose among radio rows, and the error goes with a choice', async () => {
  const page = await open('choices');
  const group = page.getByRole('group', { name: 'Who may hear it', exact: true });
  (group.getByRole('radio', { name: /Everybody/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(group.getByRole('radio', { name: /Anyone with/ })).toBeChecked();
  await expect.element(page.getByText('Choose one of them.')).toBeVisible();
  const answers = page.getByRole('group', { name: 'Who may answer it' });
  await answers.getByRole('radio', { name: /Everybody/ }).click();
  await expect.element(page.getByText('Choose one of them.')).not.toBeInTheDocument();
});

test('Escape and the cross empty a search and keep the focus in it', async () => {
  const page = await open('fields');
  const field = page.getByRole('searchbox', { name: 'Search', exact: true });
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  await userEvent.keyboard('bass');
  await page.getByRole('button', { name: 'Clear' }).first().click();
  await expect.element(field).toHaveValue('');
  expect(document.activeElement).toBe(field.element());
});

test('a menu and a dialog open by key without violations and give the focus back', async () => {
  const page = await open('menus');
  const slot = page.getByRole('button', { name: 'Slot', exact: true });
  (slot.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: /Solo/ })).toBeVisible();
  // The page behind an open menu is free to be used, so only the menu is judged.
  const inMenu = await violations('[role="menu"]');
  expect(inMenu).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(slot.element());
  await page.unmount();

  const dialogs = await open('dialogs');
  const button = dialogs.getByRole('button', { name: 'Open a dialog' });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialogs.getByRole('dialog', { name: 'Share this rifff' })).toBeVisible();
  const inDialog = await violations('[role="dialog"]');
  expect(inDialog).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(button.element());
});

test('progress says how far it is, and that it does not know', async () => {
  const page = await open('loading');
  const bars = page.getByRole('progressbar', { name: 'Loops sent' });
  await expect.element(bars.first()).toHaveAttribute('aria-valuetext', '3 of 8');
  await page.getByRole('button', { name: 'Step' }).click();
  await expect.element(bars.first()).toHaveAttribute('aria-valuetext', '4 of 8');
  const waiting = page.getByRole('progressbar', { name: 'Waiting for the server' });
  await expect.element(waiting).not.toHaveAttribute('aria-valuenow');
});
