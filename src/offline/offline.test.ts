import { expect, it } from 'vitest';
import { STAGE_HEADER } from '../data/contract/constants.ts';
import type { Shell, WorkerMessage } from '../data/contract/offline.ts';
import { answerCall } from './answers.ts';
import { MediaShelf } from './media.ts';
import { kindOf } from './requests.ts';
import type { Keeping, WorkerScope } from './scope.ts';
import { ShellShelf } from './shell.ts';
import { startWorker } from './worker.ts';

const ORIGIN = 'https://rondo.example';
const HOME = `${ORIGIN}/`;
const DAY_MS = 86_400_000;

/** The caches of a browser, as far as the worker uses them; keys in the order in which they were put. */
function memoryCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const urlOf = (key: RequestInfo | URL) =>
    new URL(key instanceof Request ? key.url : String(key), ORIGIN).href;
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    return {
      match: async (key: RequestInfo) => entries.get(urlOf(key))?.clone(),
      put: async (key: RequestInfo, answer: Response) => {
        const body = await answer.blob();
        entries.set(urlOf(key), new Response(body, { headers: answer.headers }));
      },
      delete: async (key: RequestInfo) => entries.delete(urlOf(key)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    };
  };
  return {
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  } as unknown as CacheStorage;
}

type Serve = (path: string, request: Request) => Response | Promise<Response>;

/** A device with a network that answers as it is told; `serve.now` null is no network. */
function device(serve: Serve, home = HOME) {
  const network: { serve: Serve | null } = { serve };
  const asked: string[] = [];
  const clock = { now: 0 };
  const keeping: Keeping = {
    caches: memoryCaches(),
    home,
    now: () => clock.now,
    async fetch(given) {
      const request = given instanceof Request ? given : new Request(new URL(given, ORIGIN));
      const { pathname } = new URL(request.url);
      if (!network.serve) throw new TypeError('Failed to fetch');
      asked.push(pathname);
      return network.serve(pathname, request);
    },
  };
  const works: Promise<unknown>[] = [];
  return {
    keeping,
    network,
    asked,
    clock,
    later: (work: Promise<unknown>) => void works.push(work),
    settled: () => Promise.all(works),
  };
}

const request = (path: string, credential?: string) =>
  new Request(ORIGIN + path, credential ? { headers: { authorization: credential } } : {});
const sound = (text: string, access = 'public, max-age=86400') =>
  new Response(text, { headers: { 'cache-control': access, 'content-type': 'audio/ogg' } });

it.each([
  ['/jam', 'navigate', 'page'],
  ['/mia', 'navigate', 'page'],
  ['/', 'navigate', 'page'],
  ['/api/docs', 'navigate', 'pass'],
  ['/db/x', 'navigate', 'pass'],
  ['/media/k', 'navigate', 'pass'],
  ['/plus/till/pay', 'navigate', 'pass'],
  ['/embed/rifff/x', 'navigate', 'pass'],
  ['/assets/manual/making-1.webp', 'navigate', 'asset'],
  ['/market', 'navigate', 'ownPage'],
  ['/arcade/qr-code-scan', 'navigate', 'ownPage'],
  ['/accounting', 'navigate', 'page'],
  ['/THIRD_PARTY_NOTICES.txt', 'navigate', 'pass'],
  ['/assets/a-1.js', 'cors', 'asset'],
  ['/media/k', 'cors', 'media'],
  ['/media/tokens/k', 'cors', 'pass'],
  ['/api/site', 'cors', 'answer'],
  ['/api/library/loops?skip=0', 'cors', 'library'],
  ['/api/library/loops/random', 'cors', 'pass'],
  ['/api/jam/room/rifffs?limit=1', 'cors', 'answer'],
  ['/api/jam/lobby', 'cors', 'pass'],
  ['/api/jam/room/feed', 'cors', 'pass'],
  ['/api/auth/session', 'cors', 'pass'],
  ['/api/accounts/settings', 'cors', 'pass'],
  ['/healthz', 'cors', 'pass'],
])('takes %s (%s) for: %s', (path, mode, kind) => {
  const asked = { method: 'GET', mode, url: ORIGIN + path, hasRange: false };
  expect(kindOf(asked, HOME)).toBe(kind);
  expect(kindOf({ ...asked, method: 'POST' }, HOME)).toBe('pass');
  expect(kindOf({ ...asked, url: `https://else.example${path}` }, HOME)).toBe('pass');
});

