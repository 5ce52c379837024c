import '../../system/base.css';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { setShortcutSheet } from '../../../data/stores/ui.ts';
import { type Command, registerCommands, useCommandKeys } from './registry.ts';
import { ShortcutSheet } from './ShortcutSheet.tsx';

let ran: string[] = [];
let leave = () => {};

function command(id: string, keys: string[], change: Partial<Command> = {}): Command {
  return { id, title: `Do ${id}`, group: 'Playing', keys, run: () => ran.push(id), ...change };
}

beforeEach(() => {
  ran = [];
  leave = registerCommands([
    command('play', ['Space']),
    command('mute', ['M']),
    command('undo', ['Mod+Z']),
    command('next', ['ArrowRight']),
    command('louder', ['K'], { repeats: true }),
    command('sheet', ['?'], { group: 'Everywhere', run: () => setShortcutSheet(true) }),
  ]);
});

afterEach(() => {
  leave();
  setShortcutSheet(false);
});

function Page() {
  useCommandKeys();
  return (
    <main>
      <h1>Page</h1>
      <button type="button" onClick={() => ran.push('clicked')}>
        Button
      </button>
      <input aria-label="Search" />
      <input aria-label="Level" type="range" />
      <div role="menu" aria-label="Menu">
        <div role="menuitem" tabIndex={0}>
          Mute
        </div>
      </div>
      <MemoryRouter>
        <ShortcutSheet />
      </MemoryRouter>
    </main>
  );
}

test('keys run commands anywhere on the page, with the system’s modifier', async () => {
  await render(<Page />);
  await userEvent.keyboard(' m{Control>}z{/Control}');
  expect(ran).toEqual(['play', 'mute', 'undo']);
});

test('what is typed into a field, a menu or a range stays there', async () => {
  const page = await render(<Page />);
  await userEvent.click(page.getByLabelText('Search'));
  await userEvent.keyboard('m {Control>}z{/Control}');
  (document.querySelector('[role="menuitem"]') as HTMLElement).focus();
  await userEvent.keyboard('m');
  (page.getByLabelText('Level').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(ran).toEqual([]);
});

test('Space presses the button that shows its focus, and plays after a click', async () => {
  const page = await render(<Page />);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(ran).toEqual(['clicked']);
  (document.activeElement as HTMLElement).blur();
  ran = [];
  await userEvent.click(page.getByRole('button', { name: 'Button' }));
  await userEvent.keyboard(' ');
  expect(ran).toEqual(['clicked', 'play']);
});

test('a held key repeats only what may be repeated', async () => {
  await render(<Page />);
  for (const isRepeat of [false, true, true]) {
    for (const key of ['m', 'k']) {
      window.dispatchEvent(
        new KeyboardEvent('keydown', { key, repeat: isRepeat, cancelable: true }),
      );
    }
  }
  expect(ran).toEqual(['mute', 'louder', 'louder', 'louder']);
});

test('? opens a sheet of every key and gesture, which keeps keys from the page until it closes', async () => {
  const page = await render(<Page />);
  await userEvent.keyboard('?');
  const sheet = page.getByRole('dialog');
  await expect.element(sheet).toBeVisible();
  const text = sheet.element().textContent;
  for (const part of ['Playing', 'Do undo', 'CtrlZ', 'Everywhere', 'Flick clockwise', 'Solo']) {
    expect(text).toContain(part);
  }
  await userEvent.keyboard('m');
  expect(ran).toEqual([]);
  expect(await violations()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
  await userEvent.keyboard('m');
  expect(ran).toEqual(['mute']);
});
