/** Messages of musical instruments (MIDI 1.0), as far as pads and keys follow them. */

type MidiMessage =
  | { readonly kind: 'on'; readonly note: number; readonly velocity: number }
  | { readonly kind: 'off'; readonly note: number }
  | { readonly kind: 'sustain'; readonly isDown: boolean }
  /** All notes off. */
  | { readonly kind: 'silence' };

const NOTE_OFF = 0x80;
const NOTE_ON = 0x90;
const CONTROL = 0xb0;
const SUSTAIN = 64;
const ALL_SOUND_OFF = 120;
const ALL_NOTES_OFF = 123;

/**
 * Reads one message of any channel; null when it is none that an instrument here follows.
 * @param bytes status and its data, as Web MIDI delivers them
 */
export function readMidi(bytes: ArrayLike<number>): MidiMessage | null {
  const kind = (bytes[0] ?? 0) & 0xf0;
  const first = bytes[1];
  const second = bytes[2];
  if (first === undefined || second === undefined || first > 127 || second > 127) return null;
  // A note on without velocity is a note off: running status saves a byte that way.
  if (kind === NOTE_OFF || (kind === NOTE_ON && second === 0)) return { kind: 'off', note: first };
  if (kind === NOTE_ON) return { kind: 'on', note: first, velocity: second / 127 };
  if (kind !== CONTROL) return null;
  if (first === SUSTAIN) return { kind: 'sustain', isDown: second >= 64 };
  return first === ALL_SOUND_OFF || first === ALL_NOTES_OFF ? { kind: 'silence' } : null;
}
