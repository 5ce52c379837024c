/** A server of a journey's own, for settings that the shared one does not have. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { startServerProcess } from '../../server/testing/serverProcess.ts';
import { PASSWORD } from './accountPages.ts';

export interface OwnServer {
  readonly url: string;
  /** A page in a context of its own, whose relative addresses lead to this server, by its name where it has one. */
  readonly page: Page;
  /** `Bearer …` of the members that were there before. */
  readonly members: Readonly<Record<string, string>>;
  /** The path in the newest mail that has one, with its token. Waits for it. */
  mailedLink(path: string): Promise<string>;
}

/** Makes an account that has accepted the terms. @returns its `Bearer …` */
export async function signUp(
  request: APIRequestContext,
  url: string,
  name: string,
): Promise<string> {
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  const data = { username: name, email: `${name}@example.org`, ...passwords };
  const answer = await request.post(`${url}/api/signup`, { data });
  expect(answer.status()).toBe(200);
  const { token, password } = await answer.json();
  const headers = { authorization: `Bearer ${token}:${password}` };
  const settings = { termsVersionAccepted: 1 };
  await request.post(`${url}/api/accounts/settings`, { data: { settings }, headers });
  return headers.authorization;
}

/** The newest link with this path in the mails of a data folder; empty while there is none. */
async function linkIn(folder: string, path: string): Promise<string> {
  const outbox = join(folder, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.sort().map((name) => readFile(join(outbox, name), 'utf8')));
  const pattern = new RegExp(`${path}\\?token=[A-Za-z0-9_-]+`);
  const links = mails.flatMap((mail) => {
    const [link] = pattern.exec(mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')) ?? [];
    return link ? [link] : [];
  });
  return links.at(-1) ?? '';
}

/**
 * Runs a journey on a server with these settings, which is gone afterwards.
 * @param members names that sign up before, while the server takes anyone
 */
export async function withServer(
  { browser, request }: { browser: Browser; request: APIRequestContext },
  {
    members,
    ...environment
  }: { members: readonly string[] } & Record<string, string | readonly string[]>,
  journey: (server: OwnServer) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rondo-own-'));
  const settings = environment as Record<string, string>;
  const first = await startServerProcess(folder, { ...settings, SIGN_UPS: 'open' });
  const known: Record<string, string> = {};
  for (const name of members) known[name] = await signUp(request, first.url, name);
  const isSame = (settings.SIGN_UPS ?? 'open') === 'open';
  if (!isSame) await first.kill();
  const { url, kill } = isSame ? first : await startServerProcess(folder, settings);
  const context = await browser.newContext({ baseURL: settings.PUBLIC_URL ?? url });
  const mailedLink = async (path: string) => {
    await expect.poll(() => linkIn(folder, path)).not.toBe('');
    return linkIn(folder, path);
  };
  try {
    await journey({ url, page: await context.newPage(), members: known, mailedLink });
  } finally {
    await context.close();
    await kill();
    await rm(folder, { recursive: true, force: true });
  }
}
