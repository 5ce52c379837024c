import { categoryColourCode } from '../../../src/data/contract/colours.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { LoopUpload } from '../../../src/data/contract/uploads.ts';
import { type AuthoredLoop, canonicalLoop } from '../../../src/data/rules/sharing/posted.ts';
import { newMediaKey } from '../../kernel/content.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import { presentLoop } from '../library/present.ts';
import { foldName } from '../library/repo.ts';
import { checkLoopFiles, type LoopFiles } from './checkLoopFiles.ts';
import type { SoundDecoder } from './decodeSound.ts';
import type { ReceivedForm } from './form.ts';
import { readLoop } from './form.ts';
import * as repo from './repo.ts';
import type { SoundFacts } from './sound.ts';
import { SOUND_MIME } from './sound.ts';
import { type Rights, storeFiles, type UploadStores } from './storeFiles.ts';

export interface LoopContext extends UploadStores {
  readonly decoder: SoundDecoder;
  readonly publicUrl: string | undefined;
}

interface Received extends LoopFiles {
  readonly digest: string;
}

function receivedLoop({ files, metadata }: ReceivedForm): Received {
  const authored = readLoop(metadata);
  const file = files.get('file');
  const master = files.get('master');
  if (!file) throw new ValidationFailure({ file: 'must be a file' });
  const digest = sha256(`${canonicalLoop(authored)} ${file.hash} ${master?.hash ?? ''}`);
  return { authored, file, master, digest };
}

/** The stored loop of that id when it is the same one; throws `conflict` when it is another. */
function sameOrConflict(
  stored: repo.UploadedLoop | undefined,
  userId: string,
  digest: string,
): repo.UploadedLoop | undefined {
  if (!stored) return undefined;
  if (stored.creatorId === userId && stored.digest === digest) return stored;
  throw new ApiError('conflict', 'Another loop has this id');
}

const attachment = ({ key, size, mime }: repo.LoopFile) => ({ key, length: size, mime });

/** The document that is stored: what its author says, and what the server found and adds. */
function completeLoop(
  authored: AuthoredLoop,
  facts: SoundFacts,
  { userId, rights, files }: { userId: string; rights: Rights; files: readonly repo.LoopFile[] },
): Loop {
  const [ogg, flac] = files;
  return {
    primaryColour: categoryColourCode(authored.category),
    ...authored,
    creatorUserName: userId,
    created: Date.now(),
    sampleRate: facts.sampleRate,
    frames: facts.frames - authored.startOffsetSamples,
    ...facts.analysis,
    ...rights,
    cdn_attachments: {
      oggAudio: attachment(ogg!),
      ...(flac && { flacAudio: attachment(flac) }),
    },
  };
}

/**
 * Checks and stores an uploaded loop and brings it into the jam. The same id with the same author, document and
 * files is the stored loop again, anything else under a taken id is a `conflict`.
 */
export async function storeLoop(
  context: LoopContext,
  { userId }: Identity,
  jam: JamRow,
  form: ReceivedForm,
): Promise<LoopUpload> {
  const { database, decoder, publicUrl } = context;
  const received = receivedLoop(form);
  const { authored, file, master, digest } = received;
  const answerOf = (stored: repo.UploadedLoop): LoopUpload => ({
    id: stored.id,
    loop: presentLoop(stored, publicUrl),
  });
  const known = sameOrConflict(
    await repo.findUploaded(database.queries, authored._id),
    userId,
    digest,
  );
  if (known) return answerOf(known);
  const facts = await checkLoopFiles(decoder, userId, received, ['ogg']);
  const spooled = master ? [file, master] : [file];
  return storeFiles(context, { userId, files: spooled }, async (queries, rights) => {
    await database.lock(queries, `loop:${authored._id}`);
    const sent = sameOrConflict(await repo.findUploaded(queries, authored._id), userId, digest);
    if (sent) return { isStored: false, answer: answerOf(sent) };
    const files = spooled.map(({ hash, size }, at) => {
      const mime = SOUND_MIME[at === 0 ? 'ogg' : 'flac'];
      return { key: newMediaKey(), hash, size, mime };
    });
    const loop = completeLoop(authored, facts, { userId, rights, files });
    const nameFolded = foldName(loop.name ?? '');
    await repo.insertLoop(queries, { loop, userId, nameFolded, digest, files, jamId: jam.id });
    const stored = { id: loop._id, creatorId: userId, digest, isRemoved: false, doc: loop };
    return { isStored: true, answer: answerOf(stored) };
  });
}
