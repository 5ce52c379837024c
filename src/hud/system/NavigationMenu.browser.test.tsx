import './base.css';
import { Link, MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NavigationMenu } from './NavigationMenu.tsx';

function Path() {
  return <output>{useLocation().pathname}</output>;
}

async function show() {
  await render(
    <MemoryRouter>
      <button type="button">Before</button>
      <NavigationMenu
        label="Account"
        trigger="Account"
        to="/login"
        triggerClass=""
        links={[
          <Link key="in" to="/login">
            Sign in
          </Link>,
          <Link key="up" to="/register">
            Sign up
          </Link>,
        ]}
      />
      <button type="button" style={{ marginTop: 240 }}>
        After
      </button>
      <Path />
    </MemoryRouter>,
  );
  return {
    trigger: page.getByRole('link', { name: 'Account' }),
    list: page.getByRole('navigation', { name: 'Account' }),
    path: () => document.querySelector('output')?.textContent,
    focused: () => document.activeElement?.textContent,
  };
}

test('a mouse opens it by coming near, leaves it closed behind, and follows the trigger by a click', async () => {
  const { trigger, list, path } = await show();
  await trigger.hover();
  await expect.element(list).toBeVisible();
  await page.getByRole('button', { name: 'After' }).hover();
  await expect.element(list).not.toBeInTheDocument();
  await trigger.hover();
  await expect.element(list).toBeVisible();
  await trigger.click();
  await expect.poll(path).toBe('/login');
  await expect.element(list).not.toBeInTheDocument();
});

test('the keyboard opens it by focus, arrows move in it, Escape closes it and gives the focus back', async () => {
  const { list, focused, path } = await show();
  // The mouse of the test before lies where the trigger is.
  await page.getByRole('button', { name: 'After' }).hover();
  await expect.element(list).not.toBeInTheDocument();
  (document.querySelector('button') as HTMLElement).focus();
  /** One key at a time: the next one goes to whatever has the focus then. */
  const press = async (key: string, next: string) => {
    await userEvent.keyboard(key);
    await expect.poll(focused).toBe(next);
  };
  await press('{Tab}', 'Account');
  await expect.element(list).toBeVisible();
  await press('{ArrowDown}', 'Sign in');
  await press('{ArrowDown}', 'Sign up');
  await press('{Escape}', 'Account');
  await expect.element(list).not.toBeInTheDocument();
  await press('{ArrowDown}', 'Sign in');
  await press('{Tab}', 'Sign up');
  await press('{Tab}', 'After');
  await expect.element(list).not.toBeInTheDocument();
  expect(path()).toBe('/');
});

test('the arrow down has the focus in the list before the next frame, however fast the next key comes', async () => {
  const { trigger, list, focused } = await show();
  await page.getByRole('button', { name: 'After' }).hover();
  await expect.element(list).not.toBeInTheDocument();
  const link = trigger.element() as HTMLElement;
  link.focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  link.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  expect(focused()).toBe('Sign in');
});

test('following a link of it closes it', async () => {
  const { trigger, list, path } = await show();
  await trigger.hover();
  await list.getByRole('link', { name: 'Sign up' }).click();
  await expect.poll(path).toBe('/register');
  await expect.element(list).not.toBeInTheDocument();
});
