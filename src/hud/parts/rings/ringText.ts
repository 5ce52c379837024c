/** What rings say in words and figures. */
import { categoryOf } from '../../../data/contract/categories.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { loopInSlot, playingSlot } from '../../../data/rules/draft/draft.ts';
import { gainDb, SILENT_DB } from './ringGain.ts';

const sign = (value: number) => (value < 0 ? '−' : '+');

/** A gain for people, for instance `+1.2 dB`; silence is `−∞ dB`. @param gain linear */
export function gainText(gain: number): string {
  const db = gainDb(gain);
  if (db <= SILENT_DB) return '−∞ dB';
  const tenths = Math.round(Math.abs(db) * 10) / 10;
  return `${tenths === 0 ? '' : sign(db)}${tenths.toFixed(1)} dB`;
}

/** Semitones for people, for instance `+3 st`. */
export function semitonesText(semitones: number): string {
  return `${semitones === 0 ? '' : sign(semitones)}${Math.abs(semitones)} st`;
}

/** Category and name of the loop in a slot, for instance `Bass, Rubber line`. */
export function ringName(rifff: Rifff, slot: number): string {
  const loop = loopInSlot(rifff, slot);
  const { title } = categoryOf(playingSlot(rifff, slot)?.category ?? loop?.category);
  return loop?.name ? `${title}, ${loop.name}` : title;
}

/**
 * Everything about a ring in one line, for instance `Bass, Rubber line, −1.2 dB, on`. Pitch is named when it
 * is not 0; a ring that another one's solo silences says so.
 *
 * @param solo slot that alone sounds, or −1
 */
export function ringText(rifff: Rifff, slot: number, solo: number): string {
  const current = playingSlot(rifff, slot);
  if (!current) return '';
  const { shiftSemitones } = current.pitchShiftSettings;
  const state = current.on
    ? solo < 0
      ? 'on'
      : solo === slot
        ? 'solo'
        : 'on, behind the solo'
    : 'muted';
  return [
    ringName(rifff, slot),
    gainDb(current.gain) <= SILENT_DB ? 'silent' : gainText(current.gain),
    ...(shiftSemitones === 0
      ? []
      : [`${semitonesText(shiftSemitones).replace('st', 'semitones')}`]),
    state,
  ].join(', ');
}
