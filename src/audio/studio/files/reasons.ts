/** Why a file did not become a loop, in a sentence for people. */
import { MIN_FILE_SEC } from '../../../data/rules/recording/imports.ts';
import {
  MAX_SOUND_RATE_HZ,
  MIN_SOUND_RATE_HZ,
  SoundFileError,
  type SoundFileFault,
} from '../../../dsp/soundFile.ts';

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
