import { open } from 'node:fs/promises';
import {
  MAX_SOUND_CHANNELS,
  MAX_SOUND_RATE_HZ,
  MAX_SOUND_SAMPLES,
  MAX_SOUND_SEC,
  MIN_SOUND_RATE_HZ,
} from '../../../src/data/contract/uploads.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Spooled } from '../../ports/blobs/spool.ts';
import type { SoundDecoder } from './decodeSound.ts';
import {
  type DecodeFile,
  HEAD_BYTES,
  type SoundFacts,
  SoundFault,
  type SoundHead,
  type SoundKind,
  type SoundMeasure,
  secondsOf,
  sniffSound,
} from './sound.ts';

/** One received file, and what it must be. */
export interface SoundCheck {
  /** Name of the field, for messages. */
  readonly field: string;
  readonly file: Spooled;
  readonly kinds: readonly SoundKind[];
  /** Seconds that it may last, in place of those of a loop. */
  readonly maxSec?: number;
  /** What to measure, once the head is known. */
  readonly measure?: (head: SoundHead) => SoundMeasure;
}

const KIND_WORDS: Readonly<Record<SoundKind, string>> = { ogg: 'Ogg Vorbis', flac: 'FLAC' };

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function headFault(head: SoundHead): string | null {
  const { sampleRate, channels } = head;
  if (channels < 1 || channels > MAX_SOUND_CHANNELS) return `has ${channels} channels, not 1 or 2`;
  if (sampleRate < MIN_SOUND_RATE_HZ || sampleRate > MAX_SOUND_RATE_HZ) {
    return `has ${sampleRate} Hz, not ${MIN_SOUND_RATE_HZ} to ${MAX_SOUND_RATE_HZ}`;
  }
  return null;
}

/** Frames that a file may have: its seconds, and no more samples than stereo at 48 kHz has in them. */
function mostFrames({ sampleRate, channels }: SoundHead, maxSec: number): number {
  const samples = MAX_SOUND_SAMPLES * (maxSec / MAX_SOUND_SEC);
  return Math.min(maxSec * sampleRate, Math.floor(samples / channels));
}

/** What to decode of a received file, by its first bytes. @throws ValidationFailure of the field */
async function judgeHead({
  field,
  file,
  kinds,
  maxSec = MAX_SOUND_SEC,
  measure,
}: SoundCheck): Promise<DecodeFile> {
  const refuse = (reason: string) => new ValidationFailure({ [field]: reason });
  const head = sniffSound(await readHead(file.path));
  if (!head || !kinds.includes(head.kind)) {
    throw refuse(`must be ${kinds.map((kind) => KIND_WORDS[kind]).join(' or ')}`);
  }
  const fault = headFault(head);
  if (fault) throw refuse(fault);
  const maxFrames = mostFrames(head, maxSec);
  const measured = measure?.(head);
  if (measured?.of === 'loop' && measured.from + measured.frames > maxFrames) {
    throw refuse(`may last ${secondsOf(maxFrames, head.sampleRate)}`);
  }
  return { path: file.path, ...head, maxFrames, ...(measured && { measure: measured }) };
}

/**
 * What received files that belong together really hold: by their bytes, and decoded to their ends.
 * @param userId who sent them: accounts take turns
 * @throws ValidationFailure of the field of the first that cannot be used, or of all where that is not known
 */
export async function checkSounds(
  decoder: SoundDecoder,
  userId: string,
  checks: readonly SoundCheck[],
): Promise<SoundFacts[]> {
  const files: DecodeFile[] = [];
  for (const check of checks) files.push(await judgeHead(check));
  try {
    return await decoder.decode(userId, files);
  } catch (error) {
    if (!(error instanceof SoundFault)) throw error;
    const { at, message, cause } = error;
    const faulty = at === undefined ? checks : [checks[at]!];
    const reason = `cannot be used: ${message}`;
    const refusal = new ValidationFailure(
      Object.fromEntries(faulty.map(({ field }) => [field, reason])),
    );
    refusal.cause = cause;
    throw refusal;
  }
}

/** The same of one file. */
export async function checkSound(
  decoder: SoundDecoder,
  userId: string,
  check: SoundCheck,
): Promise<SoundFacts> {
  return (await checkSounds(decoder, userId, [check]))[0]!;
}
