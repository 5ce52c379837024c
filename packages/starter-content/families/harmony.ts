/** Writes chord parts in the notation of `line`. */

/**
 * A chord to each bar in the rhythm of that bar: `rhythms` are lists of `step length velocity` within the bar, and
 * come again when they are fewer than the chords.
 */
export function comp(chords: readonly string[], rhythms: readonly string[], barSteps = 16): string {
  return chords
    .flatMap((chord, bar) =>
      rhythms[bar % rhythms.length]!.split(',').map((hit) => {
        const [step = '0', length, velocity] = hit.trim().split(/\s+/);
        return `${chord} ${bar * barSteps + Number(step)} ${length} ${velocity}`;
      }),
    )
    .join(', ');
}

/** Chords that are held for `steps` sixteenths, one after the other. */
export function held(chords: readonly string[], steps: number, velocity: number): string {
  return chords.map((chord, i) => `${chord} ${i * steps} ${steps} ${velocity}`).join(', ');
}

/**
 * Broken chords: `order` picks notes of each chord by place (0 is the first), one every `stepLength` sixteenths;
 * `.` rests. Velocities lean on the beat.
 */
export function arpeggio(
  chords: readonly string[],
  barSteps: number,
  order: string,
  stepLength: number,
  length: number,
): string {
  const places = [...order.replace(/\s/g, '')];
  return chords
    .flatMap((chord, bar) => {
      const notes = chord.split('+');
      const count = Math.round(barSteps / stepLength);
      return Array.from({ length: count }, (_, i) => {
        const sign = places[(bar * count + i) % places.length]!;
        if (sign === '.') return '';
        const velocity = i % 4 === 0 ? 8 : i % 2 === 0 ? 6 : 5;
        const note = notes[Number(sign) % notes.length]!;
        return `${note} ${bar * barSteps + i * stepLength} ${length} ${velocity}`;
      });
    })
    .filter((event) => event !== '')
    .join(', ');
}
