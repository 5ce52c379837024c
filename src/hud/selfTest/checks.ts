/** What this browser is asked to show: by itself, and with its user's leave. */
import { inBase } from '../../data/rules/site/base.ts';
import type { Finding, SelfCheck, Verdict } from '../../data/rules/site/selfTest.ts';

const finding =
  (verdict: Verdict) =>
  (found: string, ms?: number): Finding => ({ verdict, found, ms });
const passes = finding('passes');
const fails = finding('fails');
const absent = finding('absent');
const NONE = absent('not in this browser');
const count = (value: number) => value.toLocaleString('en').replaceAll(',', '\u2009');

/** Widest texture that the rings of a full page need. */
const NEEDED_TEXTURE = 2048;
/** Least storage that drafts and loops need, in bytes. */
const NEEDED_BYTES = 50e6;

async function checkPictures(): Promise<Finding> {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return absent('no WebGL 2');
  const size: number = gl.getParameter(gl.MAX_TEXTURE_SIZE);
  const units: number = gl.getParameter(gl.MAX_VERTEX_TEXTURE_IMAGE_UNITS);
  const floats = gl.getExtension('EXT_color_buffer_float') ? ', float targets' : '';
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const card: string = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'unnamed';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  const judge = size >= NEEDED_TEXTURE && units > 0 ? passes : fails;
  return judge(`${card}; textures to ${count(size)}, ${units} in vertices${floats}`);
}

/** One request of IndexedDB as a promise. */
const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'));
  });

async function checkDatabase(): Promise<Finding> {
  if (typeof indexedDB === 'undefined') return NONE;
  const start = performance.now();
  const opening = indexedDB.open('rondo-self-test', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
  const database = await done(opening);
  try {
    const rows = database.transaction('rows', 'readwrite').objectStore('rows');
    await done(rows.put(new Uint8Array(1024).fill(7), 'one'));
    const back = await done<Uint8Array>(rows.get('one'));
    const ms = performance.now() - start;
    const isSame = back.length === 1024 && back[1023] === 7;
    return isSame ? passes('written and read back', ms) : fails('read back as something else', ms);
  } finally {
    database.close();
    indexedDB.deleteDatabase('rondo-self-test');
  }
}

async function checkStorage(): Promise<Finding> {
  if (!navigator.storage?.estimate) return NONE;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  const kept = (await navigator.storage.persisted?.()) ? ', kept for good' : '';
  const judge = quota > NEEDED_BYTES ? passes : fails;
  return judge(`${(usage / 1e6).toFixed(1)} of ${count(Math.round(quota / 1e6))} MB${kept}`);
}

async function checkLocks(): Promise<Finding> {
  if (!navigator.locks) return NONE;
  const start = performance.now();
  const second = await navigator.locks.request('rondo-self-test', () =>
    navigator.locks.request('rondo-self-test', { ifAvailable: true }, async (lock) => lock),
  );
  const ms = performance.now() - start;
  return second ? fails('held twice at once', ms) : passes('held by one at a time', ms);
}

async function checkServer(): Promise<Finding> {
  if (!navigator.onLine) return fails('this device is offline');
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    const answer = await fetch(inBase('/healthz'), { cache: 'no-store' });
    times.push(performance.now() - start);
    if (!answer.ok) return fails(`the server answers ${answer.status}`);
  }
  return passes('fastest of three answers', Math.min(...times));
}

/** Checks of what graphics, storage and the network need from a browser. They ask the reader for no permission. */
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
    run: async () =>
      window.isSecureContext
        ? passes(location.protocol)
        : fails(`${location.protocol} from another machine`),
  },
  {
    id: 'database',
    title: 'IndexedDB',
    meaning: 'Keeps drafts, and what was not sent yet. Without it they last as long as the page.',
    run: checkDatabase,
  },
  {
    id: 'storage',
    title: 'Room for keeping',
    meaning: 'How much this browser lets Rondo keep on this device.',
    run: checkStorage,
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

/** A check that makes the browser ask its user: run by a tap alone. */
export interface DeviceCheck extends Omit<SelfCheck, 'run'> {
  /** On the button that asks. */
  readonly ask: string;
  /** @param onLevel decibels of full scale, twenty times a second */
  run(onLevel: (db: number) => void): Promise<Finding>;
}

/** How long the microphone is listened to, in milliseconds. */
const LISTEN_MS = 3000;
const SILENCE_DB = -90;

/** Listens for three seconds, then lets the microphone go. */
async function listen(stream: MediaStream, onLevel: (db: number) => void): Promise<Finding> {
  const context = new AudioContext();
  try {
    const analyser = new AnalyserNode(context, { fftSize: 2048 });
    context.createMediaStreamSource(stream).connect(analyser);
    await context.resume();
    const samples = new Float32Array(analyser.fftSize);
    const end = performance.now() + LISTEN_MS;
    let loudest = SILENCE_DB;
    while (performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      const nowDb = Math.max(SILENCE_DB, 20 * Math.log10(peak));
      loudest = Math.max(loudest, nowDb);
      onLevel(nowDb);
    }
    const name = stream.getAudioTracks()[0]?.label || 'a microphone';
    if (loudest <= SILENCE_DB + 1) return fails(`${name} is silent`);
    return passes(`${name}, ${loudest.toFixed(0).replace('-', '−')} dB at most`);
  } finally {
    for (const track of stream.getTracks()) track.stop();
    await context.close();
  }
}

/** Reads why a device was not given. @param missing names of errors that say there is none */
function refusal(error: unknown, missing: RegExp, words: string): Finding {
  if (!(error instanceof DOMException)) throw error;
  if (/NotAllowed|Security/.test(error.name)) return fails('refused');
  if (missing.test(error.name)) return absent(words);
  throw error;
}

export const DEVICE_CHECKS: readonly DeviceCheck[] = [
  {
    id: 'microphone',
    title: 'Microphone',
    meaning: 'For recording loops. Listened to for three seconds; nothing is kept or sent.',
    ask: 'Listen',
    async run(onLevel) {
      if (!navigator.mediaDevices?.getUserMedia) return absent('needs HTTPS');
      const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
      try {
        return await listen(await navigator.mediaDevices.getUserMedia({ audio }), onLevel);
      } catch (error) {
        return refusal(error, /NotFound/, 'no microphone on this device');
      }
    },
  },
  {
    id: 'midi',
    title: 'MIDI',
    meaning: 'Lets pads and knobs play. Nothing needs it.',
    ask: 'Ask',
    async run() {
      if (!navigator.requestMIDIAccess) return NONE;
      try {
        const { inputs } = await navigator.requestMIDIAccess();
        const names = [...inputs.values()].map(({ name }) => name).join(', ');
        return passes(names || 'nothing is connected');
      } catch (error) {
        // Web MIDI 8.1: the system under the browser has none.
        return refusal(error, /InvalidState|NotSupported/, 'this device has no MIDI');
      }
    },
  },
];
