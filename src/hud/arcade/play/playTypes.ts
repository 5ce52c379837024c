/** What a room of play is given, and what it leaves. */
import type { ArcadeMode, Mission, MissionAnswer, Move } from '../../../data/contract/arcade.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import type { ArcadeState } from '../../../data/rules/arcade/game.ts';

/** A run that has come to its end. */
export interface EndedRun {
  readonly mode: ArcadeMode;
  readonly mission: Mission;
  readonly moves: readonly Move[];
  readonly state: ArcadeState;
  /** What was made; null when nothing was placed. */
  readonly rifff: Rifff | null;
}

export interface PlayRoomProps {
  /** Of `arcadeQuery`, in the order of the field; the same array as long as they are the same. */
  shares: readonly SharedRifff[];
  /** Mission and field. */
  answer: MissionAnswer;
  mode: ArcadeMode;
  /** Moves of a run that was played: shown again, without hands. */
  script?: readonly Move[];
  /** Best of today for the head. */
  best?: { score: number; name: string } | null;
  /** Called once, when time is over or the player is done, also of a script. */
  onEnd(run: EndedRun): void;
  onLeave(): void;
}