it('leaves parts of files to the server', () => {
  const asked = { method: 'GET', mode: 'cors', url: `${ORIGIN}/media/k`, hasRange: true };
  expect(kindOf(asked, HOME)).toBe('pass');
});

it('plays what was heard without a network, and asks for it again after a day', async () => {
  const { keeping, network, asked, clock, later, settled } = device(() => sound('heard'));
  const media = new MediaShelf(keeping);
  const hear = async () => (await media.answer(request('/media/a'), later)).text();
  expect(await hear()).toBe('heard');
  await settled();
  network.serve = () => sound('never asked');
  expect(await hear()).toBe('heard');
  clock.now += DAY_MS;
  network.serve = null;
  expect(await hear()).toBe('heard');
  expect(asked).toHaveLength(1);
  // Removed meanwhile, as the server says: it is gone here too.
  network.serve = () => new Response('gone', { status: 404 });
  expect((await media.answer(request('/media/a'), later)).status).toBe(404);
  await settled();
  network.serve = null;
  await expect(hear()).rejects.toThrow('Failed to fetch');
});

it('keeps only whole files, and within its bytes those that were heard last', async () => {
  const { keeping, network, clock, later, settled } = device((path) =>
    path === '/media/cut'
      ? new Response('cut', { headers: { 'cache-control': 'public', 'content-length': '99' } })
      : sound('12345'),
  );
  const media = new MediaShelf(keeping, 10);
  for (const name of ['a', 'b', 'cut', 'a', 'c']) {
    clock.now += 3_600_000;
    await media.answer(request(`/media/${name}`), later);
    await settled();
  }
  const here = await new MediaShelf(keeping, 10).here(
    ['a', 'b', 'c', 'cut'].map((name) => `/media/${name}`),
    'open',
  );
  expect([...here]).toEqual(['/media/a', '/media/c']);
  // What a person wants to keep goes last, whenever it was heard.
  await media.hold(['/media/a'], 'open');
  await media.answer(request('/media/d'), later);
  await settled();
  network.serve = null;
  expect(await (await media.answer(request('/media/a'), later)).text()).toBe('12345');
  await expect(media.answer(request('/media/c'), later)).rejects.toThrow('Failed to fetch');
});

it('gives what is not for everyone to nobody but the credential that got it', async () => {
  const { keeping, network, later, settled } = device((path) =>
    path.startsWith('/media/')
      ? sound('private', 'private, max-age=86400')
      : Response.json({ ok: true }),
  );
  const media = new MediaShelf(keeping);
  const hear = (credential?: string) => media.answer(request('/media/a', credential), later);
  const call = (credential?: string) =>
    answerCall(keeping, request('/api/jam/room', credential), true, later);
  await hear('Bearer mia');
  await call('Bearer mia');
  await settled();
  network.serve = null;
  expect(await (await hear('Bearer mia')).text()).toBe('private');
  expect((await call('Bearer mia')).status).toBe(200);
  for (const other of ['Bearer tom', undefined]) {
    await expect(hear(other)).rejects.toThrow('Failed to fetch');
    await expect(call(other)).rejects.toThrow('Failed to fetch');
  }
});

const SHELL: Shell = {
  version: 'one',
  first: ['/assets/main-1.js'],
  soon: ['/assets/start-1.js'],
  later: ['/assets/market-1.js'],
  asked: ['/assets/manual/pages-1.json', '/assets/manual/making-1.webp'],
};
const documentOf = (file: string) => new Response(`<script src="${file}"></script>`);

