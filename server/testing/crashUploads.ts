import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Loop } from '../../src/data/contract/loop.ts';
import { openBlobs } from '../ports/blobs/blobStore.ts';
import { openDatabase } from '../ports/database/database.ts';
import { makeAccount, type TestAccount } from './accounts.ts';
import type { CrashResult } from './crash.ts';
import { temporaryFolder } from './folders.ts';
import { startServerProcess } from './serverProcess.ts';
import { flacOf, LOOP_FRAMES, loopDocument, oggOf, tone } from './sounds.ts';

const LANES = 2;
/** Different sounds, so that every lane brings content that is not there yet. */
const SOUNDS = 24;

/** What is sent: one loop with both files. */
interface Sound {
  readonly ogg: Buffer;
  readonly flac: Buffer;
}

export interface UploadCrashResult extends CrashResult {
  /** Rows of loops without all of their files, and files without their loop. */
  readonly halfStored: string[];
}

const embedded = (dataFolder: string) => ({ s3: undefined, databaseUrl: undefined, dataFolder });

async function makeSounds(): Promise<Sound[]> {
  const sounds: Sound[] = [];
  for (let at = 0; at < SOUNDS; at++) {
    const pcm = tone(LOOP_FRAMES, 1, 100 + 13 * at);
    sounds.push({ ogg: await oggOf(pcm), flac: await flacOf(pcm) });
  }
  return sounds;
}

/** Uploads one loop after the other until the server is gone; notes those that it acknowledged. */
async function uploadUntilGone(
  url: string,
  { userId, headers }: TestAccount,
  next: () => Sound,
  acknowledged: Loop[],
): Promise<void> {
  try {
    for (;;) {
      const { ogg, flac } = next();
      const form = new FormData();
      form.set('metadata', JSON.stringify(loopDocument()));
      form.set('file', new Blob([new Uint8Array(ogg)]), 'a.ogg');
      form.set('master', new Blob([new Uint8Array(flac)]), 'a.flac');
      const answer = await fetch(`${url}/api/jam/${userId}/loops`, {
        method: 'POST',
        headers,
        body: form,
      });
      if (!answer.ok) throw new Error(`The server refused a loop: ${await answer.text()}`);
      const { data } = (await answer.json()) as { data: { loop: Loop } };
      acknowledged.push(data.loop);
    }
  } catch (error) {
    // A connection that breaks is what the kill looks like from here; anything else is a fault.
    const isGone = error instanceof TypeError || (error as Error).name === 'SyntaxError';
    if (!isGone) throw error;
  }
}

async function inspect(folder: string, acknowledged: readonly Loop[]) {
  const database = await openDatabase(embedded(folder));
  const blobs = await openBlobs(embedded(folder));
  const { queries } = database;
  const loops = await queries
    .selectFrom('loops')
    .select('id')
    .where('origin', '=', 'upload')
    .execute();
  const media = await queries.selectFrom('media').selectAll().execute();
  const inJam = await queries.selectFrom('jamLoops').select('loopId').execute();
  const isWhole = async (hash: string) => {
    const content = await blobs.get(hash).then(buffer, () => Buffer.alloc(0));
    return createHash('sha256').update(content).digest('hex') === hash;
  };
  const halfStored: string[] = [];
  for (const { id } of loops) {
    const files = media.filter(({ loopId }) => loopId === id);
    const areWhole = await Promise.all(files.map(({ hash }) => isWhole(hash)));
    const isPlaced = inJam.some(({ loopId }) => loopId === id);
    if (files.length !== 2 || areWhole.includes(false) || !isPlaced) halfStored.push(id);
  }
  const stored = new Set(loops.map(({ id }) => id));
  const keys = new Set(media.map(({ key }) => key));
  const isThere = ({ _id, cdn_attachments: files }: Loop) =>
    stored.has(_id) && [files?.oggAudio?.key, files?.flacAudio?.key].every((key) => keys.has(key!));
  await database.close();
  await blobs.close();
  return { lost: acknowledged.filter((loop) => !isThere(loop)).map(({ _id }) => _id), halfStored };
}

/** Resolves `afterMs` after the first loop more is acknowledged: others are on their way then. */
async function midway(acknowledged: readonly Loop[], afterMs: number): Promise<void> {
  const before = acknowledged.length;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  while (acknowledged.length === before) await pause(10);
  await pause(afterMs);
}

/**
 * Uploads loops to a real server, kills it after each of the times in ms, counted from its first
 * acknowledgement, while others are on their way, and looks for every loop that it had acknowledged.
 */
export async function crashDuringUploads(delaysMs: readonly number[]): Promise<UploadCrashResult> {
  const folder = await temporaryFolder();
  try {
    const database = await openDatabase(embedded(folder.path));
    await database.migrate();
    const accounts: TestAccount[] = [];
    for (let at = 0; at < LANES; at++) accounts.push(await makeAccount(database, `reel${at}`));
    await database.close();
    const sounds = await makeSounds();
    let sent = 0;
    const next = () => sounds[sent++ % sounds.length]!;
    const acknowledged: Loop[] = [];
    for (const afterMs of delaysMs) {
      const server = await startServerProcess(folder.path);
      const lanes = accounts.map((who) => uploadUntilGone(server.url, who, next, acknowledged));
      try {
        await Promise.race([midway(acknowledged, afterMs), Promise.all(lanes)]);
      } finally {
        await server.kill();
      }
      await Promise.all(lanes);
    }
    return { acknowledged: acknowledged.length, ...(await inspect(folder.path, acknowledged)) };
  } finally {
    await folder.remove();
  }
}
