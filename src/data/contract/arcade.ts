/** The arcade: the field of a day, missions, runs with their moves, the board of the day, and claims by code. */
import * as z from 'zod';
import {
  ARCADE_BOARD_SIZE,
  ARCADE_DAYS,
  ARCADE_MOVES_MAX,
  ARCADE_SIZE,
  MAX_LOOPS_PER_RIFFF,
} from './constants.ts';
import { IdSchema, wholeNumber } from './fields.ts';
import { ShareTitleSchema } from './jams.ts';
import { BarLengthSchema, BpsSchema, RootSchema, ScaleSchema } from './loop.ts';

/** The two ways to play. Their results stand in the feed under the sources of `ARCADE_SOURCES`. */
export const ARCADE_MODES = ['mission', 'explorer'] as const;
export type ArcadeMode = (typeof ARCADE_MODES)[number];
export const ARCADE_SOURCES = {
  mission: 'beat_machine_mission',
  explorer: 'beat_machine_sound_explorer',
} as const satisfies Record<ArcadeMode, string>;

/**
 * Day of the field as eight digits in UTC (`20261122`: its daily mission), or with a number behind it: another mission
 * on that field.
 */
export const MISSION_SEED_PATTERN = /^\d{8}(-(0|[1-9]\d{0,8}))?$/;
export const MissionSeedSchema = z
  .string()
  .regex(MISSION_SEED_PATTERN, 'must be a day such as 20261122, or one with -number behind it');
/** A day in UTC as eight digits. */
export const ArcadeDaySchema = z.string().regex(/^\d{8}$/, 'must be a day such as 20261122');

export const ArcadeQuerySchema = z.strictObject({
  days: wholeNumber(1, ARCADE_DAYS).default(ARCADE_DAYS),
  size: wholeNumber(1, ARCADE_SIZE).default(ARCADE_SIZE),
});

const LeastSchema = z.int().min(1).max(MAX_LOOPS_PER_RIFFF);

/** A loop as the rules of the game see it: numbers alone, so that client and server count alike. */
export const FieldLoopSchema = z.object({
  id: IdSchema,
  /** A slug of `categories.ts`. */
  category: z.string(),
  /** Quarter notes per second of its own. */
  bps: BpsSchema,
  /** Its notes: a key, or weights of the pitch classes from C to B in thousandths; null fits every key. */
  tones: z
    .union([z.object({ root: RootSchema, scale: ScaleSchema }), z.array(z.int()).length(12)])
    .nullable(),
  /** Level in four bands from low to high, in hundredths of its loudest; all equal where not measured. */
  bands: z.array(z.int().min(0).max(100)).length(4),
  /** A number, not a name: equal numbers are one maker, within this field. */
  maker: z.int(),
  isLibrary: z.boolean(),
});
export type FieldLoop = z.infer<typeof FieldLoopSchema>;

/** A rifff of the field: `id` is that of its share in `GET api/v3/feed/arcade` (`_id`). */
export const FieldRifffSchema = z.object({
  id: IdSchema,
  maker: z.int(),
  bps: BpsSchema,
  barLength: BarLengthSchema,
  root: RootSchema,
  scale: ScaleSchema,
  /** Loops that sound in it, in slot order, each once. */
  loops: z.array(IdSchema).max(MAX_LOOPS_PER_RIFFF),
});
export type FieldRifff = z.infer<typeof FieldRifffSchema>;

/**
 * What stood in the arcade on a day; it never changes. What was removed since is in it, and not in the list of the
 * feed.
 */
export const ArcadeFieldSchema = z.object({
  day: ArcadeDaySchema,
  rifffs: z.array(FieldRifffSchema).max(ARCADE_SIZE),
  loops: z.array(FieldLoopSchema),
});
export type ArcadeField = z.infer<typeof ArcadeFieldSchema>;

