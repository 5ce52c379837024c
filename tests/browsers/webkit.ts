/** WebKitGTK's MiniBrowser, driven by W3C WebDriver over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Driver, until } from './driver.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const TALLEST = { width: 2600, height: 1700 };

/** Path of the small browser that comes with the driver, or undefined. */
export function findWebKit(): string | undefined {
  if (!existsSync(DRIVER) || !existsSync('/usr/bin/Xvfb')) return undefined;
  return readdirSync('/usr/lib')
    .flatMap((name) => [`/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`])
    .find((path) => existsSync(path));
}

/** A display without a screen; answers its name and how to end it. */
async function startDisplay(): Promise<{ name: string; stop: () => void }> {
  const screen = `${TALLEST.width}x${TALLEST.height}x24`;
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  server.stdout.on('data', (part) => {
    said += part;
  });
  await until('a virtual display', () => /\d+\n/.test(said));
  return { name: `:${Number.parseInt(said, 10)}`, stop: () => server.kill() };
}

/** A folder of settings in which the parts of a window take no room: else none is narrower than 334 px. */
function thinWindows(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rondo-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  const nothing =
    '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 4px }';
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), nothing);
  return folder;
}

/**
 * Starts WebKitGTK on a display of its own.
 * @param env environment that leads it to a sound card
 * @throws Error when it does not start
 */
export async function startWebKit(port: number, env: NodeJS.ProcessEnv): Promise<Driver> {
  const binary = findWebKit();
  if (!binary) throw new Error('No WebKitGTK here');
  const display = await startDisplay();
  const settings = thinWindows();
  const driver: ChildProcess = spawn(DRIVER, [`--port=${port}`], {
    env: { ...env, DISPLAY: display.name, GDK_BACKEND: 'x11', XDG_CONFIG_HOME: settings },
    stdio: 'ignore',
  });
  const at = `http://127.0.0.1:${port}`;
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${at}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  await until('WebKitWebDriver', () =>
    call('GET', '/status').then(
      () => true,
      () => false,
    ),
  );
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        timeouts: { script: 120_000, pageLoad: 60_000 },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const post = <T>(path: string, body: unknown = {}) => call<T>('POST', `${session}${path}`, body);
  const run = async <T>(body: string): Promise<T> => {
    const script = `const done = arguments[arguments.length - 1];
      (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await post<{ value: T; error?: string }>('/execute/async', { script, args: [] });
    if (answer.error) throw new Error(answer.error);
    return answer.value;
  };
  const tap = async (x: number, y: number) => {
    const actions = [
      { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: 50 },
      { type: 'pointerUp', button: 0 },
    ];
    const parameters = { pointerType: 'mouse' };
    await post('/actions', { actions: [{ type: 'pointer', id: 'hand', parameters, actions }] });
  };
  const resize = async (width: number, height: number) => {
    const [frameX, frameY] = await run<[number, number]>(
      'return [outerWidth - innerWidth, outerHeight - innerHeight]',
    );
    await post('/window/rect', { x: 0, y: 0, width: width + frameX, height: height + frameY });
    const asked = `return [innerWidth, innerHeight].join() === '${width},${height}'`;
    await until(`a window of ${width} x ${height}`, () => run(asked), 5000);
  };
  // The bar with the address keeps a window 447 px wide; one that a page opens has no such bar.
  await post('/url', { url: 'about:blank' });
  await run(`document.addEventListener('pointerup', () =>
    open('about:blank', '', 'popup,noopener,width=320,height=568,toolbar=no,location=no'));`);
  const before = await call<string[]>('GET', `${session}/window/handles`);
  await tap(100, 100);
  const handle = await until('a window without a bar', async () => {
    const handles = await call<string[]>('GET', `${session}/window/handles`);
    return handles.find((one) => !before.includes(one));
  });
  await post('/window', { handle });
  await resize(1440, 900);
  return {
    name: 'WebKitGTK',
    open: (address) => post('/url', { url: address }),
    run,
    tap,
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await post('/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    },
    resize,
    picture: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', session).catch(() => undefined);
      driver.kill();
      display.stop();
      rmSync(settings, { recursive: true, force: true });
    },
  };
}
