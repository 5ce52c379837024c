/** Seeded randomness: the same words give the same numbers on every machine. */

export interface Random {
  /** Next number in 0..1 (1 excluded). */
  next(): number;
  /** Next number in −1..1. */
  bipolar(): number;
  /** A further stream of its own, named by `label`, that does not disturb this one. */
  fork(label: string): Random;
}

/** FNV-1a of the UTF-16 codes of `text`, 32 bits. */
export function hash32(text: string, basis = 0x811c9dc5): number {
  let hash = basis;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** A generator seeded by `label` (mulberry32). */
export function random(label: string): Random {
  let state = hash32(label);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    bipolar: () => next() * 2 - 1,
    fork: (name) => random(`${label}/${name}`),
  };
}