/** A worker of a build on a device, as events reach it. */
function worker(shell: Shell, { keeping }: ReturnType<typeof device>, savesData = false) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: unknown[] = [];
  const scope = {
    caches: keeping.caches,
    location: { href: `${keeping.home}worker.js` },
    fetch: keeping.fetch,
    navigator: { connection: { saveData: savesData } },
    addEventListener: (name: string, listener: (event: object) => void) =>
      void listeners.set(name, listener),
    skipWaiting: async () => void shown.push('activate'),
    registration: { showNotification: async (...what: unknown[]) => void shown.push(what) },
    clients: {
      claim: async () => {},
      matchAll: async () => [
        { url: `${ORIGIN}/feed`, focus: async () => void shown.push('focus') },
      ],
      openWindow: async (url: string) => void shown.push(`open ${url}`),
    },
  };
  startWorker(scope as unknown as WorkerScope, shell);
  const fire = async (name: string, event: object = {}) => {
    const works: Promise<unknown>[] = [];
    let answered: Promise<Response> | undefined;
    listeners.get(name)!({
      ...event,
      waitUntil: (work: Promise<unknown>) => void works.push(work),
      respondWith: (answer: Promise<Response>) => {
        answered = answer;
      },
    });
    const answer = await answered;
    await Promise.all(works);
    return answer;
  };
  const tell = async (data: WorkerMessage) => {
    let heard: unknown;
    await fire('message', {
      data,
      ports: [{ postMessage: (answer: unknown) => (heard = answer) }],
    });
    return heard;
  };
  const get = (path: string, mode = 'cors') => {
    // No script can make a request for a document.
    const asked = Object.defineProperty(request(path), 'mode', { value: mode });
    return fire('fetch', { request: asked });
  };
  return { fire, tell, get, shown };
}

it('opens its pages without a network, and none whose scripts it has not', async () => {
  const here = device((path) =>
    path === '/index.html' ? documentOf('/assets/main-1.js') : new Response(`at ${path}`),
  );
  const one = worker(SHELL, here);
  await one.fire('install');
  await one.fire('activate');
  await one.tell({ type: 'fill' });
  here.network.serve = null;
  expect(await (await one.get('/jam', 'navigate'))?.text()).toContain('/assets/main-1.js');
  expect(await (await one.get('/assets/market-1.js'))?.text()).toBe('at /assets/market-1.js');
  // A proxy without its server is no network either.
  here.network.serve = () => new Response('Bad gateway', { status: 502 });
  expect(await (await one.get('/jams/me', 'navigate'))?.text()).toContain('/assets/main-1.js');
  // The server has gone on to another build: its documents come with their own scripts, never with these.
  here.network.serve = (path) =>
    path.startsWith('/assets/') ? new Response(`at ${path}`) : documentOf('/assets/main-3.js');
  expect(await (await one.get('/jam', 'navigate'))?.text()).toContain('/assets/main-3.js');
  const two = worker({ ...SHELL, version: 'two', first: ['/assets/main-2.js'] }, here);
  await expect(two.fire('install')).rejects.toThrow('another build');
  const three = worker(
    { version: 'three', first: ['/assets/main-3.js'], soon: [], later: [], asked: [] },
    here,
  );
  await three.fire('install');
  await three.fire('activate');
  here.network.serve = null;
  expect(await (await three.get('/jam', 'navigate'))?.text()).toContain('/assets/main-3.js');
  // Pages of the build before may still be open; those of the one before that are not.
  expect(await (await three.get('/assets/start-1.js'))?.text()).toBe('at /assets/start-1.js');
  const four = new ShellShelf(here.keeping, {
    ...SHELL,
    version: 'four',
    first: [],
    soon: [],
    later: [],
    asked: [],
  });
  await four.activate();
  await expect(three.get('/assets/start-1.js')).rejects.toThrow('Failed to fetch');
});

