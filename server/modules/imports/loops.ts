import {
  ACCESS_OPTIONS,
  DEFAULT_ACCESS,
  DEFAULT_LICENSE,
  isImportedId,
  LICENSE_SLUGS,
} from '../../../src/data/contract/accountOptions.ts';
import { categoryColourCode } from '../../../src/data/contract/colours.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { type Loop, LoopSchema } from '../../../src/data/contract/loop.ts';
import {
  authoredLoop,
  canonicalLoop,
  postedLoopFault,
} from '../../../src/data/rules/sharing/posted.ts';
import { newMediaKey } from '../../kernel/content.ts';
import { sha256 } from '../../plugins/identity.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findsRow, hasRow, insertOnce } from '../../ports/database/rows.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { insertJamLoop } from '../jams/commitRepo.ts';
import { lockJam } from '../jams/events.ts';
import { findJamRefusal } from '../jams/importedRights.ts';
import { presentLoop } from '../library/present.ts';
import { foldName } from '../library/repo.ts';
import { isAnySoundBarred } from '../media/barred.ts';
import { checkLoopFiles, type LoopFiles } from '../uploads/checkLoopFiles.ts';
import { type ReceivedForm, readMetadata } from '../uploads/form.ts';
import { findUploaded, insertLoop, type LoopFile, type UploadedLoop } from '../uploads/repo.ts';
import { SOUND_MIME, type SoundFacts } from '../uploads/sound.ts';
import { storeFiles } from '../uploads/storeFiles.ts';
import { countBrought, derivedId, type ImportsContext, toldTime } from './context.ts';
import { isReserved, releaseReserved } from './missing.ts';
import { peopleOf } from './people.ts';
import { type ProvenLine, provenLine } from './proof.ts';
import { findUsable } from './usable.ts';

interface Received extends LoopFiles, ProvenLine {
  readonly loop: Loop;
  readonly hashes: readonly string[];
  readonly digest: string;
}

export interface ImportedLoop {
  readonly id: string;
  readonly outcome: 'stored' | 'same' | 'renamed';
  readonly loop: Loop;
}

function receivedLoop(source: ImportRow, { files, metadata }: ReceivedForm): Received {
  const { proof: _, ...rest } = readMetadata(LoopSchema, metadata);
  const loop = rest as Loop;
  const authored = authoredLoop(loop);
  const fault = postedLoopFault(authored);
  if (fault) throw new ValidationFailure({ [fault.field]: fault.reason });
  const file = files.get('file');
  const master = files.get('master');
  if (!file) throw new ValidationFailure({ file: 'must be a file' });
  const hashes = master ? [file.hash, master.hash] : [file.hash];
  const digest = sha256(`${canonicalLoop(authored)} ${hashes.join(' ')}`);
  const proven = provenLine(source, 'loop', JSON.parse(metadata!), hashes);
  return { loop, authored, file, master, hashes, digest, ...proven };
}

const known = <T extends string>(words: readonly T[], word: unknown, otherwise: T): T =>
  words.find((one) => one === word) ?? otherwise;

/** What the maker of something allowed there, as far as it is proven and known here; nothing where it is not. */
export const keptRights = (
  { access, license }: { access?: unknown; license?: unknown },
  { isProven }: Pick<ProvenLine, 'isProven'>,
) => ({
  access: known(ACCESS_OPTIONS, isProven && access, DEFAULT_ACCESS),
  license: known(LICENSE_SLUGS, isProven && license, DEFAULT_LICENSE),
});

/** Is the sound here already, in a loop by another maker? */
async function isSoundOfOthers(
  queries: Queries,
  userId: string,
  hashes: readonly string[],
): Promise<boolean> {
  return findsRow(
    queries
      .selectFrom('media')
      .innerJoin('loops', 'loops.id', 'media.loopId')
      .where('media.hash', 'in', hashes)
      .where('loops.creatorId', '!=', userId),
  );
}

/** Has the stored loop the sound that came? */
async function hasSound(
  queries: Queries,
  loopId: string,
  hashes: readonly string[],
): Promise<boolean> {
  return hasRow(queries, 'media', { loopId, hash: hashes });
}

/** Where a loop goes: to its own id, or to one of the import; and what is there with the same sound already. */
interface Place {
  readonly id: string;
  readonly there: UploadedLoop | undefined;
}

/**
 * May a loop that is here stand for the one that came? It is by whom this one would be, it came with an import too, or the
 * account may use it anyway. Having its file opens no loop of an account of this server.
 */
async function mayStandFor(
  queries: Queries,
  source: ImportRow,
  { id, creatorId }: UploadedLoop,
  isOwn: boolean,
): Promise<boolean> {
  if (isOwn || creatorId === source.userId) return creatorId === source.userId;
  return isImportedId(creatorId) || (await findUsable(queries, source, [id])).get(id)?.id === id;
}

