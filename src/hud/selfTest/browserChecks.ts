/** What pictures, keeping and the network ask of a browser. Asks nobody for anything. */
import type { Finding, SelfCheck } from '../../data/rules/site/selfTest.ts';

const absent = (found = 'not in this browser'): Finding => ({ verdict: 'absent', found });
const count = (value: number) => value.toLocaleString('en').replaceAll(',', '\u2009');

/** Widest texture that the rings of a full page need. */
const NEEDED_TEXTURE = 2048;

async function checkPictures(): Promise<Finding> {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2');
  if (!gl) return absent('no WebGL 2');
  try {
    const size: number = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    const units: number = gl.getParameter(gl.MAX_VERTEX_TEXTURE_IMAGE_UNITS);
    const floats = gl.getExtension('EXT_color_buffer_float') ? ', float targets' : '';
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    const card: string = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'unnamed';
    const found = `${card}; textures to ${count(size)}, ${units} in vertices${floats}`;
    return { verdict: size >= NEEDED_TEXTURE && units > 0 ? 'passes' : 'fails', found };
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

/** One request of IndexedDB as a promise. */
const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'));
  });

async function checkDatabase(): Promise<Finding> {
  if (typeof indexedDB === 'undefined') return absent();
  const name = 'rondo-self-test';
  const start = performance.now();
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
  const database = await done(opening);
  try {
    const rows = database.transaction('rows', 'readwrite').objectStore('rows');
    await done(rows.put(new Uint8Array(1024).fill(7), 'one'));
    const back = await done<Uint8Array>(rows.get('one'));
    const ms = performance.now() - start;
    const isSame = back.length === 1024 && back[1023] === 7;
    return isSame
      ? { verdict: 'passes', found: 'written and read back', ms }
      : { verdict: 'fails', found: 'read back as something else', ms };
  } finally {
    database.close();
    indexedDB.deleteDatabase(name);
  }
}

async function checkRoom(): Promise<Finding> {
  if (!navigator.storage?.estimate) return absent();
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  const kept = (await navigator.storage.persisted?.()) ? ', kept for good' : '';
  const found = `${(usage / 1e6).toFixed(1)} of ${count(Math.round(quota / 1e6))} MB${kept}`;
  return { verdict: quota > 50e6 ? 'passes' : 'fails', found };
}

async function checkLocks(): Promise<Finding> {
  if (!navigator.locks) return absent();
  const start = performance.now();
  const second = await navigator.locks.request('rondo-self-test', () =>
    navigator.locks.request('rondo-self-test', { ifAvailable: true }, async (lock) => lock),
  );
  const ms = performance.now() - start;
  return second === null
    ? { verdict: 'passes', found: 'held by one at a time', ms }
    : { verdict: 'fails', found: 'held twice at once', ms };
}

async function checkServer(): Promise<Finding> {
  if (!navigator.onLine) return { verdict: 'fails', found: 'this device is offline' };
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    const answer = await fetch('/healthz', { cache: 'no-store' });
    times.push(performance.now() - start);
    if (!answer.ok) return { verdict: 'fails', found: `the server answers ${answer.status}` };
  }
  return { verdict: 'passes', found: 'fastest of three answers', ms: Math.min(...times) };
}

async function checkPage(): Promise<Finding> {
  if (window.isSecureContext) return { verdict: 'passes', found: location.protocol };
  return { verdict: 'fails', found: `${location.protocol} from another machine` };
}

export const BROWSER_CHECKS: readonly SelfCheck[] = [
  {
    id: 'pictures',
    title: 'WebGL 2',
    meaning: 'Draws the rings while they turn. Without it they are still pictures.',
    run: checkPictures,
  },
  {
    id: 'secure',
    title: 'Secure page',
    meaning: 'Browsers give AudioWorklet, microphone and MIDI only to HTTPS and to this machine.',
    run: checkPage,
  },
  {
    id: 'database',
    title: 'IndexedDB',
    meaning: 'Keeps drafts, and what was not sent yet. Without it they last as long as the page.',
    run: checkDatabase,
  },
  {
    id: 'room',
    title: 'Room for keeping',
    meaning: 'How much this browser lets Rondo keep on this device.',
    run: checkRoom,
  },
  {
    id: 'locks',
    title: 'Web Locks',
    meaning:
      'Several windows send the same outbox once. Without them only one window should be open.',
    run: checkLocks,
  },
  {
    id: 'server',
    title: 'Network to the server',
    meaning: 'How long one question and answer take. Playing goes on without a network.',
    run: checkServer,
  },
];
