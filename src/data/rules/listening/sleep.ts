/** The sleep timer: when what is heard grows quiet, and how. */

export type SleepChoice = 'off' | '10' | '20' | '30' | '60' | 'end';

export const SLEEP_CHOICES: readonly { readonly id: SleepChoice; readonly title: string }[] = [
  { id: 'off', title: 'Off' },
  { id: '10', title: 'In 10 minutes' },
  { id: '20', title: 'In 20 minutes' },
  { id: '30', title: 'In 30 minutes' },
  { id: '60', title: 'In an hour' },
  { id: 'end', title: 'After this rifff' },
];

/** The choice with an id; off when there is none. */
export function sleepChoiceOf(id: string): SleepChoice {
  return SLEEP_CHOICES.find((choice) => choice.id === id)?.id ?? 'off';
}

/** It takes so long to fade; then playing pauses. */
export const SLEEP_FADE_MS = 20_000;
/** As quiet as it gets before it pauses: below anything that is heard, in dB under what was set. */
export const SLEEP_FLOOR_DB = -60;

/** Milliseconds from the choice to the beginning of the fade; null for off and for the end of a rifff. */
export function sleepAfterMs(choice: SleepChoice): number | null {
  const minutes = Number(choice);
  return Number.isFinite(minutes) ? minutes * 60_000 : null;
}

/** dB under what was set, so many milliseconds after the fade began: 0 to the floor, evenly loud to the ear. */
export function sleepFadeDb(sinceMs: number): number {
  return SLEEP_FLOOR_DB * Math.min(1, Math.max(0, sinceMs / SLEEP_FADE_MS));
}
