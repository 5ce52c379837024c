/** Run by `main.ts` in a process of its own: the server, and beside it the same by `like`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { createApp } from '../../server/app.ts';
import { openBlobs } from '../../server/ports/blobs/openBlobs.ts';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { readSettings } from '../../server/settings.ts';

const settings = readSettings(process.env);
const database = await openDatabase(settings);
const blobs = await openBlobs(settings);
const app = await createApp({ settings, database, blobs });
await app.listen({ port: 0, host: '127.0.0.1' });

/** As one would write it first: every title is looked at; names and likes alone, no rifff is shown. */
async function naive(text: string) {
  const pattern = `%${text.toLowerCase()}%`;
  const { rows: rifffs } = await sql`
    select "shares"."id", "title", "displayName" from "shares"
    join "accounts" on "accounts"."id" = "shares"."userId"
    where "isPrivate" = false and "isRemoved" = false and lower("title") like ${pattern}
    order by "likeCount" desc, "shares"."created" desc limit 10`.execute(database.queries);
  const { rows: people } = await sql`
    select "id", "displayName" from "accounts"
    where "isDeleted" = false and (lower("displayName") like ${pattern} or "idFolded" like ${pattern})
    order by "created" desc limit 10`.execute(database.queries);
  const { rows: jams } = await sql`
    select "id", "name" from "jams" where "access" = 'public' and lower("name") like ${pattern}
    order by "created" desc limit 10`.execute(database.queries);
  return { rifffs, people, jams };
}

const peer = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/cpu') {
    const { user, system } = process.cpuUsage();
    response.end(String((user + system) / 1000));
    return;
  }
  const body = Buffer.from(JSON.stringify(await naive(url.searchParams.get('q') ?? '')));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
process.stdout.write(`${JSON.stringify({ rondo: portOf(app.server), peer: portOf(peer) })}\n`);
process.once('SIGTERM', async () => {
  peer.close();
  await app.close();
  await database.close();
  process.exit(0);
});
