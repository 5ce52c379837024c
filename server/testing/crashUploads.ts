import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Loop } from '../../src/data/contract/loop.ts';
import { loopFrames } from '../../src/data/rules/time/timing.ts';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { readSettings, type Settings } from '../settings.ts';
import { makeAccounts, type TestAccount } from './accounts.ts';
import { type CrashResult, midway } from './crash.ts';
import { temporaryFolder } from './folders.ts';
import type { TestS3 } from './s3.ts';
import { startServerProcess } from './serverProcess.ts';
import { flacOf, loopDocument, oggOf, tone } from './sounds.ts';

/** Many, because one account may only upload so often in an hour. */
const ACCOUNTS = 24;
const LANES = 2;
/** Different sounds for each round, so that every lane brings content that is not there yet, up to so many. */
const SOUNDS_OF_ROUND = 6;
const MAX_SOUNDS = 24;
/** A sixteenth of 120 bpm: quickly made, and as whole or half as any. */
const SHAPE = { length16ths: 1, bps: 2 };
const FRAMES = loopFrames(SHAPE.length16ths, SHAPE.bps, 48_000);

/** What is sent: one loop with both files. */
interface Sound {
  readonly ogg: Buffer;
  readonly flac: Buffer;
}

/** Where a server keeps its data that is killed: nothing said, in a folder. */
export interface UploadCrashPlace {
  readonly databaseUrl?: string | undefined;
  readonly s3?: TestS3 | undefined;
}

export interface UploadCrashResult extends CrashResult {
  /** Rows of loops without all of their files, and files without their loop. */
  readonly halfStored: string[];
  /** Uploads that a kill cut off, and that were sent again to the next server. */
  readonly sentAgain: number;
  /** Files in the store that nothing names, once what was cut off has been sent again. */
  readonly orphans: number;
}

/** One upload, which is sent again until it is acknowledged. */
interface Upload extends Sound {
  readonly who: TestAccount;
  readonly loop: ReturnType<typeof loopDocument>;
}

async function makeSounds(count: number): Promise<Sound[]> {
  const sounds: Sound[] = [];
  for (let at = 0; at < count; at++) {
    const pcm = tone(FRAMES, 1, 100 + 13 * at);
    sounds.push({ ogg: await oggOf(pcm), flac: await flacOf(pcm) });
  }
  return sounds;
}

async function sendUpload(url: string, { who, loop, ogg, flac }: Upload): Promise<Loop> {
  const form = new FormData();
  form.set('metadata', JSON.stringify(loop));
  form.set('file', new Blob([new Uint8Array(ogg)]), 'a.ogg');
  form.set('master', new Blob([new Uint8Array(flac)]), 'a.flac');
  const answer = await fetch(`${url}/api/jam/${who.userId}/loops`, {
    method: 'POST',
    headers: who.headers,
    body: form,
  });
  if (!answer.ok) throw new Error(`The server refused a loop: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { loop: Loop } };
  return data.loop;
}

/**
 * Uploads one loop after the other until the server is gone; notes those that it acknowledged.
 * @returns the one that was cut off
 */
async function uploadUntilGone(
  url: string,
  next: () => Upload,
  acknowledged: Loop[],
): Promise<Upload> {
  for (;;) {
    const upload = next();
    try {
      acknowledged.push(await sendUpload(url, upload));
    } catch (error) {
      // A connection that breaks is what the kill looks like from here; anything else is a fault.
      const isGone = error instanceof TypeError || (error as Error).name === 'SyntaxError';
      if (isGone) return upload;
      throw error;
    }
  }
}

/** Files in the store of blobs, counted from outside. */
async function countBlobs(folder: string, s3: TestS3 | undefined): Promise<number> {
  if (s3) return s3.count();
  const found = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile() && !/incoming$/.test(entry.parentPath)).length;
}

async function inspect(settings: Settings, acknowledged: readonly Loop[], s3: TestS3 | undefined) {
  const database = await openDatabase(settings);
  const blobs = await openBlobs(settings);
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
  const named = new Set(media.map(({ hash }) => hash)).size;
  const orphans = (await countBlobs(settings.dataFolder, s3)) - named;
  await database.close();
  await blobs.close();
  const lost = acknowledged.filter((loop) => !isThere(loop)).map(({ _id }) => _id);
  return { lost, halfStored, orphans };
}

/**
 * Uploads loops to a real server, kills it after each of the times in ms, counted from its first
 * acknowledgements, while others are on their way, sends those again to the next one as a browser would, and looks
 * for every loop that was acknowledged.
 */
export async function crashDuringUploads(
  delaysMs: readonly number[],
  { databaseUrl, s3 }: UploadCrashPlace = {},
): Promise<UploadCrashResult> {
  const folder = await temporaryFolder();
  const environment = { ...s3?.environment, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const settings = readSettings({ ...environment, RONDO_DATA: folder.path, RONDO_DEMO: 'off' });
  try {
    const accounts = await makeAccounts(settings, 'reel', ACCOUNTS);
    const sounds = await makeSounds(Math.min(MAX_SOUNDS, SOUNDS_OF_ROUND * delaysMs.length));
    const acknowledged: Loop[] = [];
    let cutOff: Upload[] = [];
    let [made, sentAgain] = [0, 0];
    const fresh = (): Upload => {
      made += 1;
      const who = accounts[made % accounts.length]!;
      return { who, loop: loopDocument(SHAPE), ...sounds[made % sounds.length]! };
    };
    const next = () => {
      const again = cutOff.pop();
      if (again) sentAgain += 1;
      return again ?? fresh();
    };
    for (const afterMs of delaysMs) {
      const server = await startServerProcess(folder.path, environment);
      const lanes = Promise.all(
        Array.from({ length: LANES }, () => uploadUntilGone(server.url, next, acknowledged)),
      );
      try {
        await midway(() => acknowledged.length, afterMs, lanes);
      } finally {
        await server.kill();
      }
      cutOff = [...cutOff, ...(await lanes)];
    }
    const last = await startServerProcess(folder.path, environment);
    for (const upload of cutOff) acknowledged.push(await sendUpload(last.url, upload));
    await last.kill();
    const found = await inspect(settings, acknowledged, s3);
    return { acknowledged: acknowledged.length, sentAgain: sentAgain + cutOff.length, ...found };
  } finally {
    await folder.remove();
  }
}
