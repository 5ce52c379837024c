/** WebKitGTK's MiniBrowser, driven by W3C WebDriver over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
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

/**
 * Starts WebKitGTK on a display of its own.
 * @param env environment that leads it to a sound card
 * @throws Error when it does not start
 */
export async function startWebKit(port: number, env: NodeJS.ProcessEnv): Promise<Driver> {
  const binary = findWebKit();
  if (!binary) throw new Error('No WebKitGTK here');
  const display = await startDisplay();
  const driver: ChildProcess = spawn(DRIVER, [`--port=${port}`], {
    env: { ...env, DISPLAY: display.name, GDK_BACKEND: 'x11' },
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
  const sizeNow = () => run<[number, number]>('return [innerWidth, innerHeight]');
  const run = async <T>(body: string): Promise<T> => {
    const script = `const done = arguments[arguments.length - 1];
      (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await post<{ value: T; error?: string }>('/execute/async', { script, args: [] });
    if (answer.error) throw new Error(answer.error);
    return answer.value;
  };
  const resize = async (width: number, height: number) => {
    await post('/window/rect', { x: 0, y: 0, width, height });
    const [w, h] = await sizeNow();
    await post('/window/rect', { x: 0, y: 0, width: 2 * width - w, height: 2 * height - h });
  };
  return {
    name: 'WebKitGTK',
    open: (address) => post('/url', { url: address }),
    run,
    async tap(x, y) {
      const actions = [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pause', duration: 50 },
        { type: 'pointerUp', button: 0 },
      ];
      const parameters = { pointerType: 'mouse' };
      await post('/actions', { actions: [{ type: 'pointer', id: 'hand', parameters, actions }] });
    },
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
    },
  };
}
