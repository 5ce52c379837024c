import type { Loop } from '../../contract/loop.ts';

/** What carries the beat comes first: a rifff that begins with these already sounds like itself. */
const RHYTHM_FIRST = ['drums', 'perc', 'percussion', 'bass', 'chords', 'leads', 'melody', 'vocals'];

/** Rank of a loop: its category's place, those not named last. */
function rankOf({ category }: Loop): number {
  const at = RHYTHM_FIRST.indexOf(category);
  return at < 0 ? RHYTHM_FIRST.length : at;
}

/** Negative when `a` shall be fetched before `b`: rhythm before harmony, then the shorter one. */
export function compareLoad(a: Loop, b: Loop): number {
  return rankOf(a) - rankOf(b) || a.length16ths / a.bps - b.length16ths / b.bps;
}
