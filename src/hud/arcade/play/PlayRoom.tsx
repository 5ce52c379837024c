// To be replaced whole by the room that plays; until then only its types are here.
import type {
  ArcadeMode,
  Mission,
  MissionAnswer,
  Move,
} from '../../../data/contract/arcade.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import type { ArcadeState } from '../../../data/rules/arcade/game.ts';

/** A run that is over: who plays hands it to the page. */
export interface EndedRun {
  readonly mode: ArcadeMode;
  readonly mission: Mission;
  readonly moves: readonly Move[];
  readonly state: ArcadeState;
  /** What was made; null when nothing was placed. */
  readonly rifff: Rifff | null;
}

export interface PlayRoomProps {
  /** Of the field, in its order. */
  shares: readonly SharedRifff[];
  answer: MissionAnswer;
  mode: ArcadeMode;
  /** Moves of a run that was played: shown again, without hands. */
  script?: readonly Move[];
  /** Best of today for the head. */
  best?: { score: number; name: string } | null;
  /** Once, when time is over or the player is done. */
  onEnd(run: EndedRun): void;
  onLeave(): void;
}

/** The game on the page. */
export function PlayRoom(_props: PlayRoomProps): never {
  throw new Error('Nothing plays here yet');
}
