/** A file on the list before it was read, and the loop in it. */

import { MAX_SOUND_RATE_HZ, MIN_SOUND_RATE_HZ } from '../../../data/contract/constants.ts';
import { newId } from '../../../data/rules/ids.ts';
import { readFileName } from '../../../data/rules/recording/fileName.ts';
import { type LoopCut, MIN_FILE_SEC } from '../../../data/rules/recording/imports.ts';
import { SoundFileError, type SoundFileFault } from '../../../dsp/soundFile.ts';
import type { ImportItem } from '../../state/files.ts';
import type { GivenFile, ImportHints } from '../Studio.ts';

/** A file that waits to be read. */
export function newItem(given: GivenFile, { rifffBps, barLength }: ImportHints): ImportItem {
  const { title, category } = readFileName(given.path);
  return {
    id: newId(),
    fileName: given.path,
    status: 'waiting',
    note: '',
    title,
    category: category ?? 'audio',
    bps: rifffBps ?? 2,
    length16ths: 4 * barLength,
    startSec: 0,
    isWhole: false,
    root: -1,
    scale: 0,
    durationSec: 0,
    sampleRate: 0,
    bitDepth: 0,
    channels: 0,
    barLength,
    proposals: [],
    keyConfidence: 0,
    group: '',
    isTouched: false,
    isUnkept: false,
  };
}

/** Place, tempo and length of a file. */
export const cutIn = ({ bps, length16ths, startSec, isWhole }: ImportItem): LoopCut => ({
  bps,
  length16ths,
  startSec,
  isWhole,
});

const SENTENCES: Readonly<Record<SoundFileFault, string>> = {
  notAWav: 'It is named as a WAV, but is none',
  notPcmWav: 'This WAV is compressed: save it as plain PCM',
  notAnAiff: 'It is named as an AIFF, but is none',
  compressed: 'This AIFF is compressed: save it as plain PCM',
  damaged: 'The file is damaged',
  empty: 'There is no sound in it',
  short: `It holds less than ${MIN_FILE_SEC * 1000} ms of sound: too short for a loop`,
  channels: 'It has more than two channels',
  rate: `Its sample rate is not between ${MIN_SOUND_RATE_HZ / 1000} and ${MAX_SOUND_RATE_HZ / 1000} kHz`,
  unreadable: 'It is no sound that this browser can read',
};

/** The sentence of an error. */
export function reasonFor(error: unknown): string {
  if (error instanceof SoundFileError) return SENTENCES[error.fault];
  console.error('A file could not be brought in', error);
  return 'It could not be read';
}