it('fetches nothing ahead for whoever saves data, and forgets what was an account’s', async () => {
  const here = device((path) =>
    path === '/index.html'
      ? documentOf('/assets/main-1.js')
      : path === '/media/mine'
        ? sound('mine', 'private')
        : new Response(path),
  );
  const one = worker(SHELL, here, true);
  await one.fire('install');
  await one.tell({ type: 'fill' });
  expect(here.asked).toEqual(['/index.html', '/assets/main-1.js']);
  const mine = { request: request('/media/mine', 'Bearer mia') };
  await one.fire('fetch', mine);
  here.network.serve = null;
  await one.tell({ type: 'renewed', was: 'Bearer mia', is: 'Bearer new' });
  const renewed = { request: request('/media/mine', 'Bearer new') };
  expect(await (await one.fire('fetch', renewed))?.text()).toBe('mine');
  await one.tell({ type: 'signedOut' });
  await expect(one.fire('fetch', renewed)).rejects.toThrow('Failed to fetch');
  await expect(one.fire('fetch', mine)).rejects.toThrow('Failed to fetch');
});

it('keeps the manual once any of it was opened, and its pictures unless data is saved', async () => {
  const [texts = '', picture = ''] = SHELL.asked;
  const document = () => documentOf('/assets/main-1.js');
  for (const savesData of [false, true]) {
    const here = device((path) =>
      path === '/index.html' ? document() : new Response(`at ${path}`),
    );
    const one = worker(SHELL, here, savesData);
    await one.fire('install');
    await one.fire('activate');
    await one.tell({ type: 'fill' });
    expect(here.asked).not.toContain(texts);
    await one.get(texts);
    await one.tell({ type: 'fill' });
    here.network.serve = null;
    expect(await (await one.get(texts))?.text()).toBe(`at ${texts}`);
    if (savesData) {
      await expect(one.get(picture)).rejects.toThrow('Failed to fetch');
      continue;
    }
    expect(await (await one.get(picture))?.text()).toBe(`at ${picture}`);
    // The next build has other texts and the same picture.
    here.network.serve = (path) =>
      path === '/index.html' ? document() : new Response(`at ${path}`);
    const newer = '/assets/manual/pages-2.json';
    const two = worker({ ...SHELL, version: 'two', asked: [newer, picture] }, here);
    await two.fire('install');
    await two.fire('activate');
    await two.tell({ type: 'fill' });
    here.network.serve = null;
    expect(await (await two.get(newer))?.text()).toBe(`at ${newer}`);
    await expect(two.get(texts)).rejects.toThrow('Failed to fetch');
  }
});

it('keeps nothing of what a stage is shown by its code', async () => {
  const here = device(() => Response.json({ ok: true, data: 'a private jam' }));
  const { fire } = worker(SHELL, here);
  const request = new Request(`${ORIGIN}/api/jam/band1/rifffs`, {
    headers: { [STAGE_HEADER]: 'c0de' },
  });
  // The browser asks by itself.
  expect(await fire('fetch', { request })).toBeUndefined();
  here.network.serve = null;
  const nobody = new Request(`${ORIGIN}/api/jam/band1/rifffs`);
  await expect(fire('fetch', { request: nobody })).rejects.toThrow('Failed to fetch');
});

it('says which loops of the library can be heard here', async () => {
  const loop = (id: string) => ({ _id: id, isLibraryLoop: true, url: `${ORIGIN}/media/${id}` });
  const here = device((path) =>
    path.startsWith('/media/')
      ? sound(path)
      : Response.json({ ok: true, data: { loops: ['a', 'b'].map(loop), total: 2 } }),
  );
  const one = worker(SHELL, here);
  expect(await one.tell({ type: 'library', credential: null })).toEqual({ loops: [] });
  await one.get('/api/library/loops?skip=0');
  await one.get('/media/b');
  here.network.serve = null;
  // Pages ask for it in their own way: a list of what cannot be heard is of no use.
  await expect(one.get('/api/library/loops?skip=0')).rejects.toThrow('Failed to fetch');
  expect(await one.tell({ type: 'library', credential: null })).toEqual({ loops: [loop('b')] });
});

