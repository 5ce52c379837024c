import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Session } from '../data/contract/auth.ts';
import { resetSession, session, setUser } from '../data/stores/session.ts';
import { Logout } from './signIn.tsx';

const realFetch = window.fetch;
beforeEach(() => {
  window.fetch = async () => Response.json({ ok: true, data: {} });
  const profile = { displayName: 'Mira' };
  setUser({ user_id: 'mira', roles: [], profile } as unknown as Session, null);
});
afterEach(() => {
  window.fetch = realFetch;
  resetSession();
});

const open = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/" element={<Link to="/logout">Log out</Link>} />
        <Route path="/logout" element={<Logout />} />
      </Routes>
    </MemoryRouter>,
  );

test('a link from elsewhere asks before it signs anybody out', async () => {
  await open('/logout');
  await expect.element(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
  await expect.element(page.getByText('You are signed in as Mira on this device.')).toBeVisible();
  expect(session.user?.user_id).toBe('mira');
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await expect.element(page.getByRole('link', { name: 'Log out' })).toBeVisible();
  expect(session.user?.user_id).toBe('mira');
});

test('one tap is enough there, and the menu of these pages asks nothing', async () => {
  const { unmount } = await open('/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => session.user).toBeNull();
  await unmount();
  setUser(
    { user_id: 'mira', roles: [], profile: { displayName: 'Mira' } } as unknown as Session,
    null,
  );
  await open('/');
  await page.getByRole('link', { name: 'Log out' }).click();
  await expect.poll(() => session.user).toBeNull();
});
