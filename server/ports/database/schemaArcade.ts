import type { ArcadeMode } from '../../../src/data/contract/arcade.ts';
import type { JsonColumn } from './schemaJams.ts';

/** One arcadeFields row: what stands in the arcade on a day. It names no account. */
export interface ArcadeFieldRow {
  /** Eight digits, in UTC. */
  day: string;
  /** `ArcadeField` of the contract. */
  field: JsonColumn;
  /** Chance of its missions that no page knows; '' for days of before there was any. */
  salt: string;
  created: number;
}

/** One arcadeRuns row: a run as the server played it again. */
export interface ArcadeRunRow {
  id: string;
  /** Null while it is not claimed. */
  userId: string | null;
  mode: ArcadeMode;
  seed: string;
  score: number;
  /** `ScoreParts` of the contract. */
  parts: JsonColumn;
  /** Booleans by the conditions of the mission. */
  met: JsonColumn;
  /** Ids of visuals. */
  unlocks: JsonColumn;
  /** `Move`s of the contract. */
  moves: JsonColumn;
  /** SHA-256 of what was handed in, so that the same again can be told from a conflict. */
  digest: string;
  /** SHA-256 of what was done without its times, so that copies are found; '' for runs of before. */
  shape: string;
  /** By the clock of the server, in ms. */
  started: number;
  created: number;
  isForBoard: boolean;
  /** Where its rifff was kept, and under which share. */
  jamId: string | null;
  rifffId: string | null;
  shareId: string | null;
}

/** One arcadeBest row: a person's best run of a day. */
export interface ArcadeBestRow {
  day: string;
  userId: string;
  runId: string;
  score: number;
  /** When it was handed in: of two as good the earlier one stands first. */
  created: number;
}
