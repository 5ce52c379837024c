import { mkdir, mkdtemp } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { startServerProcess } from '../server/testing/serverProcess.ts';
import { newId } from '../src/data/rules/ids.ts';
import { chromiumPath, journeyArgs } from './chromium.ts';

await mkdir('/tmp/w/p14-people', { recursive: true });
const folder = await mkdtemp('/tmp/rondo-shots-');
const server = await startServerProcess(folder, { CONFIRM_EMAIL: 'off', RONDO_DEMO: 'off', SIGN_UPS: 'open' });
const api = async (method: string, path: string, who?: string, data?: unknown): Promise<any> => {
  const answer = await fetch(server.url + '/api' + path, {
    method,
    headers: { ...(data !== undefined && { 'content-type': 'application/json' }), ...(who && { authorization: who }) },
    body: data === undefined ? undefined : JSON.stringify(data),
  });
  const body: any = await answer.json();
  if (!answer.ok) console.log(method, path, answer.status, JSON.stringify(body).slice(0, 400));
  return body.data ?? body;
};
const PASSWORD = 'Kettle9Song!x';
const people: Record<string, string> = {};
for (const name of ['mira', 'leo', 'benedikta-vontal', 'tom_']) {
  const { token, password } = await api('POST', '/signup', undefined, { username: name, email: `${name}@example.org`, password: PASSWORD, confirmPassword: PASSWORD });
  people[name] = `Bearer ${token}:${password}`;
  await api('POST', '/accounts/settings', people[name], { settings: { termsVersionAccepted: 1 } });
}
const library = (await api('GET', '/library/rifffs')).rifffs;
const rifff = { ...library[0].rifff, _id: newId(), parent: null };
await api('POST', '/jam/mira/rifffs', people.mira, { rifff });
const shareId = newId();
await api('POST', '/rifff-feed/share', people.mira, { jamId: 'mira', rifffId: rifff._id, shareId, title: 'Night bus home', private: false });
for (const who of ['leo', 'benedikta-vontal', 'tom_']) {
  await api('POST', `/rifff-feed/${shareId}/like`, people[who]);
  await api('POST', '/accounts/following', people[who], { userId: 'mira' });
}
const answer = { ...library[1].rifff, _id: newId(), parent: { jamId: 'mira', rifffId: rifff._id } };
await api('POST', '/jam/leo/rifffs', people.leo, { rifff: answer });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: journeyArgs });
for (const [name, viewport] of [['wide', { width: 1440, height: 900 }], ['narrow', { width: 390, height: 844 }]] as const) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', baseURL: server.url });
  await context.addInitScript((value) => localStorage.setItem('rondo/credential', value), people.mira!.slice(7));
  await context.addCookies([{ name: 'cookie-consent', value: 'declined', url: server.url }, { name: 'unsupported-browser', value: 'accepted', url: server.url }]);
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log('error', error.message));
  await page.goto('/account?tab=notifications');
  await page.getByText('What you are told of').waitFor();
  await page.waitForTimeout(800);
  await page.screenshot({ path: `/tmp/w/p14-people/tab-${name}.png`, fullPage: true });
  await page.getByRole('button', { name: /^Notifications,/ }).first().click().catch((error) => console.log(String(error).slice(0, 200)));
  await page.waitForTimeout(800);
  await page.screenshot({ path: `/tmp/w/p14-people/bell-${name}.png` });
  await page.goto('/unsubscribe?token=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
  await page.getByRole('button', { name: 'End these mails' }).click();
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/w/p14-people/unsubscribe-${name}.png` });
  await context.close();
}
await browser.close();
server.kill();
