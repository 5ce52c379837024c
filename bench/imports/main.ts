/**
 * `npm run bench:imports -- [RIFFFS]`: an archive of LORE's is read from the disk as an import does, with nothing at
 * the other end: how many rifffs a second, and what memory it takes. Then loops with their masters are brought to a
 * server.
 */
import { once } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packTar } from 'modern-tar';
import { readLore } from '../../src/audio/imports/lore/readLore.ts';
import type { ImportCalls } from '../../src/audio/imports/run/ImportCalls.ts';
import { runImport } from '../../src/audio/imports/run/runImport.ts';
import { soundMaker } from '../../src/audio/imports/sound/soundMaker.ts';
import { riffOf, riffText, stemOf, stemText } from '../../src/audio/imports/testing/lore.ts';
import { nodeCodec } from '../../tools/import/sound/codec.ts';
import { figure, line } from '../figure.ts';
import { importLoops } from './loops.ts';

const BLOCK = 512;
const MB = 1024 * 1024;
const FRAMES = 96_000;

const idOf = (at: number) => at.toString(16).padStart(32, '0');

async function soundBytes(): Promise<Uint8Array> {
  const channels = [0, 1].map((c) =>
    Float32Array.from({ length: FRAMES }, (_, n) => 0.4 * Math.sin((n * (c + 1)) / 30)),
  );
  const { ogg } = await nodeCodec.encode({ channels, sampleRate: 48_000 }, false);
  return new Uint8Array(await ogg.arrayBuffer());
}

/** Two files of so many rifffs; each has a stem of its own and one of the rifff before. */
async function makeArchive(folder: string, rifffs: number) {
  const [yaml, tar] = [join(folder, 'orx.x.yaml'), join(folder, 'orx.x.tar')];
  const [lines, archive] = [createWriteStream(yaml), createWriteStream(tar)];
  const written = Promise.all([once(lines, 'finish'), once(archive, 'finish')]);
  lines.write('jam_name: "Bench"\njam_couch_id: "bandabcdef0123"\nriffs:\n');
  for (let at = 0; at < rifffs; at++) {
    const riff = riffOf(idOf(at), [idOf(at), idOf(Math.max(0, at - 1))], { createdSec: 1e9 + at });
    lines.write(`${riffText(riff, 'c++')}\n`);
  }
  lines.write('stems:\n');
  for (let at = 0; at < rifffs; at++) lines.write(`${stemText(stemOf(idOf(at)), 'c++')}\n`);
  lines.end();
  const body = await soundBytes();
  for (let at = 0; at < rifffs; at++) {
    const name = `bandabcdef0123/0/${idOf(at)}`;
    const header = { name, size: body.length, type: 'file' as const };
    const packed = (await packTar([{ header, body }])) as Uint8Array;
    // Without the two empty blocks with which a tar ends.
    const entry = packed.subarray(0, BLOCK * (1 + Math.ceil(body.length / BLOCK)));
    if (!archive.write(entry)) await once(archive, 'drain');
  }
  archive.end(new Uint8Array(2 * BLOCK));
  await written;
  return { yaml, tar };
}

/** A server that takes everything and keeps nothing. */
function nobody(): ImportCalls {
  const stored = (ids: readonly string[]) => ({
    results: ids.map((id) => ({ id, outcome: 'stored' as const })),
  });
  return {
    begin: async ({ jam }) => ({
      id: 'x',
      kind: 'lore',
      origin: '',
      jamId: jam.id,
      name: jam.name,
      state: 'open',
      created: 0,
      rifffs: 0,
      loops: 0,
      messages: 0,
      isProven: false,
      hasOwn: false,
    }),
    people: async () => {},
    missingLoops: async (_id, ids) => [...ids],
    async loop(_id, { loop, file }) {
      await file.arrayBuffer();
      return { id: loop._id, outcome: 'stored' };
    },
    rifffs: async (_id, rifffs) => stored(rifffs.map((one) => one._id)),
    messages: async (_id, messages) => stored(messages.map(({ id }) => id)),
    finish: async () => ({}) as never,
  };
}

async function measure(rifffs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'rondo-bench-'));
  try {
    const { yaml, tar } = await makeArchive(folder, rifffs);
    const source = readLore(await openAsBlob(yaml), await openAsBlob(tar));
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = before;
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const began = performance.now();
    const calls = nobody();
    const report = await runImport(source, { calls, makeSound: soundMaker(nodeCodec) });
    const sec = (performance.now() - began) / 1000;
    clearInterval(look);
    if (report.stored.rifffs !== rifffs || report.skippedCount > 0) throw new Error('it lost some');
    return { rifffs, sec, mb: (most - before) / MB, sourceMb: source.totalBytes / MB };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const wanted = Number(process.argv[2]) || 1000;
let most = 0;
for (const rifffs of [Math.ceil(wanted / 10), wanted]) {
  const { sec, mb, sourceMb } = await measure(rifffs);
  most = Math.max(most, mb);
  line(
    `${rifffs} rifffs, ${sourceMb.toFixed(0)} MB`,
    `${sec.toFixed(1)} s`,
    `${(rifffs / sec).toFixed(0)} rifffs/s, ${mb.toFixed(0)} MB more memory`,
  );
}
const { wallSec, serverSec } = await importLoops();
const met = [figure('importMemory', most), figure('importLoop', wallSec)];
line('  processor time of the server and its decoders', `${serverSec.toFixed(3)} s a loop`);
process.exitCode = met.every(Boolean) ? 0 : 1;