/** One thing that a mission asks for, about what is placed in the end. */
export const ConditionSchema = z.discriminatedUnion('kind', [
  /** All of it is placed within so many bars, counted from the first placing. */
  z.object({ kind: z.literal('bars'), most: z.int() }),
  /** So many categories. */
  z.object({ kind: z.literal('colours'), least: LeastSchema }),
  /** Everything comes from rifffs slower, or faster, than that. */
  z.object({ kind: z.literal('under'), bpm: z.int() }),
  z.object({ kind: z.literal('over'), bpm: z.int() }),
  /** This loop is in it. */
  z.object({ kind: z.literal('use'), loop: IdSchema }),
  /** A loop of each of these categories. */
  z.object({ kind: z.literal('with'), categories: z.array(z.string()).min(1) }),
  /** None of this category. */
  z.object({ kind: z.literal('without'), category: z.string() }),
  /** Loops out of rifffs of so many makers. */
  z.object({ kind: z.literal('makers'), least: LeastSchema }),
  /** So many loops whose notes are in the key of the mission as they are. */
  z.object({ kind: z.literal('key'), least: LeastSchema }),
  /** So many loops. */
  z.object({ kind: z.literal('loops'), least: LeastSchema }),
  /** So many placed on the beat. */
  z.object({ kind: z.literal('onBeat'), least: LeastSchema }),
  /** The first loop that is placed is of this category. */
  z.object({ kind: z.literal('first'), category: z.string() }),
]);
export type Condition = z.infer<typeof ConditionSchema>;

/** A brief and the music that it is played to. In the explorer mode the conditions do not count. */
export const MissionSchema = z.object({
  seed: MissionSeedSchema,
  day: ArcadeDaySchema,
  /** The pulse that is placed to, in quarter notes per second, and the key that loops are moved to. */
  bps: BpsSchema,
  barLength: BarLengthSchema,
  root: RootSchema,
  scale: ScaleSchema,
  /** Time to play, by mode. */
  durationMs: z.object({ mission: z.int(), explorer: z.int() }),
  conditions: z.array(ConditionSchema),
});
export type Mission = z.infer<typeof MissionSchema>;

/** A mission with the field that it is played on: all that the rules need. */
export const MissionAnswerSchema = z.object({ mission: MissionSchema, field: ArcadeFieldSchema });
export type MissionAnswer = z.infer<typeof MissionAnswerSchema>;

/** Milliseconds since the run began. */
const StampSchema = z.int().min(0).max(120_000);
/** One move of a player. */
export const MoveSchema = z.discriminatedUnion('do', [
  /** Takes a loop of a rifff into the hand, in place of what was there; in the explorer mode it is placed at once. */
  z.strictObject({ t: StampSchema, do: z.literal('grab'), rifff: IdSchema, loop: IdSchema }),
  /** Places what is in the hand in the first free slot. */
  z.strictObject({ t: StampSchema, do: z.literal('place') }),
  /** Lets go of what is in the hand. */
  z.strictObject({ t: StampSchema, do: z.literal('drop') }),
  /** Takes a loop out again. */
  z.strictObject({
    t: StampSchema,
    do: z.literal('lift'),
    slot: z
      .int()
      .min(0)
      .max(MAX_LOOPS_PER_RIFFF - 1),
  }),
  /** Is done before the time is over. */
  z.strictObject({ t: StampSchema, do: z.literal('end') }),
]);
export type Move = z.infer<typeof MoveSchema>;

export const RunStartBodySchema = z.strictObject({
  /** Made by the client: one run, one id. */
  runId: IdSchema,
  missionSeed: MissionSeedSchema,
  mode: z.enum(ARCADE_MODES),
});
export const RunStartSchema = z.object({
  /** Signed by the server; goes with the run, and proves who played it. */
  token: z.string(),
  /** When the run began by the clock of the server, in ms. */
  startedMs: z.number(),
  /** Until when it counts for the board, in ms. */
  boardUntilMs: z.number(),
});

const StartTokenSchema = z.string().min(1).max(600);
export const RunBodySchema = z.strictObject({
  runId: IdSchema,
  missionSeed: MissionSeedSchema,
  mode: z.enum(ARCADE_MODES),
  token: StartTokenSchema,
  moves: z.array(MoveSchema).max(ARCADE_MOVES_MAX),
});

