/** Another tempo, with the pitch that it brings along as on a turntable: whole semitones within ten cents. */
export interface Varispeed {
  /** Quarter notes per minute. */
  readonly bpm: number;
  readonly semitones: number;
}

/** Tempo (quarter notes per second) and key of music at another speed; the same where there is none. */
export function atVarispeed<T extends { readonly bps: number; readonly root: number }>(
  music: T,
  varispeed: Varispeed | undefined,
): T {
  if (!varispeed) return music;
  const root = (((music.root + varispeed.semitones) % 12) + 12) % 12;
  return { ...music, bps: varispeed.bpm / 60, root };
}
