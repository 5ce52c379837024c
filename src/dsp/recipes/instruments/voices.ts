/** Singers. The label of a note says how it is sung: `h-ua` is an h, then u moving to a. */

import type { NoteVoice } from '../music/session.ts';
import { sing, type VoicePatch } from '../synth/formant.ts';

/** A voice; its level as attack, decay, sustain and release, `moveSec` from one vowel to the next. */
function singer(
  shape: Omit<VoicePatch, 'amp'>,
  [a, d, s, r]: readonly [number, number, number, number],
  moveSec: number,
): NoteVoice {
  const patch = { ...shape, amp: { a, d, s, r } };
  return (note, label) => {
    const [front, back] = label.includes('-') ? label.split('-') : ['', label];
    const onset = front === 'h' || front === 't' || front === 's' ? front : '';
    return sing(patch, { ...note, vowels: back || 'a', onset, moveSec });
  };
}

/** A close, breathy alto. */
export const alto = singer(
  { size: 1.16, breath: 0.24, vibratoHz: 5.3, vibratoCents: 22, tilt: 3400 },
  [0.045, 0.5, 0.82, 0.16],
  0.15,
);

/** A tenor with more edge. */
export const tenor = singer(
  { size: 1, breath: 0.1, vibratoHz: 5, vibratoCents: 18, tilt: 4200 },
  [0.03, 0.4, 0.85, 0.12],
  0.13,
);

/** Short syllables for chopping. */
export const chop = (size = 1.2): NoteVoice =>
  singer(
    { size, breath: 0.14, vibratoHz: 5, vibratoCents: 4, tilt: 5200 },
    [0.008, 0.3, 0.7, 0.05],
    0.07,
  );

/** A section of voices. */
export const choir = (singers = 4, size = 1.1, attack = 0.3): NoteVoice =>
  singer(
    {
      size,
      breath: 0.2,
      vibratoHz: 4.9,
      vibratoCents: 16,
      tilt: 3000,
      singers,
      detune: 11,
      spread: 0.85,
    },
    [attack, 0.8, 0.9, 0.55],
    0.7,
  );

/** Nearly all breath: a whisper that still has a pitch. */
export const whisper = singer(
  {
    size: 1.2,
    breath: 0.92,
    vibratoHz: 5,
    vibratoCents: 10,
    tilt: 4000,
    singers: 2,
    detune: 8,
    spread: 0.9,
  },
  [0.06, 0.5, 0.7, 0.22],
  0.2,
);
