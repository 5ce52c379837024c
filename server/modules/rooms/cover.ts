import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { type Jam, JamParamsSchema } from '../../../src/data/contract/jams.ts';
import { lockPresentAccount } from '../../plugins/accountLock.ts';
import type { ChildJobs } from '../../plugins/childJobs.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { rawRoute, route } from '../../plugins/route.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import { insertRows, updateRows } from '../../ports/database/rows.ts';
import { findOwnJam, findReadableJam } from '../jams/access.ts';
import { appendEvent, lockJam } from '../jams/events.ts';
import { presentJam } from '../jams/presentJam.ts';
import { isFileBarred } from '../media/barred.ts';
import { newMediaKey, noteLoose, removeUnused } from '../media/content.ts';
import { acceptPictures, readPicture } from '../uploads/pictureForm.ts';
import { createPictureMaker } from '../uploads/pictures.ts';
import { requireSpace } from '../uploads/quota.ts';
import type { RoomsContext } from './context.ts';

const PICTURES = { max: 30, windowMs: 3_600_000 };
/** What `PictureMaker` makes. */
const COVER = { mime: 'image/webp', width: 512, height: 512 } as const;

export interface CoverContext extends RoomsContext {
  readonly blobs: BlobStore;
  readonly jobs: ChildJobs;
}

function coverCalls(context: CoverContext) {
  const { database, blobs, announcer, settings } = context;
  const { queries } = database;
  const pictures = createPictureMaker(context.jobs);

  /** Puts a finished picture, or none, in place of the cover; answers the content that nothing shows now. */
  async function replace(identity: Identity, jamId: string, picture?: Buffer): Promise<void> {
    const { userId } = identity;
    const put = picture && (await blobs.put(picture));
    const loose = new Set<string>(put ? [put.hash] : []);
    const change = database.transaction(async (transaction) => {
      if (put) await database.lock(transaction, `blob:${put.hash}`);
      await lockPresentAccount(database, transaction, userId);
      await lockJam(database, transaction, jamId);
      const { coverKey } = await transaction
        .selectFrom('jams')
        .select('coverKey')
        .where('id', '=', jamId)
        .executeTakeFirstOrThrow();
      if (!put && coverKey === null) return undefined;
      const before = await transaction
        .deleteFrom('jamFiles')
        .where('key', '=', coverKey ?? '')
        .returning('hash')
        .execute();
      for (const { hash } of before) loose.add(hash);
      await noteLoose(transaction, [...loose]);
      const key = put ? newMediaKey() : null;
      if (put && key) {
        const row = { ...COVER, key, hash: put.hash, size: put.size, jamId, userId };
        await insertRows(transaction, 'jamFiles', { ...row, messageId: null });
        await requireSpace(transaction, settings.accounts, userId);
        // Someone may have removed the same content between storing it and naming it.
        if (!(await blobs.has(put.hash))) await blobs.put(picture!);
      }
      await updateRows(transaction, 'jams', { id: jamId }, { coverKey: key });
      const happened = { jamId, kind: 'jam', ref: jamId, userId, nowMs: Date.now() } as const;
      return appendEvent(database, transaction, happened);
    });
    try {
      const event = await change;
      if (event) announcer.announce(jamId, [event]);
    } finally {
      for (const hash of loose) await removeUnused({ database, blobs }, hash);
    }
  }

  const show = async (identity: Identity, jamId: string): Promise<Jam> =>
    presentJam(queries, await findReadableJam(queries, identity, jamId));

  return {
    /** Before the bytes are read. Throws `not_found`, `forbidden`, `too_many_requests`. */
    async before(identity: Identity, jamId: string): Promise<string> {
      const jam = await findOwnJam(queries, identity, jamId);
      await limit(queries, `cover:${identity.userId}`, { ...PICTURES, nowMs: Date.now() });
      return jam.id;
    },

    async set(identity: Identity, jamId: string, file: Buffer): Promise<Jam> {
      const { userId } = identity;
      const picture = await pictures.square(userId, file);
      const hash = createHash('sha256').update(picture).digest('hex');
      if (await isFileBarred(queries, { kind: 'picture', hash, userId })) {
        throw new ApiError('forbidden', 'A moderator took this picture out: choose another');
      }
      await replace(identity, jamId, picture);
      return show(identity, jamId);
    },

    async remove(identity: Identity, jamId: string): Promise<Jam> {
      const jam = await findOwnJam(queries, identity, jamId);
      await replace(identity, jam.id);
      return show(identity, jam.id);
    },
  };
}

/** Covers of jams: a form is read here and not by the schemas of the table. */
export async function coverRoutes(app: FastifyInstance, context: CoverContext): Promise<void> {
  const covers = coverCalls(context);
  await acceptPictures(app);
  rawRoute(app, ENDPOINTS.jamCover, async (request, reply) => {
    const identity = request.identity as Identity;
    const params = JamParamsSchema.safeParse(request.params);
    if (!params.success) throw new ValidationFailure({ id: 'is no jam' });
    const jamId = await covers.before(identity, params.data.id);
    const file = await readPicture(request, 'image');
    const data = await covers.set(identity, jamId, file);
    reply.header('cache-control', 'private, no-cache');
    return { ok: true, data };
  });
  route(app, ENDPOINTS.removeJamCover, ({ identity, params }) =>
    covers.remove(identity, params.id),
  );
}
