import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import type { Jam } from '../../../src/data/contract/jams.ts';
import type { ChildJobs } from '../../plugins/childJobs.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { formRoute, route } from '../../plugins/route.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import { getRow, insertRows, updateRows } from '../../ports/database/rows.ts';
import { findOwnJam, findReadableJam } from '../jams/access.ts';
import { appendEvent, lockJam } from '../jams/events.ts';
import { presentJam } from '../jams/presentJam.ts';
import { acceptPictures, readPicture } from '../uploads/pictureForm.ts';
import { createPictureMaker } from '../uploads/pictures.ts';
import { PICTURES, refuseBarred, replacePicture } from '../uploads/shownPicture.ts';
import type { RoomsContext } from './context.ts';

/** What `PictureMaker` makes, in pixels. */
const COVER_SIZE = { width: 512, height: 512 } as const;

export interface CoverContext extends RoomsContext {
  readonly blobs: BlobStore;
  readonly jobs: ChildJobs;
}

function coverCalls(context: CoverContext) {
  const { database, blobs, announcer, settings } = context;
  const { queries } = database;
  const stores = { database, blobs, rules: settings.accounts };
  const pictures = createPictureMaker(context.jobs);

  /** Puts a finished picture, or none, in place of the cover. */
  async function replace(identity: Identity, jamId: string, picture?: Buffer): Promise<void> {
    const { userId } = identity;
    const event = await replacePicture(stores, userId, picture, {
      table: 'jamFiles',
      async find(transaction) {
        await lockJam(database, transaction, jamId);
        return (await getRow(transaction, 'jams', { id: jamId }, ['coverKey'])).coverKey;
      },
      insert: (transaction, file) =>
        insertRows(transaction, 'jamFiles', { ...file, ...COVER_SIZE, jamId, messageId: null }),
      async name(transaction, key) {
        await updateRows(transaction, 'jams', { id: jamId }, { coverKey: key });
        const happened = { jamId, kind: 'jam', ref: jamId, userId, nowMs: Date.now() } as const;
        return appendEvent(database, transaction, happened);
      },
    });
    if (event) announcer.announce(jamId, [event]);
  }

  const show = async (identity: Identity, jamId: string): Promise<Jam> =>
    presentJam(queries, await findReadableJam(queries, identity, jamId), context.publicUrl);

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
      await refuseBarred(queries, userId, picture);
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
  formRoute(app, ENDPOINTS.jamCover, async ({ identity, params, request }) => {
    const jamId = await covers.before(identity, params.id);
    return covers.set(identity, jamId, await readPicture(request, 'image'));
  });
  route(app, ENDPOINTS.removeJamCover, ({ identity, params }) =>
    covers.remove(identity, params.id),
  );
}
