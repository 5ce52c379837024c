/** Firefox without a window, driven by WebDriver BiDi over its own WebSocket. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Driver, until } from './driver.ts';

const PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/usr/lib/firefox/firefox'];
/** A browser that was asked and says nothing fails the step, not the run. */
const ANSWER_MS = 60_000;
const WINDOW = { width: 1440, height: 900 };

/** Path of an installed Firefox, or undefined. */
export const findFirefox = () => PATHS.find((path) => existsSync(path));

/** Settings of the profile: no pages of its own, downloads without a question. */
const prefs = (folder: string) => ({
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.enabled': false,
  'browser.download.folderList': 2,
  'browser.download.dir': folder,
  'browser.download.useDownloadDir': true,
  'browser.download.always_ask_before_handling_new_types': false,
  // So that a page learns what it would learn of a screen that is touched.
  'dom.w3c_touch_events.enabled': 1,
  'remote.active-protocols': 1,
});

type Answer = { id?: number; error?: string; message?: string; result?: unknown };

/** One WebDriver BiDi connection: commands by number, answers by the same. */
class Connection {
  private readonly socket: WebSocket;
  private next = 1;
  private readonly open = new Map<number, (answer: Answer) => void>();

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) this.open.get(answer.id)?.(answer);
    });
  }

  /** @throws Error with the browser's own words, or when it does not answer in a minute */
  send<T>(method: string, params: unknown): Promise<T> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.open.delete(id);
        reject(new Error(`${method}: no answer in ${ANSWER_MS / 1000} s`));
      }, ANSWER_MS);
      this.open.set(id, ({ error, message, result }) => {
        clearTimeout(timer);
        this.open.delete(id);
        if (error) reject(new Error(`${method}: ${error} ${message}`));
        else resolve(result as T);
      });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

/**
 * Starts Firefox with a profile of its own.
 * @param downloads folder that takes what pages have downloaded
 * @param env environment that leads it to a sound card
 * @throws Error when it does not start
 */
export async function startFirefox(
  port: number,
  downloads: string,
  env: NodeJS.ProcessEnv,
): Promise<Driver> {
  const binary = findFirefox();
  if (!binary) throw new Error('No Firefox here');
  const profile = mkdtempSync(join(tmpdir(), 'rondo-firefox-'));
  const lines = Object.entries(prefs(downloads)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const flags = ['--headless', '--no-remote', '--profile', profile];
  const child = spawn(binary, [...flags, `--remote-debugging-port=${port}`], {
    env: { ...env, MOZ_HEADLESS_WIDTH: '1600', MOZ_HEADLESS_HEIGHT: '1000' },
    stdio: 'ignore',
  });
  const socket = await until(
    'Firefox',
    () =>
      new Promise<WebSocket | null>((resolve) => {
        const one = new WebSocket(`ws://127.0.0.1:${port}/session`);
        one.addEventListener('open', () => resolve(one));
        one.addEventListener('error', () => resolve(null));
      }),
    60_000,
  );
  const bidi = new Connection(socket);
  await bidi.send('session.new', { capabilities: {} });
  const { contexts } = await bidi.send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  );
  const context = contexts[0]!.context;
  const actions = (list: unknown[]) =>
    bidi.send('input.performActions', { context, actions: list });
  const resize = async (width: number, height: number) => {
    await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } });
  };
  await resize(WINDOW.width, WINDOW.height);
  return {
    name: 'Firefox',
    async open(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run<T>(body: string) {
      const expression = `(async () => { ${body} })().then((value) => JSON.stringify(value ?? null))`;
      const answer = await bidi.send<{
        type: string;
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', {
        ...{ expression, target: { context }, awaitPromise: true, userActivation: false },
      });
      if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text);
      return JSON.parse(answer.result!.value) as T;
    },
    async tap(x, y) {
      const finger = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pause', duration: 50 },
        { type: 'pointerUp', button: 0 },
      ];
      const parameters = { pointerType: 'touch' };
      await actions([{ type: 'pointer', id: 'hand', parameters, actions: finger }]);
    },
    async type(text) {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await actions([{ type: 'key', id: 'keys', actions: keys }]);
    },
    resize,
    async picture() {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
    async close() {
      await bidi.send('browser.close', {}).catch(() => undefined);
      child.kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
