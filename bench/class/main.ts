/**
 * `npm run bench:class`: a teacher's class of thirty comes in by its cards, all at once and behind one address (a production
 * build has to be there: `npm run build`). First one real browser does it alone, and everything that it asks for is written
 * down: that is a browser's worth of requests. Then a real browser comes in, from the card to the rifff that plays, while 29
 * others' worth of requests are made at once; then four classes by requests alone. Refusals (429) are counted throughout.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page, type Response } from 'playwright';
import type { Card } from '../../src/data/contract/classes.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import { figure, line, shown } from '../figure.ts';
import { startServer } from '../server.ts';

const PUPILS = 30;
const CLASSES = 4;
/** Requests that a browser has under way at once over HTTP/1.1. */
const AT_ONCE = 6;
const PASSWORD = 'Rings4Ever';
const TEN_MINUTES_MS = 600_000;

const folder = await mkdtemp(join(tmpdir(), 'rondo-class-'));
const { url, process: server } = await startServer(folder, {
  RONDO_TEACHERS: '*',
  RONDO_DEMO: 'off',
});
let refused = 0;

async function ask(path: string, body?: object, authorization = ''): Promise<{ data: unknown }> {
  const headers = { 'content-type': 'application/json', authorization };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(`${url}/api${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** A class of its own teacher with a rifff in its channel. @returns its cards */
async function makeClass(teacher: string): Promise<Card[]> {
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  const email = `${teacher}@example.org`;
  const made = (await ask('/signup', { username: teacher, email, ...passwords })) as unknown as {
    token: string;
    password: string;
  };
  const who = `Bearer ${made.token}:${made.password}`;
  await ask('/accounts/settings', { settings: { termsVersionAccepted: 1 } }, who);
  const names = Array.from({ length: PUPILS }, (_, at) => `Pupil ${at + 1}`);
  const { data } = await ask('/classes', { name: `Class of ${teacher}`, names }, who);
  const { class: page, cards } = data as { class: { clubId: string }; cards: Card[] };
  const club = (await ask(`/clubs/${page.clubId}`, undefined, who)).data as {
    channels: { jamId: string }[];
  };
  const library = (await ask('/library/rifffs')).data as { rifffs: { rifff: object }[] };
  const rifff = { ...library.rifffs[0]!.rifff, _id: newId(), parent: null };
  await ask(`/jam/${club.channels[0]!.jamId}/rifffs`, { rifff }, who);
  return cards;
}

/** What a browser asked for. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  readonly isSignedIn: boolean;
}

/** From the card to the rifff that plays. */
async function comeIn(browser: Browser, card: Card, onAnswer: (response: Response) => void) {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } });
  context.setDefaultTimeout(TEN_MINUTES_MS);
  const page: Page = await context.newPage();
  page.on('response', onAnswer);
  await page.goto(`${url}/card#${card.code}`);
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await page.getByRole('button', { name: 'Pause', exact: true }).first().waitFor();
  return context;
}

/** The requests of one browser again, for another pupil. @returns how many */
async function repeat(requests: readonly Asked[], card: Card): Promise<number> {
  const send = async ({ method, path, body }: Asked, authorization = '') => {
    const headers = new Headers();
    if (body !== null) headers.set('content-type', 'application/json');
    if (authorization) headers.set('authorization', authorization);
    const answer = await fetch(`${url}${path}`, { method, headers, body });
    if (answer.status === 429) refused += 1;
    return { status: answer.status, text: await answer.text() };
  };
  const isCard = ({ path }: Asked) => path === '/api/auth/card';
  let who = '';
  const rest = [...requests];
  while (rest.length > 0) {
    const [first] = rest;
    if (isCard(first!)) {
      rest.shift();
      const { text } = await send({ ...first!, body: JSON.stringify({ code: card.code }) });
      const login = JSON.parse(text) as { token: string; password: string };
      who = `Bearer ${login.token}:${login.password}`;
      continue;
    }
    const next = rest.findIndex(isCard);
    const some = rest.splice(0, Math.min(AT_ONCE, next === -1 ? AT_ONCE : next));
    await Promise.all(some.map((one) => send(one, one.isSignedIn ? who : '')));
  }
  return requests.length;
}

try {
  const classes: Card[][] = [];
  for (let at = 0; at < CLASSES; at++) classes.push(await makeClass(`teacher_${at + 1}`));
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArgs, '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const requests: Asked[] = [];
    const [first] = classes[0]!;
    let startMs = performance.now();
    const alone = await comeIn(browser, first!, (response) => {
      const request = response.request();
      const { pathname, search } = new URL(request.url());
      if (!request.url().startsWith(`${url}/`) || pathname.startsWith('/socket.io')) return;
      const headers = request.headers();
      requests.push({
        method: request.method(),
        path: `${pathname}${search}`,
        body: request.postData(),
        isSignedIn: headers.authorization !== undefined,
      });
    });
    line(
      'one pupil alone, from the card to the first sound',
      `${shown((performance.now() - startMs) / 1000)} s`,
    );
    await alone.close();
    const counted = requests.filter(({ path }) => !path.startsWith('/assets/')).length;
    line('requests of one browser', String(requests.length), `${counted} of them count`);

    startMs = performance.now();
    const [real, ...others] = classes[0]!;
    const onAnswer = (response: Response) => {
      if (response.status() === 429) refused += 1;
    };
    const [context] = await Promise.all([
      comeIn(browser, real!, onAnswer),
      ...others.map((card) => repeat(requests, card)),
    ]);
    figure('classPlaying', (performance.now() - startMs) / 1000);
    await context.close();

    startMs = performance.now();
    const sent = await Promise.all(classes.flat().map((card) => repeat(requests, card)));
    figure('classesIn', (performance.now() - startMs) / 1000);
    line('requests of four classes', String(sent.reduce((sum, one) => sum + one, 0)));
    figure('classRefused', refused);
  } finally {
    await browser.close();
  }
} finally {
  server.kill();
  await rm(folder, { recursive: true, force: true });
}
