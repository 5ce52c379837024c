import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, type it } from 'vitest';
import { makeAccount, type TestAccount } from './accounts.ts';
import { aboutSuite, type DatabaseSuite, describeDatabases } from './databases.ts';
import { startTestS3, type TestS3 } from './s3.ts';
import { flacOf, formOf, LOOP_FRAMES, oggOf, type SentPart, tone } from './sounds.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './testApp.ts';

/** The sound of the loops that are uploaded, and both its files. */
export const pcm = tone(LOOP_FRAMES);
export const ogg = await oggOf(pcm);
export const flac = await flacOf(pcm);

/** A server with two people on it, and a moderator. Mia's jam is open to read, Tom's is his own. */
interface Stage {
  readonly server: TestServer;
  readonly mia: TestAccount;
  readonly tom: TestAccount;
  readonly judge: TestAccount;
  readonly s3: TestS3 | undefined;
}

async function makeStage(
  { openDatabase, hasJobs }: Pick<TestServerOptions, 'openDatabase' | 'hasJobs'>,
  s3?: TestS3,
): Promise<Stage> {
  const server = await startTestServer({
    ...(openDatabase && { openDatabase }),
    ...(hasJobs !== undefined && { hasJobs }),
    environment: { RONDO_MODERATORS: 'judge', ...s3?.environment },
  });
  const mia = await makeAccount(server.database, 'mia');
  const tom = await makeAccount(server.database, 'tom');
  const judge = await makeAccount(server.database, 'judge');
  await server.database.queries
    .updateTable('jams')
    .set({ access: 'public' })
    .where('id', '=', 'mia')
    .execute();
  return { server, mia, tom, judge, s3 };
}

/** One part of a form: the document of a loop or a track. */
export const metadataOf = (document: object): SentPart => ['metadata', JSON.stringify(document)];

/** What tests do on the stage, which is set before the first of them. */
function actionsOn(stage: () => Stage) {
  const send = async (
    url: string,
    parts: readonly SentPart[],
    who: TestAccount | null = stage().mia,
  ) => {
    const { payload, contentType } = formOf(parts);
    const headers = { ...who?.headers, 'content-type': contentType };
    const { app } = stage().server;
    const answer = await app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
    return { status: answer.statusCode, ...answer.json() };
  };
  const upload = (
    loop: object,
    {
      file = ogg,
      master = flac as Buffer | null,
      who = stage().mia as TestAccount | null,
      jam = 'mia',
    } = {},
  ) =>
    send(
      `/jam/${jam}/loops`,
      [
        ['file', file, 'loop.ogg'],
        ...(master ? [['master', master, 'loop.flac'] as const] : []),
        metadataOf(loop),
      ],
      who,
    );
  /** Everything that an upload may leave: blobs, rows, files on their way. */
  const holdings = async () => {
    const { server, s3 } = stage();
    const { queries } = server.database;
    const rows = async (table: 'loops' | 'media' | 'jamLoops' | 'tracks') =>
      Number(
        (
          await queries
            .selectFrom(table)
            .select((build) => build.fn.countAll<number>().as('total'))
            .executeTakeFirstOrThrow()
        ).total,
      );
    const files = await readdir(server.folder, { recursive: true, withFileTypes: true });
    const isContent = (path: string) => /\/(blobs|uploads|incoming)/.test(path);
    const onDisk = files.filter((file) => file.isFile() && isContent(file.parentPath)).length;
    return {
      loops: await rows('loops'),
      media: await rows('media'),
      jamLoops: await rows('jamLoops'),
      tracks: await rows('tracks'),
      files: onDisk + ((await s3?.count()) ?? 0),
    };
  };
  /** A call without a form. */
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    { who = stage().mia as TestAccount | null, body = undefined as object | undefined } = {},
  ) => {
    const answer = await stage().server.app.inject({
      method,
      url: `/api${url}`,
      headers: { ...who?.headers },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, ...answer.json() };
  };
  /** Gets a file of `/media`: not signed in, unless headers say so. */
  const media = (url: string, headers: Record<string, string> = {}) =>
    stage().server.app.inject({ url, headers });
  return { send, upload, holdings, call, media };
}

export type UploadWorld = ReturnType<typeof actionsOn> &
  Pick<Stage, 'server' | 'mia' | 'tom' | 'judge'> & {
    /** Is this the first of the stages, or the long run? What is refused before anything is stored is so on each. */
    readonly isThorough: boolean;
    readonly itOnce: typeof it;
    /** Its files are in an S3 store. */
    readonly isInS3: boolean;
  };

const isLong = process.env.RONDO_LONG === '1';

function describeStage(
  makesS3: boolean,
  options: Parameters<typeof makeStage>[0],
  { isThorough, itOnce }: DatabaseSuite,
  suite: (world: UploadWorld) => void,
): void {
  let stage: Stage;
  beforeAll(async () => {
    stage = await makeStage(options, makesS3 ? await startTestS3() : undefined);
  });
  afterAll(async () => {
    await stage?.server.close();
    await stage?.s3?.close();
  });
  suite({
    ...actionsOn(() => stage),
    isThorough,
    itOnce,
    isInS3: makesS3,
    get server() {
      return stage.server;
    },
    get mia() {
      return stage.mia;
    },
    get tom() {
      return stage.tom;
    },
    get judge() {
      return stage.judge;
    },
  });
}

/**
 * Runs the same suite on both databases with files on the disk, and once more with files in an S3 store: that always
 * where `isOfStore`, for suites about what a store does, else in the long run only. Suites that say that they are not
 * `isOfDatabase` run on the embedded one alone, and on both in the long run. Its tests share one server, which
 * is there when they run; without `hasJobs` its jobs are left to them.
 */
export function describeUploads(
  name: string,
  {
    isOfStore,
    isOfDatabase = true,
    ...options
  }: {
    readonly isOfStore: boolean;
    readonly isOfDatabase?: boolean;
  } & Pick<TestServerOptions, 'hasJobs'>,
  suite: (world: UploadWorld) => void,
): void {
  if (!isOfDatabase && !isLong)
    describe(name, () => describeStage(false, options, aboutSuite(true), suite));
  else
    describeDatabases(name, (open, about) => {
      describeStage(false, { openDatabase: open, ...options }, about, suite);
    });
  if (isOfStore || isLong) {
    describe(`${name} in an S3 store`, () =>
      describeStage(true, options, aboutSuite(isLong), suite));
  }
}
