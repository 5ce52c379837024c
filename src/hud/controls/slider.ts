/** What a slider's value does under keys and fingers; pure, so that every control moves alike. */

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  /** An arrow key. */
  readonly step: number;
  /** Page up and down. */
  readonly page: number;
  /** Values are held to multiples of this from `min`; 0 leaves them free. */
  readonly grid: number;
  /** Double click, 0 and R. */
  readonly reset: number;
}

/** Holds a value to a range and its grid. */
export function holdValue(value: number, range: SliderRange): number {
  const held = Math.min(range.max, Math.max(range.min, value));
  if (range.grid <= 0) return held;
  const snapped = range.min + Math.round((held - range.min) / range.grid) * range.grid;
  return Math.min(range.max, Number(snapped.toFixed(6)));
}

/**
 * The value after a key, or null when the key is none of the slider's own.
 * @param key as `KeyboardEvent.key`
 */
export function valueAfterKey(value: number, key: string, range: SliderRange): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return holdValue(value + range.step, range);
    case 'ArrowLeft':
    case 'ArrowDown':
      return holdValue(value - range.step, range);
    case 'PageUp':
      return holdValue(value + range.page, range);
    case 'PageDown':
      return holdValue(value - range.page, range);
    case 'Home':
      return range.min;
    case 'End':
      return range.max;
    case '0':
    case 'r':
    case 'R':
      return range.reset;
    default:
      return null;
  }
}

/** Position 0–1 along the track and back; `taper` 1 is linear, 2 gives the low end more room. */
export function toPosition(value: number, range: SliderRange, taper = 1): number {
  const share = (value - range.min) / (range.max - range.min);
  return Math.min(1, Math.max(0, share)) ** (1 / taper);
}

/** Value at a position 0–1 along the track, held to the range and its grid. */
export function fromPosition(position: number, range: SliderRange, taper = 1): number {
  const share = Math.min(1, Math.max(0, position)) ** taper;
  return holdValue(range.min + share * (range.max - range.min), range);
}