async function findPlace(
  queries: Queries,
  source: ImportRow,
  { authored, hashes, isOwn }: Pick<Received, 'authored' | 'hashes' | 'isOwn'>,
): Promise<Place> {
  const derived = derivedId('loop', source.id, authored._id).slice(0, 32);
  for (const id of [authored._id, derived]) {
    const stored = await findUploaded(queries, id);
    if (!stored || isReserved(stored, source)) return { id, there: undefined };
    if (stored.isRemoved || !(await hasSound(queries, id, hashes))) continue;
    if (id === derived || (await mayStandFor(queries, source, stored, isOwn))) {
      return { id, there: stored };
    }
  }
  throw new ApiError('conflict', 'This import brought other sound for this loop before');
}

/** Notes what a loop of an import is called here, and that it is in the jam. */
async function noteBrought(
  queries: Queries,
  source: ImportRow,
  row: { readonly sourceId: string; readonly loopId: string; readonly created: number },
): Promise<void> {
  const { sourceId, loopId, created } = row;
  const named = { importId: source.id, sourceId, loopId };
  const isNew = (await insertOnce(queries, 'importedLoops', named)) > 0;
  await insertJamLoop(queries, { jamId: source.jamId, loopId, userId: source.userId, created });
  if (isNew) await countBrought(queries, source, 'loops', 1);
}

/** The document as it is stored: what its maker says of it there, and what the server found here. */
function storedDocument(
  { loop, authored, isProven }: Received,
  facts: SoundFacts,
  { id, maker, files }: { id: string; maker: string; files: readonly LoopFile[] },
): Loop {
  const attachments = files.map(({ key, size, mime }) => [
    mime === SOUND_MIME.flac ? 'flacAudio' : 'oggAudio',
    { key, length: size, mime },
  ]);
  return {
    primaryColour: categoryColourCode(authored.category),
    ...authored,
    _id: id,
    creatorUserName: maker,
    created: toldTime(loop.created),
    sampleRate: facts.sampleRate,
    frames: facts.frames - authored.startOffsetSamples,
    ...facts.analysis,
    ...keptRights(loop, { isProven }),
    cdn_attachments: Object.fromEntries(attachments),
  };
}

/**
 * Takes a loop of an import with its sound. It keeps its id where that is free, or has the same sound here already; where
 * other sound has it, the loop gets one of the import, and so do the rifffs that come after it.
 * @throws ValidationFailure, ApiError `conflict`, `over_quota`
 */
export async function importLoop(
  context: ImportsContext,
  source: ImportRow,
  form: ReceivedForm,
): Promise<ImportedLoop> {
  const { database, publicUrl } = context;
  const { userId } = source;
  const received = receivedLoop(source, form);
  const { loop, authored, file, master, digest, hashes, isOwn } = received;
  const sourceId = authored._id;
  const spooled = master ? [file, master] : [file];
  const nothingNew = (there: UploadedLoop): ImportedLoop => ({
    id: there.id,
    outcome: there.id === sourceId ? 'same' : 'renamed',
    loop: presentLoop(there, publicUrl),
  });
  const isThere = (await findPlace(database.queries, source, received)).there !== undefined;
  // When it was made is what the source says: so what was taken out stays out, however old it is said to be.
  if (!isThere && (await isAnySoundBarred(database.queries, hashes))) {
    throw new ValidationFailure({ file: 'A moderator of this server took this sound out' });
  }
  const facts = isThere
    ? undefined
    : await checkLoopFiles(context.decoder, userId, received, ['ogg', 'flac']);
  return storeFiles(context, { userId, files: spooled }, async (queries) => {
    await database.lock(queries, `loop:${sourceId}`);
    const { id, there } = await findPlace(queries, source, received);
    if (there) {
      await noteBrought(queries, source, { sourceId, loopId: id, created: there.doc.created });
      return { isStored: false, answer: nothingNew(there) };
    }
    if (!facts) throw new ApiError('unavailable', 'The loop is being removed: send it again');
    const people = peopleOf(source);
    const isTaken = !isOwn && (await isSoundOfOthers(queries, userId, hashes));
    const maker = people.maker(loop.creatorUserName, { isOwn, isTaken });
    await people.store(queries);
    const kinds = master ? (['ogg', 'flac'] as const) : [facts.kind];
    const files = spooled.map(({ hash, size }, at) => {
      return { key: newMediaKey(), hash, size, mime: SOUND_MIME[kinds[at]!] };
    });
    const doc = storedDocument(received, facts, { id, maker, files });
    await lockJam(database, queries, source.jamId);
    const refusal = await findJamRefusal(queries, source.jamId, [doc]);
    if (refusal !== null) throw new ValidationFailure({ file: refusal });
    await releaseReserved(queries, source, id);
    const nameFolded = foldName(doc.name ?? '');
    const row = { loop: doc, userId, nameFolded, digest, files, jamId: source.jamId };
    await insertLoop(queries, { ...row, creatorId: maker });
    await noteBrought(queries, source, { sourceId, loopId: id, created: doc.created });
    const stored = { id, creatorId: maker, digest, isRemoved: false, doc };
    const outcome = id === sourceId ? 'stored' : 'renamed';
    return { isStored: true, answer: { id, outcome, loop: presentLoop(stored, publicUrl) } };
  });
}