it('takes up what a page fetched before it came: sounds, answers and files of the build, and nothing else', async () => {
  const here = device((path, { headers }) =>
    path === '/media/mine' && headers.get('authorization') !== 'Bearer me'
      ? new Response('', { status: 403 })
      : sound(path, path === '/media/mine' ? 'private' : 'public'),
  );
  const one = worker(SHELL, here);
  const paths = ['/media/b', '/media/mine', '/api/library/packs?a=1', '/api/session', '/gone.svg'];
  await one.tell({ type: 'fetched', paths, credential: 'Bearer me' });
  expect(here.asked).toEqual(['/media/b', '/media/mine', '/api/library/packs']);
  here.network.serve = null;
  expect(await (await one.get('/media/b'))?.text()).toBe('/media/b');
  await expect(one.get('/media/mine')).rejects.toThrow('Failed to fetch');
});

it('keeps a site that lies below a path, and nothing beside it', async () => {
  const below = `${ORIGIN}/rondo/`;
  const here = device(
    (path) =>
      path === '/rondo/index.html'
        ? documentOf('/rondo/assets/main-1.js')
        : new Response(`at ${path}`, { headers: { 'cache-control': 'public' } }),
    below,
  );
  const { fire, get, shown } = worker(SHELL, here);
  await fire('install');
  await fire('activate');
  expect(await (await get('/rondo/media/a'))?.text()).toBe('at /rondo/media/a');
  for (const beside of ['/media/a', '/assets/main-1.js', '/rondos/feed', '/']) {
    expect(await get(beside, beside.includes('.') ? 'cors' : 'navigate')).toBeUndefined();
  }
  here.network.serve = null;
  expect(await (await get('/rondo/jam', 'navigate'))?.text()).toContain('/rondo/assets/main-1.js');
  expect(await (await get('/rondo/assets/main-1.js'))?.text()).toBe('at /rondo/assets/main-1.js');
  expect(await (await get('/rondo/media/a'))?.text()).toBe('at /rondo/media/a');
  await fire('push', push('{"path":"/feed"}'));
  expect(shown.pop()).toMatchObject(['Rondo', { data: { url: `${ORIGIN}/rondo/feed` } }]);
});

const push = (text: string | null) => ({
  data: text === null ? null : { json: () => JSON.parse(text) },
});

it('shows what was pushed, and opens its page or goes to where that is open', async () => {
  const { fire, shown } = worker(
    SHELL,
    device(() => new Response()),
  );
  const message = { title: 'Rondo', body: 'mia likes “Night bus”', path: '/feed', tag: 'like-abc' };
  await fire('push', push(JSON.stringify(message)));
  const data = { url: `${ORIGIN}/feed` };
  expect(shown.pop()).toEqual([
    'Rondo',
    { body: message.body, icon: 'apple-touch-icon.png', tag: 'like-abc', data },
  ]);
  await fire('notificationclick', { notification: { data, close() {} } });
  const other = { url: `${ORIGIN}/jam` };
  await fire('notificationclick', { notification: { data: other, close() {} } });
  expect(shown).toEqual(['focus', `open ${ORIGIN}/jam`]);
});

it.each([
  ['{"path":"https://evil.example/"}'],
  ['{"path":"//evil.example/"}'],
  ['{"path":7}'],
  ['{"path":"javascript:alert(1)"}'],
  ['no JSON'],
  [null],
])('shows something for %j, and leads nowhere else', async (text) => {
  const { fire, shown } = worker(
    SHELL,
    device(() => new Response()),
  );
  await fire('push', push(text));
  const [, { data }] = shown[0] as [string, { data: { url: string } }];
  expect(new URL(data.url).origin).toBe(ORIGIN);
});
