import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Track } from '../../../src/data/contract/uploads.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { newMediaKey, removeUnused, type Stores } from '../../kernel/content.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { mediaUrl } from '../../plugins/subPath.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Spooled } from '../../ports/blobs/spool.ts';
import type { TrackRow } from '../../ports/database/schema.ts';
import { findAllowance } from '../grants/allowances.ts';
import { type JamFor, refuseFrozen } from '../jams/access.ts';
import { keepsOrder } from '../jams/clubs.ts';
import { isFileBarred } from '../media/barred.ts';
import { checkSound } from './checkSound.ts';
import type { SoundDecoder } from './decodeSound.ts';
import type { ReceivedForm } from './form.ts';
import { readTrack } from './form.ts';
import * as repo from './repo.ts';
import type { SoundFacts } from './sound.ts';
import { SOUND_MIME } from './sound.ts';
import { storeFiles, type UploadStores } from './storeFiles.ts';

export interface TrackContext extends UploadStores {
  readonly decoder: SoundDecoder;
}

/** What a track is, apart from its sound. */
interface About {
  readonly id: string;
  readonly name: string;
  /** Null for the pinned one. */
  readonly jamId: string | null;
}

function soundOf({ files }: ReceivedForm): Spooled {
  const file = files.get('file');
  if (!file) throw new ValidationFailure({ file: 'must be a file' });
  return file;
}

type TrackFacts = SoundFacts & { readonly peaks: string };

/** Throws `forbidden` for sound that a moderator took out. */
async function refuseBarred({ database }: Stores, userId: string, { hash }: Spooled) {
  if (!(await isFileBarred(database.queries, { kind: 'track', hash, userId }))) return;
  throw new ApiError('forbidden', 'A moderator took this sound out: it cannot come back');
}

async function measureTrack(
  { database, decoder, rules }: TrackContext,
  userId: string,
  file: Spooled,
): Promise<TrackFacts> {
  const { trackSec: maxSec } = await findAllowance(database.queries, rules, userId, Date.now());
  const measure = () => ({ of: 'track' }) as const;
  const check = { field: 'file', file, kinds: ['ogg', 'flac'], maxSec, measure } as const;
  return (await checkSound(decoder, userId, check)) as TrackFacts;
}

function rowOf(
  { id, name, jamId }: About,
  {
    userId,
    file,
    facts,
    digest,
  }: { userId: string; file: Spooled; facts: TrackFacts; digest: string },
): TrackRow {
  return {
    id,
    userId,
    jamId,
    isPinned: jamId === null,
    name,
    created: Date.now(),
    digest,
    key: newMediaKey(),
    hash: file.hash,
    size: file.size,
    mime: SOUND_MIME[facts.kind],
    durationSec: facts.frames / facts.sampleRate,
    peaks: facts.peaks,
  };
}

/** Stores a track of a jam; the same again is the stored one, another under its id a `conflict`. */
export async function storeTrack(
  context: TrackContext,
  { userId }: Identity,
  jamId: string,
  form: ReceivedForm,
): Promise<TrackRow> {
  const { database } = context;
  const { _id: id, name } = readTrack(form.metadata);
  const file = soundOf(form);
  const digest = sha256(JSON.stringify([jamId, id, name, file.hash]));
  const same = (row: TrackRow | undefined) => {
    if (!row || (row.userId === userId && row.digest === digest)) return row;
    throw new ApiError('conflict', 'Another track has this id');
  };
  const known = same(await repo.findTrack(database.queries, id));
  if (known) return known;
  await refuseBarred(context, userId, file);
  const facts = await measureTrack(context, userId, file);
  return storeFiles(context, { userId, files: [file] }, async (queries) => {
    await database.lock(queries, `track:${id}`);
    const sent = same(await repo.findTrack(queries, id));
    if (sent) return { isStored: false, answer: sent };
    const row = rowOf({ id, name, jamId }, { userId, file, facts, digest });
    await repo.insertTrack(queries, row);
    return { isStored: true, answer: row };
  });
}

/** Pins a track to the account's profile; the one before is gone. */
export async function pinTrack(
  context: TrackContext,
  { userId }: Identity,
  form: ReceivedForm,
): Promise<void> {
  const { metadata } = form;
  const { _id: id, name } =
    metadata === undefined ? { _id: newId(), name: '' } : readTrack(metadata);
  const file = soundOf(form);
  const digest = sha256(JSON.stringify(['pinned', id, name, file.hash]));
  await refuseBarred(context, userId, file);
  const facts = await measureTrack(context, userId, file);
  const before = await storeFiles(context, { userId, files: [file] }, async (queries) => {
    const pinned = await repo.findPinned(queries, userId);
    if (pinned?.id === id && pinned.digest === digest)
      return { isStored: false, answer: undefined };
    if (pinned) await repo.deleteTrack(queries, pinned.id);
    if (await repo.findTrack(queries, id))
      throw new ApiError('conflict', 'Another track has this id');
    await repo.insertTrack(
      queries,
      rowOf({ id, name, jamId: null }, { userId, file, facts, digest }),
    );
    return { isStored: true, answer: pinned };
  });
  if (before) await removeUnused(context, before.hash);
}

/** Takes the pinned track away, its content too unless something else needs it. */
export async function unpinTrack(context: Stores, userId: string): Promise<void> {
  const { queries } = context.database;
  const pinned = await repo.findPinned(queries, userId);
  if (!pinned) return;
  await repo.deleteTrack(queries, pinned.id);
  await removeUnused(context, pinned.hash);
}

/** Takes a track out of a jam, its content too unless something else needs it. */
export async function removeJamTrack(
  context: Stores,
  { userId }: Identity,
  jam: JamFor,
  trackId: string,
): Promise<void> {
  const { queries } = context.database;
  const track = await repo.findTrack(queries, trackId);
  if (track?.jamId !== jam.id) throw new ApiError('not_found', 'There is no such track');
  if (track.userId !== userId && !keepsOrder(jam.role)) {
    const who = jam.club ? 'those who keep order in its club' : 'the owner of the jam';
    throw new ApiError('forbidden', `Only who brought it and ${who} may remove it`);
  }
  refuseFrozen(jam);
  await repo.deleteTrack(queries, trackId);
  await removeUnused(context, track.hash);
}

/** A track as answers show it. */
export function presentTrack(row: TrackRow, publicUrl: string | undefined): Track {
  const { id, name, userId, created, key, mime, durationSec, peaks } = row;
  const url = mediaUrl(key, publicUrl);
  return { id, name, user_id: userId, created, url, mime, durationSec, peaks };
}
