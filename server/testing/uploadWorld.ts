import { readdir } from 'node:fs/promises';
import { makeAccount, type TestAccount } from './accounts.ts';
import { flacOf, formOf, LOOP_FRAMES, oggOf, type SentPart, tone } from './sounds.ts';
import { startTestServer, type TestServerOptions } from './testApp.ts';

/** The sound of the loops that are uploaded, and both its files. */
export const pcm = tone(LOOP_FRAMES);
export const ogg = await oggOf(pcm);
export const flac = await flacOf(pcm);

export type UploadWorld = Awaited<ReturnType<typeof makeUploadWorld>>;

/** A server with two people on it, whose uploads are made and counted here. Mia's jam is open to read. */
export async function makeUploadWorld(
  openDatabase: NonNullable<TestServerOptions['openDatabase']>,
) {
  const server = await startTestServer({ openDatabase });
  const mia = await makeAccount(server.database, 'mia');
  const tom = await makeAccount(server.database, 'tom');
  await server.database.queries
    .updateTable('jams')
    .set({ access: 'open' })
    .where('id', '=', 'mia')
    .execute();

  const send = async (url: string, parts: readonly SentPart[], who: TestAccount | null = mia) => {
    const { payload, contentType } = formOf(parts);
    const headers = { ...who?.headers, 'content-type': contentType };
    const answer = await server.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
    return { status: answer.statusCode, ...answer.json() };
  };
  const metadataOf = (loop: object): SentPart => ['metadata', JSON.stringify(loop)];
  const upload = (
    loop: object,
    {
      file = ogg,
      master = flac as Buffer | null,
      who = mia as TestAccount | null,
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
    const isContent = (path: string) => /\/(blobs|uploads)/.test(path);
    return {
      loops: await rows('loops'),
      media: await rows('media'),
      jamLoops: await rows('jamLoops'),
      tracks: await rows('tracks'),
      files: files.filter((file) => file.isFile() && isContent(file.parentPath)).length,
    };
  };
  const media = async (url: string) => (await server.app.inject(url)).rawPayload;
  return { server, mia, tom, send, metadataOf, upload, holdings, media };
}