/** What a score is made of; they add up. The explorer mode has no timing, conditions or brief. */
export const ScorePartsSchema = z.object({
  timing: z.int(),
  fit: z.int(),
  variety: z.int(),
  combo: z.int(),
  conditions: z.int(),
  /** Every condition was met. */
  brief: z.int(),
  /** Not above zero. */
  penalty: z.int(),
});
export type ScoreParts = z.infer<typeof ScorePartsSchema>;

const PlayerSchema = z.object({ user: z.string(), displayName: z.string() });

/** A run that the server played again by its moves. */
export const RunSchema = z.object({
  id: IdSchema,
  mode: z.enum(ARCADE_MODES),
  missionSeed: MissionSeedSchema,
  /** Null until it is claimed. */
  player: PlayerSchema.nullable(),
  score: z.int(),
  parts: ScorePartsSchema,
  /** By the conditions of the mission, in their order. */
  met: z.array(z.boolean()),
  /** Ids of visuals, see `rules/arcade/unlocks.ts`. */
  unlocks: z.array(z.string()),
  startedMs: z.number(),
  /** Came in time to count for the board of its day; a person's best of the day stands on it. */
  isForBoard: z.boolean(),
  /** Null until `movesFrom` but for its player: moves stay secret while the day lasts. */
  moves: z.array(MoveSchema).nullable(),
  /** When everybody may see them, in ms. */
  movesFrom: z.number(),
  /** Where its rifff is, once it was kept; `shareId` once it is in the feed, and before that for its player alone. */
  kept: z.object({ jamId: z.string(), rifffId: IdSchema, shareId: IdSchema.nullable() }).nullable(),
});
export type Run = z.infer<typeof RunSchema>;

export const BoardQuerySchema = z.strictObject({ day: ArcadeDaySchema.optional() });
const BoardEntrySchema = PlayerSchema.extend({
  place: z.int(),
  runId: IdSchema,
  score: z.int(),
  /** Made by this server for show. */
  isDemo: z.boolean(),
});
export type BoardEntry = z.infer<typeof BoardEntrySchema>;
export const BoardSchema = z.object({
  day: ArcadeDaySchema,
  entries: z.array(BoardEntrySchema).max(ARCADE_BOARD_SIZE),
  /** The reader's own, also below the last that is listed. */
  own: BoardEntrySchema.nullable(),
  /** People on it. */
  players: z.int(),
});
export type Board = z.infer<typeof BoardSchema>;

/** How the rifff of a run is kept: in the jam of the account, and shared unless that is not wanted. */
export const KeepRunBodySchema = z.strictObject({
  title: ShareTitleSchema.default(''),
  share: z.boolean().default(true),
  private: z.boolean().default(false),
});
export const KeptRunSchema = z.object({
  runId: IdSchema,
  mode: z.enum(ARCADE_MODES),
  /** Null for a run in which nothing was placed. */
  kept: RunSchema.shape.kept,
  /** Why it was kept but not shared, in plain words; null where it was, or was not to be. */
  notShared: z.string().nullable(),
});
export type KeptRun = z.infer<typeof KeptRunSchema>;

export const ClaimBodySchema = z.strictObject({ runId: IdSchema, token: StartTokenSchema });
export const ClaimCodeSchema = z.object({
  /** To be shown as a QR code of `/arcade/qr-code-scan?code=`, and as text in groups of four. */
  code: z.string(),
  /** In ms. */
  expires: z.number(),
});
export const ClaimParamsSchema = z.object({
  /** In any case; dashes and spaces do not count. */
  code: z.string().min(1).max(40),
});
/** What a claim is about, for a person with its code. */
export const ClaimSchema = z.object({
  runId: IdSchema,
  mode: z.enum(ARCADE_MODES),
  missionSeed: MissionSeedSchema,
  score: z.int(),
  /** Categories of its loops in slot order. */
  categories: z.array(z.string()),
  expires: z.number(),
});
export type Claim = z.infer<typeof ClaimSchema>;

export const RunParamsSchema = z.object({ id: IdSchema });
export const MissionParamsSchema = z.object({ seed: MissionSeedSchema });
