import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Club } from '../../../src/data/contract/clubs.ts';
import { ClubParamsSchema } from '../../../src/data/contract/clubs.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { lockPresentAccount } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { rawRoute, route } from '../../plugins/route.ts';
import { validateWith } from '../../plugins/validation.ts';
import { insertRows, updateRows } from '../../ports/database/rows.ts';
import { findClubToWrite, findReadableClub } from '../jams/clubs.ts';
import { isFileBarred } from '../media/barred.ts';
import { newMediaKey, noteLoose, removeUnused } from '../media/content.ts';
import { acceptPictures, readPicture } from '../uploads/pictureForm.ts';
import { createPictureMaker, type MadePicture, PICTURE_MIME } from '../uploads/pictures.ts';
import { requireSpace } from '../uploads/quota.ts';
import { type ClubsContext, lockClub } from './context.ts';
import { presentClub } from './present.ts';

const PICTURES = { max: 30, windowMs: 3_600_000 };
/** Of a form, as the specification names it. */
const FIELD = 'file';
const ICON_PX = 512;

type Kind = 'icon' | 'banner';
const COLUMNS = { icon: 'iconKey', banner: 'bannerKey' } as const;

/** Icons and banners of clubs; for their owners. */
export function imageCalls(context: ClubsContext) {
  const { database, blobs, settings } = context;
  const { queries } = database;
  const pictures = createPictureMaker(context.jobs, FIELD);

  /** Puts a finished picture, or none, in place of the one before, which is gone with its address. */
  async function replace(
    identity: Identity,
    clubId: string,
    kind: Kind,
    picture?: MadePicture,
  ): Promise<void> {
    const { userId } = identity;
    const put = picture && (await blobs.put(picture.bytes));
    const loose = new Set<string>(put ? [put.hash] : []);
    const change = database.transaction(async (transaction) => {
      if (put) await database.lock(transaction, `blob:${put.hash}`);
      await lockPresentAccount(database, transaction, userId);
      await lockClub(database, transaction, clubId);
      const club = await findClubToWrite(transaction, identity, clubId, 'owner');
      const before = club[COLUMNS[kind]];
      if (!put && before === null) return;
      if (before !== null) {
        const gone = await transaction
          .deleteFrom('clubImages')
          .where('key', '=', before)
          .returning('hash')
          .execute();
        for (const { hash } of gone) loose.add(hash);
        await updateRows(transaction, 'jams', { clubId, coverKey: before }, { coverKey: null });
      }
      await noteLoose(transaction, [...loose]);
      const key = put ? newMediaKey() : null;
      if (picture && put && key) {
        const { width, height } = picture;
        const row = { key, hash: put.hash, mime: PICTURE_MIME, size: put.size, clubId, kind };
        await insertRows(transaction, 'clubImages', { ...row, userId, width, height });
        await requireSpace(transaction, settings.accounts, userId);
        // Someone may have removed the same content between storing it and naming it.
        if (!(await blobs.has(put.hash))) await blobs.put(picture.bytes);
      }
      await updateRows(transaction, 'clubs', { id: clubId }, { [COLUMNS[kind]]: key });
    });
    try {
      await change;
    } finally {
      for (const hash of loose) await removeUnused({ database, blobs }, hash);
    }
  }

  const show = async (identity: Identity, clubId: string): Promise<Club> =>
    presentClub(queries, await findReadableClub(queries, identity, clubId));

  return {
    /** Before the bytes are read. Throws `not_found`, `forbidden`, `too_many_requests`. */
    async before(identity: Identity, clubId: string): Promise<void> {
      await findClubToWrite(queries, identity, clubId, 'owner');
      await limit(queries, `club-picture:${identity.userId}`, { ...PICTURES, nowMs: Date.now() });
    },

    async set(identity: Identity, clubId: string, kind: Kind, file: Buffer): Promise<Club> {
      const { userId } = identity;
      const picture: MadePicture =
        kind === 'icon'
          ? { bytes: await pictures.square(userId, file), width: ICON_PX, height: ICON_PX }
          : await pictures.whole(userId, file);
      const hash = createHash('sha256').update(picture.bytes).digest('hex');
      if (await isFileBarred(queries, { kind: 'picture', hash, userId })) {
        throw new ApiError('forbidden', 'A moderator took this picture out: choose another');
      }
      await replace(identity, clubId, kind, picture);
      return show(identity, clubId);
    },

    async remove(identity: Identity, clubId: string, kind: Kind): Promise<Club> {
      await findClubToWrite(queries, identity, clubId, 'owner');
      await replace(identity, clubId, kind);
      return show(identity, clubId);
    },
  };
}

/** Pictures of clubs: a form is read here and not by the schemas of the table. */
export async function imageRoutes(app: FastifyInstance, context: ClubsContext): Promise<void> {
  const images = imageCalls(context);
  await acceptPictures(app);
  for (const [kind, endpoint] of [
    ['icon', ENDPOINTS.clubIcon],
    ['banner', ENDPOINTS.clubBanner],
  ] as const) {
    rawRoute(app, endpoint, async (request, reply) => {
      const identity = request.identity as Identity;
      const { id } = validateWith(ClubParamsSchema, request.params, 'params');
      await images.before(identity, id);
      const data = await images.set(identity, id, kind, await readPicture(request, FIELD));
      reply.header('cache-control', 'private, no-cache');
      return { ok: true, data };
    });
  }
  route(app, ENDPOINTS.removeClubIcon, ({ identity, params }) =>
    images.remove(identity, params.id, 'icon'),
  );
  route(app, ENDPOINTS.removeClubBanner, ({ identity, params }) =>
    images.remove(identity, params.id, 'banner'),
  );
}
