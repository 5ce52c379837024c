import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../src/data/contract/endpoints.ts';
import { openDatabase } from './ports/database/openDatabase.ts';
import { makeAccount, type TestAccount } from './testing/accounts.ts';
import { describeDatabases, describeDatabaseUrls, type OpenNew } from './testing/databases.ts';
import { jamCalls } from './testing/jamCalls.ts';
import { postable } from './testing/rifffs.ts';
import { mountSmallDisk } from './testing/smallDisk.ts';
import { flacOf, formOf, LOOP_FRAMES, loopDocument, oggOf, tone } from './testing/sounds.ts';
import { startTestServer, type TestServer } from './testing/testApp.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const NO_ROOM = {
  ok: false,
  error: { code: 'no_room', message: 'No room left on this server: try again later' },
};

/** What people do on a server, and what it says of itself. */
async function peopleOn(server: TestServer) {
  const mia = await makeAccount(server.database, 'mia');
  const calls = jamCalls(server);
  const pcm = tone(LOOP_FRAMES);
  const [ogg, flac] = [await oggOf(pcm), await flacOf(pcm)];
  const upload = async (who: TestAccount = mia) => {
    const { payload, contentType } = formOf([
      ['file', ogg, 'loop.ogg'],
      ['master', flac, 'loop.flac'],
      ['metadata', JSON.stringify(loopDocument())],
    ]);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/jam/${who.userId}/loops`,
      headers: { ...who.headers, 'content-type': contentType },
      payload,
    });
    const { statusCode: status, headers } = answer;
    return { status, body: answer.json() as ErrorAnswer, headers };
  };
  /** Commits until it is refused: what is free inside of the files of a database takes some more. */
  const commitUntilRefused = async () => {
    for (let at = 0; at < 40; at++) {
      const answer = await calls.post(mia, postable());
      if (answer.status !== 200) return answer;
    }
    return undefined;
  };
  const health = async () => {
    const { statusCode, body } = await server.app.inject('/healthz');
    return { status: statusCode, message: String(JSON.parse(body).message) };
  };
  const untilWell = async () => {
    for (let at = 0; at < 60 && (await health()).status !== 200; at++) {
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return health();
  };
  return { mia, ...calls, upload, commitUntilRefused, health, untilWell };
}

describeDatabaseUrls('a disk that is really full', (newUrl) => {
  it('is said, loses nothing, leaves reading alone, and all goes on when there is room', async ({
    skip,
  }) => {
    const disk = await mountSmallDisk(24);
    if (!disk) {
      skip('no file system can be mounted here');
      return;
    }
    cleanups.push(disk.remove);
    const databaseUrl = await newUrl(true);
    const environment = { RONDO_DATA: disk.path };
    const at = { databaseUrl, dataFolder: disk.path };
    const database = await openDatabase(at);
    cleanups.push(() => database.close());
    const server = await startTestServer({ environment, openDatabase: async () => database });
    cleanups.push(() => server.close());
    const { mia, ok, commit, upload, commitUntilRefused, health, untilWell } =
      await peopleOn(server);
    expect((await upload()).status).toBe(200);
    const before = (await commit(mia)).rifff;

    await disk.fill();
    const uploaded = await upload();
    expect([uploaded.status, uploaded.body]).toEqual([507, expect.objectContaining(NO_ROOM)]);
    expect(Number(uploaded.headers['retry-after'])).toBeGreaterThan(0);
    if (databaseUrl === undefined) {
      const refused = await commitUntilRefused();
      expect([refused?.status, refused?.body]).toEqual([507, expect.objectContaining(NO_ROOM)]);
    }
    const told = await health();
    expect(told.status).toBe(503);
    expect(told.message).toMatch(/^No room left, nothing can be written: .*blobs$/);
    expect((await ok(mia, `/jam/mia/rifffs/${before._id}`)).rifff._id).toBe(before._id);

    await disk.empty();
    expect((await upload()).status).toBe(200);
    await commit(mia);
    expect((await untilWell()).status).toBe(200);
  });
});

/** Lets an engine say that its disk is full, and takes that back. */
interface Shortage {
  begin(server: TestServer): Promise<void>;
  end(server: TestServer): Promise<void>;
}

/** The pages of the file are all that it may have. https://www.sqlite.org/pragma.html#pragma_max_page_count */
const sqliteShortage: Shortage = {
  async begin({ database: { queries } }) {
    await sql`pragma max_page_count = 1`.execute(queries);
  },
  async end({ database: { queries } }) {
    await sql`pragma max_page_count = 1000000`.execute(queries);
  },
};

/** What PostgreSQL says when it cannot make a table longer. */
const postgresShortage: Shortage = {
  async begin({ database: { queries } }) {
    await sql`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
      queries,
    );
    for (const table of ['rifffs', 'notes', 'media']) {
      await sql`create trigger full_disk before insert on ${sql.table(table)}
        for each row execute function full_disk()`.execute(queries);
    }
  },
  async end({ database: { queries } }) {
    await sql`drop function full_disk cascade`.execute(queries);
  },
};

describe('a database without room', () => {
  describeDatabases('of', (open: OpenNew) => {
    it('refuses commits and uploads with 507, and goes on afterwards', async () => {
      const database = await open();
      const server = await startTestServer({ openDatabase: async () => database });
      cleanups.push(() => server.close());
      const { mia, ok, commit, upload, commitUntilRefused, health, untilWell } =
        await peopleOn(server);
      const before = (await commit(mia)).rifff;
      const shortage = database.kind === 'sqlite' ? sqliteShortage : postgresShortage;

      await shortage.begin(server);
      const refused = await commitUntilRefused();
      expect([refused?.status, refused?.body]).toEqual([507, expect.objectContaining(NO_ROOM)]);
      expect((await upload()).status).toBe(507);
      expect(await health()).toEqual({
        status: 503,
        message: 'No room left, nothing can be written: database',
      });
      expect((await ok(mia, `/jam/mia/rifffs/${before._id}`)).rifff._id).toBe(before._id);

      await shortage.end(server);
      expect((await upload()).status).toBe(200);
      await commit(mia);
      expect((await untilWell()).status).toBe(200);
    });
  });
});
