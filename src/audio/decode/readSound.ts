/** From a file to its samples: WAV and AIFF by our own readers in the pool, the rest by the browser. */
import { MESSAGES } from '../../data/contract/messages.ts';
import { type DecodedAudio, SoundFileError } from '../../dsp/soundFile.ts';
import { throwIfCancelled } from '../load/cancel.ts';
import { decodeByBrowser } from './browserDecode.ts';
import { type DecodeOptions, type DecodePool, DecodeTimeoutError } from './decodePool.ts';

/** Bytes of a file that are looked at: five minutes of anything that we take fit. */
const MAX_FILE_BYTES = 512 * 2 ** 20;

const FORMAT_MESSAGES: readonly string[] = [
  MESSAGES.notAWav,
  MESSAGES.notPcmWav,
  MESSAGES.notAnAiff,
];

type Format = 'wav' | 'aiff' | 'browser';

/** By its first bytes; where they say nothing, by its name, so that a wrong file is refused in the right words. */
async function formatOf(file: Blob, name: string): Promise<Format> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const magic = String.fromCharCode(...head.subarray(0, 4));
  if (magic === 'RIFF') return 'wav';
  if (magic === 'FORM') return 'aiff';
  const isKnown = /^(OggS|fLaC|ID3|....ftyp)/s.test(String.fromCharCode(...head));
  if (isKnown || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0)) return 'browser';
  if (/\.wave?$/i.test(name)) return 'wav';
  return /\.(aif|aiff|aifc)$/i.test(name) ? 'aiff' : 'browser';
}

async function readPlain(
  format: 'wav' | 'aiff',
  file: Blob,
  pool: DecodePool,
  options: DecodeOptions,
): Promise<DecodedAudio> {
  const bytes = new Uint8Array(await file.slice(0, MAX_FILE_BYTES).arrayBuffer());
  try {
    return await pool.run({ kind: format, bytes }, options);
  } catch (error) {
    if (!(error instanceof DecodeTimeoutError)) throw error;
    console.warn(`${error.message}, the browser tries`);
    return decodeByBrowser(file, options.signal);
  }
}

/**
 * Reads a sound file of any kind that we take. What is no such file is refused, with the words of the specification
 * in the console for WAV and AIFF.
 * @throws SoundFileError; Error 'Buffer loading cancelled for rifff' when the signal aborts
 */
export async function readSound(
  file: Blob,
  name: string,
  pool: DecodePool,
  options: DecodeOptions = {},
): Promise<DecodedAudio> {
  throwIfCancelled(options.signal);
  const format = await formatOf(file, name);
  try {
    if (format !== 'browser') return await readPlain(format, file, pool, options);
    if (file.size > MAX_FILE_BYTES) {
      throw new SoundFileError('unreadable', 'The file is larger than 512 MB');
    }
    return await decodeByBrowser(file, options.signal);
  } catch (error) {
    if (error instanceof SoundFileError && FORMAT_MESSAGES.includes(error.message)) {
      console.error(error.message);
    }
    throw error;
  }
}
