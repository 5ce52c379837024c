import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  Jam,
  JamRifffsQuerySchema,
  JamRifffsSchema,
  RifffLineage,
} from '../../../src/data/contract/jams.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Database } from '../../ports/database/database.ts';
import type { JamRow } from '../../ports/database/schema.ts';
import { presentLoop } from '../library/present.ts';
import { findLoopsById } from '../library/repo.ts';
import * as access from './access.ts';
import { briefRifff } from './brief.ts';
import { type CommitRequest, commitRifff } from './commit.ts';
import { findCommitLoops, insertJamLoop } from './commitRepo.ts';
import { findLineage } from './lineage.ts';
import type { NoticeListener } from './notices.ts';
import { presentRifffs } from './present.ts';
import * as repo from './repo.ts';

export interface JamsContext {
  readonly database: Database;
  readonly publicUrl: string | undefined;
  /** Hears of answers once they are stored. */
  readonly onNotice?: NoticeListener;
}

export type JamsService = ReturnType<typeof jamsService>;

/** A jam as whoever reads it sees it. */
const presentJam = ({
  ownerId,
  coverKey,
  guestsMayAnswer: mayAnswer,
  guestsMayChat: mayChat,
  ...jam
}: JamRow): Jam => ({
  ...jam,
  owner: ownerId,
  coverUrl: coverKey && `/media/${coverKey}`,
  memberCount: 1,
  guests: { mayAnswer, mayChat },
  role: null,
  mayAnswer: false,
  mayChat: false,
});

/** What the calls of jams answer. The first thing that each does is to find what the caller may reach. */
export function jamsService({ database, publicUrl, onNotice }: JamsContext) {
  const { queries } = database;
  const presentOne = async (row: repo.StoredRifff): Promise<Rifff> => {
    const [rifff] = await presentRifffs(queries, [row], publicUrl);
    return rifff!;
  };
  return {
    async myJams({ userId }: Identity): Promise<{ jams: Jam[] }> {
      return { jams: (await repo.findJamsOf(queries, userId)).map(presentJam) };
    },

    async jam(reader: access.Reader, jamId: string): Promise<Jam> {
      return presentJam(await access.findReadableJam(queries, reader, jamId));
    },

    /** A page of a jam as lists carry it; `rifff` and `query` answer everything. */
    async rifffs(
      reader: access.Reader,
      jamId: string,
      page: z.output<typeof JamRifffsQuerySchema>,
    ): Promise<z.output<typeof JamRifffsSchema>> {
      const jam = await access.findReadableJam(queries, reader, jamId);
      const rows = await repo.findPage(queries, jam.id, page);
      const rifffs = (await presentRifffs(queries, rows, publicUrl)).map(briefRifff);
      return { legacy_id: jam.id, name: jam.name, total: jam.rifffCount, rifffs };
    },

    async rifff(reader: access.Reader, jamId: string, rifffId: string): Promise<{ rifff: Rifff }> {
      const row = await access.findReadableRifff(queries, reader, jamId, rifffId);
      return { rifff: await presentOne(row) };
    },

    async lineage(reader: access.Reader, jamId: string, rifffId: string): Promise<RifffLineage> {
      return findLineage(queries, reader, jamId, rifffId);
    },

    /** Those of the asked rifffs that may be read, in the order asked for, each once. */
    async query(
      reader: access.Reader,
      keys: readonly repo.RifffKey[],
    ): Promise<{ rifffs: Rifff[] }> {
      const readable = await access.findReadableRifffs(queries, reader, keys);
      const rows = new Set(keys.flatMap((key) => readable.get(repo.keyText(key)) ?? []));
      return { rifffs: await presentRifffs(queries, [...rows], publicUrl) };
    },

    async commit(
      identity: Identity,
      request: CommitRequest,
    ): Promise<{ id: string; rifff: Rifff }> {
      const row = await commitRifff(database, identity, request, onNotice);
      return { id: row.id, rifff: await presentOne(row) };
    },

    /** Only what the library offers now can be brought into a jam. */
    async libraryImport(
      identity: Identity,
      jamId: string,
      loopId: string,
    ): Promise<{ id: string; loop: Loop }> {
      const { userId } = identity;
      const jam = await access.findCommittableJam(queries, identity, jamId);
      const isLibrary = (await findCommitLoops(queries, [loopId])).get(loopId)?.isLibrary;
      const stored = (await findLoopsById(queries, [loopId])).get(loopId);
      if (!isLibrary || !stored || stored.isRemoved) {
        throw new ApiError('not_found', 'The library has no such loop');
      }
      const row = { jamId: jam.id, loopId, userId, created: Date.now() };
      await writeFor(database, userId, (transaction) => insertJamLoop(transaction, row));
      return { id: loopId, loop: presentLoop(stored, publicUrl) };
    },
  };
}
