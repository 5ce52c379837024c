import type * as z from 'zod';
import type { Storage } from '../../../src/data/contract/allowance.ts';
import type { ClubTracksQuerySchema, ClubTracksSchema } from '../../../src/data/contract/clubs.ts';
import {
  type JamTracksQuerySchema,
  type LoopUpload,
  MAX_PLUS_TRACK_BYTES,
  MAX_SOUND_BYTES,
  MAX_SOUND_SEC,
  type Track,
} from '../../../src/data/contract/uploads.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import { findAllowance } from '../grants/allowances.ts';
import { findCommittableJam, findReadableJam, type Reader } from '../jams/access.ts';
import { findReadableClub } from '../jams/clubs.ts';
import type { ReceivedForm } from './form.ts';
import { type LoopContext, storeLoop } from './loops.ts';
import { findStorage, requireSpaceFor } from './quota.ts';
import { findPinned, findTracksIn, findTracksOfClub, findUploaded } from './repo.ts';
import { pinTrack, presentTrack, removeJamTrack, storeTrack, unpinTrack } from './tracks.ts';

/** Uploads of one account, whatever they are; more come back with the seconds to wait. */
const UPLOADS = { max: 600, windowMs: 3_600_000 };

export type UploadsService = ReturnType<typeof uploadsService>;

/** Sound that accounts bring along. Who may, is asked before a byte of it is read. */
export function uploadsService(context: LoopContext) {
  const { rules, publicUrl } = context;
  const { queries } = context.database;
  const count = ({ userId }: Identity) =>
    limit(queries, `upload:${userId}`, { ...UPLOADS, nowMs: Date.now() });

  async function hasLoop(userId: string, loopId: string | undefined): Promise<boolean> {
    if (loopId === undefined) return false;
    return (await findUploaded(queries, loopId))?.creatorId === userId;
  }

  return {
    /** What the account occupies and may occupy, and whether a loop of it is there already. */
    async storage({ userId }: Identity, loopId: string | undefined): Promise<Storage> {
      const storage = await findStorage(queries, rules, userId);
      return { ...storage, hasLoop: await hasLoop(userId, loopId) };
    },

    /**
     * The jam that the caller may add to. Counts the upload. Throws `over_quota` where a form of `lengthBytes` cannot
     * fit, unless the loop of `loopId` is there already: then its answer was lost, and it is sent again.
     */
    async beforeJamUpload(
      identity: Identity,
      jamId: string,
      { lengthBytes, loopId }: { lengthBytes: number; loopId?: string | undefined },
    ): Promise<JamRow> {
      const jam = await findCommittableJam(queries, identity, jamId);
      await count(identity);
      if (!(await hasLoop(identity.userId, loopId))) {
        await requireSpaceFor(queries, rules, identity.userId, { lengthBytes });
      }
      return jam;
    },

    /** Counts an upload to the caller's own profile. Throws `over_quota` where a form of that length cannot fit. */
    async beforePin(identity: Identity, lengthBytes: number): Promise<void> {
      await count(identity);
      const freedBytes = (await findPinned(queries, identity.userId))?.size ?? 0;
      await requireSpaceFor(queries, rules, identity.userId, { lengthBytes, freedBytes });
    },

    /** The largest file of a track that the caller may bring, in bytes. */
    async trackFiles({ userId }: Identity): Promise<{ file: number }> {
      const { trackSec } = await findAllowance(queries, rules, userId, Date.now());
      return { file: trackSec > MAX_SOUND_SEC ? MAX_PLUS_TRACK_BYTES : MAX_SOUND_BYTES };
    },

    loop: (identity: Identity, jam: JamRow, form: ReceivedForm): Promise<LoopUpload> =>
      storeLoop(context, identity, jam, form),

    async track(
      identity: Identity,
      jam: JamRow,
      form: ReceivedForm,
    ): Promise<{ id: string; track: Track }> {
      const row = await storeTrack(context, identity, jam.id, form);
      return { id: row.id, track: presentTrack(row, publicUrl) };
    },

    /** A page of the tracks of a jam that the reader may read. */
    async tracks(
      reader: Reader,
      jamId: string,
      page: z.output<typeof JamTracksQuerySchema>,
    ): Promise<{ tracks: Track[] }> {
      const jam = await findReadableJam(queries, reader, jamId);
      const rows = await findTracksIn(queries, jam.id, page);
      return { tracks: rows.map((row) => presentTrack(row, publicUrl)) };
    },

    /** A page of the tracks of a club's channels that the reader hears. */
    async clubTracks(
      reader: Reader,
      clubId: string,
      page: z.output<typeof ClubTracksQuerySchema>,
    ): Promise<z.output<typeof ClubTracksSchema>> {
      const club = await findReadableClub(queries, reader, clubId);
      const of = { clubId: club.id, readerId: reader?.userId ?? '' };
      const { rows, isLast } = await findTracksOfClub(queries, of, page);
      const tracks = rows.map((row) => {
        const { jamId, jamName } = row;
        return { ...presentTrack(row, publicUrl), jamId, jamName };
      });
      return { tracks, isLast };
    },

    async removeTrack(identity: Identity, jamId: string, id: string): Promise<{ id: string }> {
      const jam = await findReadableJam(queries, identity, jamId);
      await removeJamTrack(context, identity, jam, id);
      return { id };
    },

    pin: (identity: Identity, form: ReceivedForm): Promise<void> =>
      pinTrack(context, identity, form),

    unpin: ({ userId }: Identity): Promise<void> => unpinTrack(context, userId),
  };
}
