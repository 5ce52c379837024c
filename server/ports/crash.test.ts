import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { openBlobs } from './blobs/blobStore.ts';
import { openDatabase } from './database/database.ts';

const WRITER = fileURLToPath(new URL('../testing/crashWriter.ts', import.meta.url));

/** Lets a writer run, kills it without warning `afterMs` its first acknowledgement; returns what it said. */
async function writeAndKill(folder: string, afterMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    said += text;
  });
  await once(child.stdout, 'data');
  setTimeout(() => child.kill('SIGKILL'), afterMs);
  await once(child, 'close');
  // A line without its end was not said.
  return said.split('\n').slice(0, -1);
}

it('loses nothing that was acknowledged when the process is killed', async () => {
  const folder = await temporaryFolder();
  const acknowledged: string[] = [];
  for (const afterMs of [30, 110, 190, 270]) {
    acknowledged.push(...(await writeAndKill(folder.path, afterMs)));
  }
  expect(acknowledged.length).toBeGreaterThan(20);

  const at = { s3: undefined, databaseUrl: undefined, dataFolder: folder.path };
  const database = await openDatabase(at);
  const blobs = await openBlobs(at);
  const rows = await database.queries.selectFrom('media').select('hash').execute();
  const stored = new Set(rows.map(({ hash }) => hash));
  for (const hash of acknowledged) {
    expect(stored.has(hash)).toBe(true);
    const content = await buffer(await blobs.get(hash));
    expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
  }
  await database.close();
  await folder.remove();
});
