/** Accounts and jams as journeys of keeping use them. */
import type { APIRequestContext, BrowserContext } from '@playwright/test';

export interface Member {
  userId: string;
  /** `token:password`. */
  credential: string;
}

let members = 0;

/** A new account, made by its call. */
export async function makeMember(request: APIRequestContext): Promise<Member> {
  members += 1;
  const userId = `m${Date.now().toString(36)}${members}`.slice(0, 16);
  const password = 'Sesame-seeds';
  const answer = await request.post('/api/signup', {
    data: {
      ...{ username: userId, email: `${userId}@example.org`, password },
      confirmPassword: password,
    },
  });
  const { data } = await answer.json();
  const credential = `${data.token}:${data.password}`;
  await request.post('/api/accounts/settings', {
    headers: { authorization: `Bearer ${credential}` },
    data: { settings: { termsVersionAccepted: 1 } },
  });
  return { userId, credential };
}

/** Signs a browser in, as a login would have left it. */
export async function signInAs(context: BrowserContext, { credential }: Member): Promise<void> {
  await context.addInitScript((value) => {
    // Once: a later sign-out must hold.
    if (sessionStorage.getItem('was-signed-in')) return;
    sessionStorage.setItem('was-signed-in', '1');
    localStorage.setItem('rondo/credential', value);
  }, credential);
}

/** What the jam of an account holds, newest first. */
export async function rifffsOf(
  request: APIRequestContext,
  { userId, credential }: Member,
): Promise<{ _id: string; parent: unknown; originalId?: string; userName: string }[]> {
  const answer = await request.get(`/api/jam/${userId}/rifffs`, {
    headers: { authorization: `Bearer ${credential}` },
  });
  return (await answer.json()).data.rifffs;
}
