import type { FastifyInstance } from 'fastify';
import type { Club } from '../../../src/data/contract/clubs.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { formRoute, route } from '../../plugins/route.ts';
import { insertRows, updateRows } from '../../ports/database/rows.ts';
import { findClubToWrite, findReadableClub } from '../jams/clubs.ts';
import { acceptPictures, readPicture } from '../uploads/pictureForm.ts';
import { createPictureMaker, type MadePicture } from '../uploads/pictures.ts';
import { PICTURES, refuseBarred, replacePicture } from '../uploads/shownPicture.ts';
import { type ClubsContext, lockClub } from './context.ts';
import { presentClub } from './present.ts';

/** Of a form, as the specification names it. */
const FIELD = 'file';
const ICON_PX = 512;

type Kind = 'icon' | 'banner';
const COLUMNS = { icon: 'iconKey', banner: 'bannerKey' } as const;

/** Icons and banners of clubs; for their owners. */
export function imageCalls(context: ClubsContext) {
  const { database, blobs, settings } = context;
  const { queries } = database;
  const stores = { database, blobs, rules: settings.accounts };
  const pictures = createPictureMaker(context.jobs, FIELD);

  /** Puts a finished picture, or none, in place of the one before, which is gone with its address. */
  async function replace(
    identity: Identity,
    clubId: string,
    kind: Kind,
    picture?: MadePicture,
  ): Promise<void> {
    await replacePicture(stores, identity.userId, picture?.bytes, {
      table: 'clubImages',
      async find(transaction) {
        await lockClub(database, transaction, clubId);
        const club = await findClubToWrite(transaction, identity, clubId, 'owner');
        return club[COLUMNS[kind]];
      },
      insert(transaction, file) {
        const { width, height } = picture!;
        return insertRows(transaction, 'clubImages', { ...file, clubId, kind, width, height });
      },
      async name(transaction, key, before) {
        if (before !== null) {
          await updateRows(transaction, 'jams', { clubId, coverKey: before }, { coverKey: null });
        }
        await updateRows(transaction, 'clubs', { id: clubId }, { [COLUMNS[kind]]: key });
      },
    });
  }

  const show = async (identity: Identity, clubId: string): Promise<Club> =>
    presentClub(queries, await findReadableClub(queries, identity, clubId), context.publicUrl);

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
      await refuseBarred(queries, userId, picture.bytes);
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
    formRoute(app, endpoint, async ({ identity, params: { id }, request }) => {
      await images.before(identity, id);
      return images.set(identity, id, kind, await readPicture(request, FIELD));
    });
  }
  route(app, ENDPOINTS.removeClubIcon, ({ identity, params }) =>
    images.remove(identity, params.id, 'icon'),
  );
  route(app, ENDPOINTS.removeClubBanner, ({ identity, params }) =>
    images.remove(identity, params.id, 'banner'),
  );
}
