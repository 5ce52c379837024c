import { readFile, rm } from 'node:fs/promises';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import { decodeBytes } from '../../../src/data/contract/loopData.ts';
import { newMediaKey } from '../../kernel/content.ts';
import type { Identity } from '../../plugins/identity.ts';
import { type Spooled, spool } from '../../ports/blobs/spool.ts';
import type { JamFileRow } from '../../ports/database/schemaJams.ts';
import { checkSound } from '../uploads/checkSound.ts';
import type { SoundDecoder } from '../uploads/decodeSound.ts';
import { PICTURE_MIME, type PictureMaker } from '../uploads/pictures.ts';
import { SOUND_MIME } from '../uploads/sound.ts';
import { storeFiles, type UploadStores } from '../uploads/storeFiles.ts';
import type { ReceivedMessage } from './form.ts';
import { isKnown, type NamedMessage, nameMessage, type Shown, storeMessage } from './post.ts';

export interface FilesContext extends UploadStores {
  readonly pictures: PictureMaker;
  readonly decoder: SoundDecoder;
  /** Finished pictures lie here until they are stored. */
  readonly folder: string;
}

/** Values that the wave of a voice message is drawn from. */
const VOICE_PEAKS = 128;

/** A message that was sent with files, and its event; null where it was there already. */
export interface PostedFiles {
  readonly id: string;
  readonly event: JamEvent | null;
}

/** Largest of each run of bytes, 0 to 1 of the loudest. */
function voicePeaks(bytes: Uint8Array): number[] {
  const run = bytes.length / VOICE_PEAKS;
  return Array.from({ length: VOICE_PEAKS }, (_, at) => {
    const part = bytes.subarray(Math.floor(at * run), Math.floor((at + 1) * run));
    return Math.round((100 * part.reduce((a, b) => Math.max(a, b), 0)) / 255) / 100;
  });
}

/** Stores finished files and the message that shows them, whole or not at all. */
async function store(
  context: FilesContext,
  identity: Identity,
  message: NamedMessage,
  { files, ...shown }: Shown & { readonly spooled: readonly Spooled[] },
): Promise<PostedFiles> {
  const { userId } = identity;
  const event = await storeFiles(context, { userId, files: shown.spooled }, async (transaction) => {
    const stored = await storeMessage(context.database, transaction, identity, message, {
      attachments: shown.attachments,
      files,
    });
    return { isStored: stored !== null, answer: stored };
  });
  return { id: message.id, event };
}

const fileRow = (
  { jamId, id }: NamedMessage,
  { userId }: Identity,
  file: Pick<JamFileRow, 'hash' | 'size' | 'mime'> & Partial<JamFileRow>,
): JamFileRow => ({
  key: newMediaKey(),
  width: null,
  height: null,
  jamId,
  messageId: id,
  userId,
  ...file,
});

/**
 * Shows pictures in a jam: each as WebP of 1600 pixels each way at most, without what came with it.
 * @param jamId short id
 * @throws ValidationFailure of `image`, ApiError `conflict`, `over_quota`, `unavailable`
 */
export async function postImages(
  context: FilesContext,
  identity: Identity,
  jamId: string,
  { files: received, id, message: text }: ReceivedMessage,
): Promise<PostedFiles> {
  const hashes = received.map(({ hash }) => hash);
  const message = nameMessage({ jamId, id, type: 'images', text, hashes });
  if (await isKnown(context.database.queries, identity, message)) {
    return { id: message.id, event: null };
  }
  const spooled: Spooled[] = [];
  try {
    const made: { row: JamFileRow; width: number; height: number }[] = [];
    for (const { path } of received) {
      const picture = await context.pictures.whole(identity.userId, await readFile(path));
      const { width, height } = picture;
      const file = await spool(context.folder, picture.bytes);
      spooled.push(file);
      const { hash, size } = file;
      const about = { hash, size, mime: PICTURE_MIME, width, height };
      made.push({ row: fileRow(message, identity, about), width, height });
    }
    return await store(context, identity, message, {
      attachments: made.map(({ row, width, height }) => ({ key: row.key, width, height })),
      files: made.map(({ row }) => row),
      spooled,
    });
  } finally {
    for (const { path } of spooled) await rm(path, { force: true });
  }
}

/**
 * Says something by voice in a jam: Ogg Vorbis or FLAC, five minutes at most, decoded to its end.
 * @param jamId short id
 * @throws ValidationFailure of `file`, ApiError `conflict`, `over_quota`, `unavailable`
 */
export async function postVoice(
  context: FilesContext,
  identity: Identity,
  jamId: string,
  { files: received, id, message: text }: ReceivedMessage,
): Promise<PostedFiles> {
  const [file] = received as [Spooled];
  const message = nameMessage({ jamId, id, type: 'audio', text, hashes: [file.hash] });
  if (await isKnown(context.database.queries, identity, message)) {
    return { id: message.id, event: null };
  }
  const facts = await checkSound(context.decoder, identity.userId, {
    field: 'file',
    file,
    kinds: ['ogg', 'flac'],
    measure: () => ({ of: 'track' }),
  });
  const { hash, size } = file;
  const row = fileRow(message, identity, { hash, size, mime: SOUND_MIME[facts.kind] });
  const attachment = {
    key: row.key,
    durationSec: facts.frames / facts.sampleRate,
    peaks: voicePeaks(decodeBytes(facts.peaks ?? '')),
  };
  return store(context, identity, message, {
    attachments: [attachment],
    files: [row],
    spooled: [file],
  });
}
