/** What a run asks of the field's sound and picture, where they are able to. */
import type { FieldSound } from '../../../audio/arcade/FieldSound.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { CueId } from '../../../data/rules/arcade/cues.ts';
import type { ArcadeFlight } from '../arcadeFlight.ts';

/** What the sound of a field does for a run. */
export interface RunSound {
  /** The rifff that the player makes is heard with the field; null: none. */
  hold(rifff: Rifff | null): void;
  /** Seconds of the grid that are heard at a moment of the page's clock; null while nothing is. */
  heardSec(performanceMs: number): number | null;
  /** The short sound of a cue. */
  cue(id: CueId): void;
  /** A tick on each beat of the pulse. */
  pulse(isOn: boolean): void;
}

/** The visuals of unlocks. */
export interface RunVisuals {
  unlock(id: string): void;
  clearUnlocks(): void;
}

/** The sound as a run asks it; what it cannot do is left out. */
export const runSound = (sound: FieldSound | null): Partial<RunSound> =>
  (sound as (FieldSound & Partial<RunSound>) | null) ?? {};

/** The flight as a run asks it. */
export const runVisuals = (flight: ArcadeFlight): Partial<RunVisuals> =>
  flight as ArcadeFlight & Partial<RunVisuals>;
