/** A run of the arcade as this device keeps it until it belongs to an account. */
import './contract/jitless.ts';
import { z } from 'zod';
import { ARCADE_MODES, MissionSeedSchema, MoveSchema } from './contract/arcade.ts';
import { ARCADE_MOVES_MAX } from './contract/constants.ts';
import { IdSchema } from './contract/fields.ts';

/** The server takes a run for so long after its start, and keeps one without an owner for so long. */
const HELD_MS = 24 * 3_600_000;
/** The oldest go first. */
export const MOST_HELD = 12;

const HeldRunSchema = z.object({
  runId: IdSchema,
  mode: z.enum(ARCADE_MODES),
  missionSeed: MissionSeedSchema,
  /** Of the start; null for a run that began without the server, which stays on this device. */
  token: z.string().max(600).nullable(),
  moves: z.array(MoveSchema).max(ARCADE_MOVES_MAX),
  /** In ms by the clock of this device. */
  endedMs: z.number(),
  isSent: z.boolean(),
  /** Why the server does not take it; empty while nothing was refused. */
  refusal: z.string(),
});
export type HeldRun = Readonly<z.infer<typeof HeldRunSchema>>;

/** What was kept, as far as it can be read and is not too old; the latest first. */
export function readHeldRuns(text: string | null, nowMs: number): HeldRun[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept
      .flatMap((one) => HeldRunSchema.safeParse(one).data ?? [])
      .filter(({ endedMs }) => Math.abs(nowMs - endedMs) < HELD_MS)
      .slice(0, MOST_HELD);
  } catch {
    return [];
  }
}

/** Can it be sent, and has it not been? What nothing was placed in is nothing to send. */
export const isToSend = ({ token, isSent, refusal, moves }: HeldRun): boolean =>
  token !== null && !isSent && refusal === '' && moves.some((move) => move.do === 'grab');
