/**
 * A jam of ten thousand rifffs, two hundred loops and a thousand messages: brought to a server, taken along as a
 * bundle, and brought to another one. Servers, client and reader are this process. Prints for each part how long it
 * took, and how fast it went after a tenth (loops come first: most of their time is the check of their sound); what is
 * alive after a collection at a tenth and at the end, and how much more memory the process is given at the most.
 */
import { createWriteStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeAccount } from '../../server/testing/accounts.ts';
import { holding } from '../../server/testing/rifffs.ts';
import { loopDocument } from '../../server/testing/sounds.ts';
import { startTestServer } from '../../server/testing/testApp.ts';
import { readBundle } from '../../src/audio/imports/bundle/readBundle.ts';
import type { JamSource, SourceItem } from '../../src/audio/imports/JamSource.ts';
import type { ImportCalls } from '../../src/audio/imports/run/ImportCalls.ts';
import { runImport } from '../../src/audio/imports/run/runImport.ts';
import { callsTo, noiseFiles } from '../imports/calls.ts';

const RIFFFS = Number(process.env.RIFFFS ?? 10_000);
const LOOPS = 200;
const MESSAGES = 1000;
/** Sounds that the loops share: content is stored once, and stands in a bundle once for each loop. */
const SOUNDS = 4;
const FRAMES = 4 * 48_000;
const MB = 1024 * 1024;

const sounds = await Promise.all(Array.from({ length: SOUNDS }, () => noiseFiles(FRAMES)));

const loopId = (at: number) => `loop${String(at).padStart(8, '0')}`;
const rifffId = (at: number) => `rifff${String(at).padStart(8, '0')}`;

async function* items(): AsyncGenerator<SourceItem> {
  const jam = {
    id: 'band00000000aa',
    name: 'Long night',
    description: '',
    created: 1,
    barLength: 16,
  };
  yield { kind: 'jam', from: 'lore', origin: 'bench', jam };
  for (let at = 0; at < LOOPS; at++) {
    const loop = loopDocument({ _id: loopId(at), length16ths: 32, creatorUserName: `p${at % 9}` });
    yield { kind: 'loop', loop, sound: async () => sounds[at % SOUNDS]! };
  }
  for (let at = 0; at < RIFFFS; at++) {
    const held = Array.from({ length: 8 }, (_, slot) => loopId((at * 3 + slot * 17) % LOOPS));
    const parent =
      at === 0
        ? null
        : { jamId: jam.id, rifffId: rifffId(at - 1 - (at % 3 === 0 ? Math.min(at - 1, 5) : 0)) };
    const created = 1_600_000_000_000 + at * 1000;
    const rifff = holding(held, { _id: rifffId(at), created, userName: `p${at % 9}`, parent });
    yield { kind: 'rifff', rifff: rifff as never };
  }
  for (let at = 0; at < MESSAGES; at++) {
    const about = { rifffId: null, replyTo: null, created: 1_600_000_000_000 + at };
    yield {
      kind: 'message',
      message: { id: `m${at}`, user: `p${at % 9}`, message: `Said ${at}`, ...about },
    };
  }
}
const made = (): JamSource => Object.assign(items(), { readBytes: 0, totalBytes: 0 }) as never;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is alive, MB: objects, and bytes outside of the heap. */
function aliveMb(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MB;
}

/** How far a part is. */
interface Way {
  /** How much of `unit` is through. */
  done(): number;
  readonly total: number;
  readonly unit: string;
}

/** Runs a part and prints its rate and how memory grew. */
async function measure(name: string, { done, total, unit }: Way, work: () => Promise<unknown>) {
  let early: { rss: number; alive: number; ms: number; done: number } | undefined;
  let most = 0;
  const timer = setInterval(() => {
    const { rss } = process.memoryUsage();
    if (!early && done() >= 0.1 * total) {
      early = { rss, alive: aliveMb(), ms: performance.now(), done: done() };
    }
    if (early) most = Math.max(most, rss);
  }, 50);
  const start = performance.now();
  await work();
  clearInterval(timer);
  const endMs = performance.now();
  const seconds = ((endMs - start) / 1000).toFixed(1);
  if (!early) return console.log(`${name}: ${seconds} s, too short to say more`);
  const rate = ((done() - early.done) * 1000) / (endMs - early.ms);
  console.log(
    `${name}: ${seconds} s, after a tenth ${rate.toFixed(0)} ${unit} a second; alive ${early.alive.toFixed(0)} MB ` +
      `at a tenth, ${aliveMb().toFixed(0)} at the end; process ${(early.rss / MB).toFixed(0)} MB at a tenth, ` +
      `+${((most - early.rss) / MB).toFixed(0)} at the most`,
  );
}

const environment = { RATE_LIMIT: '1000000', PORT: '0' };
const [a, b] = [await startTestServer({ environment }), await startTestServer({ environment })];
const [mia, zoe] = [await makeAccount(a.database, 'mia'), await makeAccount(b.database, 'zoe')];
const addressA = await a.app.listen({ port: 0, host: '127.0.0.1' });
const addressB = await b.app.listen({ port: 0, host: '127.0.0.1' });
const path = join(a.folder, 'long.rondo.tar');

async function bring(name: string, source: JamSource, calls: ImportCalls): Promise<string> {
  let rifffs = 0;
  let jamId = '';
  await measure(name, { done: () => rifffs, total: RIFFFS, unit: 'rifffs' }, async () => {
    const report = await runImport(source, {
      calls,
      makeSound: async (loop, sound) => ({ loop, ...sound }),
      onProgress: (progress) => {
        rifffs = progress.rifffs;
      },
    });
    if (report.stopped || report.stored.rifffs !== RIFFFS || report.skipped.length > 0) {
      throw new Error(`${name}: ${report.stopped} ${JSON.stringify(report.skipped.slice(0, 3))}`);
    }
    jamId = report.jams[0]!.jamId;
  });
  return jamId;
}

console.log(`${RIFFFS} rifffs, ${LOOPS} loops, ${MESSAGES} messages`);
const jamId = await bring('made here, in', made(), callsTo(addressA, mia));
let written = 0;
const expected = LOOPS * (sounds[0]!.file.size + sounds[0]!.master.size);
await measure(
  'bundle, out',
  { done: () => written / MB, total: expected / MB, unit: 'MB' },
  async () => {
    const answer = await fetch(`${addressA}/api/jam/${jamId}/bundle`, { headers: mia.headers });
    const file = createWriteStream(path);
    const counted = Readable.fromWeb(answer.body as never);
    counted.on('data', (chunk: Buffer) => {
      written += chunk.length;
    });
    await pipeline(counted, file);
  },
);
const { size } = await stat(path);
console.log(`the bundle has ${(size / MB).toFixed(0)} MB`);
await bring('bundle, in', readBundle(await openAsBlob(path)), callsTo(addressB, zoe));
await a.close();
await b.close();
