import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { makeAccounts, type TestAccount } from './accounts.ts';
import { type CrashPlace, type CrashResult, environmentOf, midway } from './crash.ts';
import { temporaryFolder } from './folders.ts';
import { startServerProcess } from './serverProcess.ts';

/** Many, because one account may only change its picture so often in an hour. */
const ACCOUNTS = 40;
const LANES = 4;

/** Address of the newest picture that the server said it has, by account. */
type Acknowledged = Map<string, string[]>;

/** Each round may change every picture as often as an hour may. */
async function forgetLimits(place: CrashPlace): Promise<void> {
  const { queries, close } = await openDatabase(place);
  await queries.deleteFrom('limits').execute();
  await close();
}

/** A small picture of one colour; different for each number. */
function pictureOf(at: number): Promise<Buffer> {
  const background = { r: at % 256, g: (at >> 8) % 256, b: (at * 89) % 256 };
  return sharp({ create: { width: 16, height: 16, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Uploads one picture after the other until the server is gone. */
async function uploadUntilGone(
  url: string,
  accounts: readonly TestAccount[],
  acknowledged: Acknowledged,
  from: number,
): Promise<void> {
  try {
    for (let at = 0; ; at++) {
      const { userId, headers } = accounts[at % accounts.length]!;
      const form = new FormData();
      form.set('group', 'avatars');
      form.set('image', new Blob([new Uint8Array(await pictureOf(from + at))]), 'me.png');
      const answer = await fetch(`${url}/api/v3/image/upload`, {
        method: 'POST',
        headers,
        body: form,
      });
      if (!answer.ok) throw new Error(`The server refused a picture: ${await answer.text()}`);
      const { data } = (await answer.json()) as { data: { avatarUrl: string } };
      const key = data.avatarUrl.replace('/media/', '');
      acknowledged.set(userId, [...(acknowledged.get(userId) ?? []), key]);
    }
  } catch (error) {
    // A connection that breaks is what the kill looks like from here; anything else is a fault.
    const isGone = error instanceof TypeError || (error as Error).name === 'SyntaxError';
    if (!isGone) throw error;
  }
}

/** Accounts whose newest acknowledged picture is neither there nor replaced by a whole one. */
async function findLost(place: CrashPlace, acknowledged: Acknowledged): Promise<string[]> {
  const database = await openDatabase(place);
  const blobs = await openBlobs(place);
  const rows = await database.queries.selectFrom('avatars').selectAll().execute();
  const shown = await database.queries.selectFrom('accounts').select(['id', 'avatarKey']).execute();
  const lost: string[] = [];
  for (const [userId, keys] of acknowledged) {
    const row = rows.find((one) => one.userId === userId);
    const content = row && (await blobs.get(row.hash).then(buffer, () => undefined));
    const isWhole = content && createHash('sha256').update(content).digest('hex') === row.hash;
    const isShown = shown.find(({ id }) => id === userId)?.avatarKey === row?.key;
    // One that was never acknowledged may have come after the last; an older one may not be back.
    const isOld = row && keys.slice(0, -1).includes(row.key);
    if (!isWhole || !isShown || isOld) lost.push(`${userId} ${keys.at(-1)}`);
  }
  await database.close();
  await blobs.close();
  return lost;
}

/**
 * Uploads pictures of accounts to a real server on the database at `databaseUrl`, else on the embedded one, kills
 * it after each of the times in ms while uploads are on their way, and looks for every picture that it had
 * acknowledged last.
 */
export async function crashDuringPictures(
  delaysMs: readonly number[],
  databaseUrl?: string,
): Promise<CrashResult> {
  const folder = await temporaryFolder();
  const place = { s3: undefined, dataFolder: folder.path, databaseUrl };
  try {
    const accounts = await makeAccounts(place, 'face', ACCOUNTS);
    const acknowledged: Acknowledged = new Map();
    const count = () => [...acknowledged.values()].flat().length;
    const share = ACCOUNTS / LANES;
    for (const [round, afterMs] of delaysMs.entries()) {
      await forgetLimits(place);
      const server = await startServerProcess(place.dataFolder, environmentOf(place));
      const lanes = Array.from({ length: LANES }, (_, at) =>
        uploadUntilGone(
          server.url,
          accounts.slice(at * share, (at + 1) * share),
          acknowledged,
          round * 7919 + at * 1009,
        ),
      );
      const done = Promise.all(lanes);
      await midway(count, afterMs, done);
      await server.kill();
      await done;
    }
    return { acknowledged: count(), lost: await findLost(place, acknowledged) };
  } finally {
    await folder.remove();
  }
}
