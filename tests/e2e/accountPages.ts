/** Accounts as their journeys use them: names, calls beside the page, and the mail of the test server. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  expect,
  type Page,
  test,
} from '@playwright/test';

export const PASSWORD = 'Rings4Ever';

export interface Person {
  name: string;
  email: string;
  /** `Bearer …` of the session that signing up made. */
  authorization: string;
}

let made = 0;

/** A name that no account on this server has yet. */
export function freshName(): string {
  made += 1;
  return `t${Date.now().toString(36)}${made.toString(36)}`;
}

const byte = () => Math.floor(256 * Math.random());

/** Makes an account beside the page. @param termsVersionAccepted 0 leaves the terms to be asked for */
export async function makePerson(
  request: APIRequestContext,
  termsVersionAccepted: 0 | 1 = 1,
): Promise<Person> {
  const name = freshName();
  const email = `${name}@example.org`;
  const answer = await request.post('/api/signup', {
    data: { username: name, email, password: PASSWORD, confirmPassword: PASSWORD },
    headers: { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` },
  });
  const authorization = await sessionOf(answer);
  if (termsVersionAccepted === 1) await acceptTerms(request, authorization);
  return { name, email, authorization };
}

/** The moderator that the settings of the test server name. */
export async function makeReferee(request: APIRequestContext): Promise<Person> {
  const name = 'referee';
  const email = 'referee@example.org';
  const data = { username: name, email, password: PASSWORD, confirmPassword: PASSWORD };
  const made = await request.post('/api/signup', { data });
  const login = { username: name, password: PASSWORD };
  const answer = made.ok() ? made : await request.post('/api/auth/login', { data: login });
  const authorization = await sessionOf(answer);
  await acceptTerms(request, authorization);
  return { name, email, authorization };
}

/** The credential that signing up or in answers with. */
async function sessionOf(answer: APIResponse): Promise<string> {
  expect(answer.status()).toBe(200);
  const { token, password } = await answer.json();
  return `Bearer ${token}:${password}`;
}

async function acceptTerms(request: APIRequestContext, authorization: string): Promise<void> {
  const answer = await request.post('/api/accounts/settings', {
    data: { settings: { termsVersionAccepted: 1 } },
    headers: { authorization },
  });
  expect(answer.status()).toBe(200);
}

/** Puts a session into this tab, or every tab of this context, before its page loads. */
export async function carrySession(
  device: Page | BrowserContext,
  { authorization }: Pick<Person, 'authorization'>,
): Promise<void> {
  await device.addInitScript(
    (credential) => {
      // Once: a sign-out on the page must last.
      if (sessionStorage.getItem('test/carried')) return;
      sessionStorage.setItem('test/carried', 'yes');
      localStorage.setItem('rondo/credential', credential);
    },
    authorization.replace('Bearer ', ''),
  );
}

/** A new account, signed in on this page, which shows `path`. */
export async function memberAt(
  page: Page,
  request: APIRequestContext,
  path: string,
): Promise<Person> {
  const person = await makePerson(request);
  await carrySession(page, person);
  await page.goto(path);
  return person;
}

/** Signs in by the form of the page on show. */
export async function fillLogin(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Name or e-mail').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The credential on this page's device; null if no account is signed in. */
export function credentialOf(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('rondo/credential'));
}

/** The link with this path in the newest mail to an address that has one. Waits for it. */
export async function linkInMail(to: string, path: string): Promise<string> {
  const { dataFolder = process.env.RONDO_E2E_DATA } = test.info().project.metadata;
  const folder = join(String(dataFolder), 'outbox');
  let found = '';
  await expect(async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const texts = mails
      .filter((mail) => mail.includes(to))
      .map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
    const links = texts.flatMap((text) => {
      const link = new RegExp(`https?://[^\\s"<>]*${path}\\?token=([A-Za-z0-9_-]+)`).exec(text);
      return link ? [link] : [];
    });
    expect(links.length).toBeGreaterThan(0);
    const token = links.at(-1)![1]!;
    found = `${path}?token=${token}`;
  }).toPass();
  return found;
}
