import * as z from 'zod';
import {
  LOBBY_PAGE,
  MAX_BAR_LENGTH_16THS,
  MAX_BPS,
  MIN_BAR_LENGTH_16THS,
  MIN_BPS,
  RIFFF_LIST_PAGE,
} from './constants.ts';
import {
  CategoryWordSchema,
  flag,
  IdSchema,
  plainName,
  plainText,
  timeMs,
  wholeNumber,
} from './fields.ts';
import { ImportedNameSchema } from './imported.ts';
import { RifffSchema } from './rifff.ts';

/**
 * Who may read a jam: anyone (`public`), its members and guests with a code (`link`), its members alone
 * (`private`).
 */
export const JamAccessSchema = z.enum(['public', 'link', 'private']);
export type JamAccess = z.infer<typeof JamAccessSchema>;

/**
 * A person's role in a jam. A guest came by a code and has no account yet. The channel of a club has moderators, who
 * keep order in it as its owner does.
 */
export const JamRoleSchema = z.enum(['owner', 'moderator', 'member', 'guest']);
export type JamRole = z.infer<typeof JamRoleSchema>;

/** What guests may do besides listening, as its owner decided. */
export const GuestRightsSchema = z.strictObject({ mayAnswer: z.boolean(), mayChat: z.boolean() });

/** The club of a channel as the room of the channel shows it. */
export const ChannelClubSchema = z.object({
  id: IdSchema,
  name: z.string(),
  /** Anyone may look at the club and join it; else it is there for its members alone. */
  isOpen: z.boolean(),
  /** Who hears the channel; see `ChannelAccessSchema`. */
  heardBy: z.enum(['public', 'members', 'moderators']),
  /** When the club is gone, ms: it was deleted, and until then nothing changes in its channels. Else null. */
  closes: z.number().nullable(),
});

/** A jam as lists and its own page show it. */
export const JamSchema = z.object({
  /** `band` + 10 hex for a room, the owner's `user_id` for a personal jam. */
  id: IdSchema,
  /** 64 hex digits; stands wherever `id` may. */
  longId: IdSchema,
  kind: z.enum(['personal', 'room']),
  name: z.string(),
  owner: z.string(),
  access: JamAccessSchema,
  created: z.number(),
  rifffCount: z.int(),
  isDemo: z.boolean(),
  /** The club whose channel it is; null for every other jam. Its members are the club's. */
  club: ChannelClubSchema.nullable(),
  description: z.string(),
  /** Address of the cover, null for the rings of its newest rifff. */
  coverUrl: z.string().nullable(),
  /** Metre of new rifffs: sixteenths in a bar. */
  barLength: z.number(),
  /** Its owner counts. */
  memberCount: z.int(),
  guests: GuestRightsSchema,
  /** When its newest rifff came, ms; null while it has none. Under ten minutes ago it is live. */
  latest: z.number().nullable(),
  /** Number of its newest event, 0 before the first; see `contract/live.ts`. */
  lastEvent: z.int(),
  /** Who the caller is there; null for a reader who is no member. */
  role: JamRoleSchema.nullable(),
  /** May the caller add rifffs? */
  mayAnswer: z.boolean(),
  mayChat: z.boolean(),
  /** Its rifffs can be collected on their first day; left out where they cannot. */
  isCollectible: z.boolean().optional(),
  /** The house band is in it; left out where it is not. */
  hasBand: z.boolean().optional(),
});
export type Jam = z.infer<typeof JamSchema>;

/** A jam of one's own list. */
export const MyJamSchema = JamSchema.extend({
  /** Its newest rifff, with short peaks; null for none. Only where it was asked for, and in the first 50 jams. */
  newest: RifffSchema.nullable().optional(),
});
export type MyJam = z.infer<typeof MyJamSchema>;
export const MyJamsQuerySchema = z.strictObject({
  /** With the newest rifff of each. */
  newest: flag.optional(),
});

/** A jam in the lobby, with what makes an answer likely. */
export const LobbyJamSchema = JamSchema.extend({
  /** Its newest rifff, with short peaks; null for none that may be read. */
  newest: RifffSchema.nullable(),
  /** Categories that its newest rifff has no loop of, the ones that most often stand beside what is there first. */
  lacks: z.array(z.string()),
  /** Who is there now, by user id, at most eight; and how many in all. */
  present: z.array(z.string()),
  presentCount: z.int(),
  /** A person there records or edits an answer. */
  isBeingAnswered: z.boolean(),
});
export type LobbyJam = z.infer<typeof LobbyJamSchema>;

export const LobbyQuerySchema = z.strictObject({
  /** Words of name, description or owner. */
  search: plainName(80).optional(),
  skip: wholeNumber(0, 100_000).default(0),
  limit: wholeNumber(1, 50).default(LOBBY_PAGE),
  /** Only those whose newest rifff is under ten minutes old. */
  live: flag.optional(),
});
export const LobbySchema = z.object({ jams: z.array(LobbyJamSchema), total: z.int() });

const JamNameSchema = plainName(60).pipe(z.string().min(1, 'Required'));
const JamDescriptionSchema = plainText(500);
export const NewJamBodySchema = z.strictObject({
  name: JamNameSchema,
  description: JamDescriptionSchema.default(''),
  access: JamAccessSchema.default('public'),
});
/** What is left out stays as it is. A personal jam keeps its name and its owner's access rights. */
export const JamChangesBodySchema = z.strictObject({
  name: JamNameSchema.optional(),
  description: JamDescriptionSchema.optional(),
  access: JamAccessSchema.optional(),
  barLength: z.int().min(MIN_BAR_LENGTH_16THS).max(MAX_BAR_LENGTH_16THS).optional(),
  guests: GuestRightsSchema.optional(),
});

export const JamParamsSchema = z.object({ id: IdSchema });
export const JamRifffParamsSchema = z.object({ id: IdSchema, rifffId: IdSchema });
export const RemixParamsSchema = z.object({ id: IdSchema, originalId: IdSchema });

const decimal = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,4}(\.\d{1,6})?$/, 'must be a number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** What a history is narrowed to; all that are given must hold. */
export const HistoryFilterSchema = z.strictObject({
  /** Whose rifffs, by user id. */
  by: IdSchema.optional(),
  /** A used slot has a loop of this category. */
  category: CategoryWordSchema.optional(),
  minBps: decimal(MIN_BPS, MAX_BPS).optional(),
  maxBps: decimal(MIN_BPS, MAX_BPS).optional(),
  root: wholeNumber(0, 11).optional(),
  scale: wholeNumber(0, 17).optional(),
  /** Holds a loop that this person made. */
  loopsOf: IdSchema.optional(),
});

/** By page, or everything strictly older than a time; newest first, ties by id, descending. */
export const JamRifffsQuerySchema = z.strictObject({
  pageNo: wholeNumber(0, 1_000_000).default(0),
  pageSize: wholeNumber(1, 100).default(RIFFF_LIST_PAGE),
  fromCreatedTime: timeMs.optional(),
  ...HistoryFilterSchema.shape,
});

/** A rifff as a node of the tree: enough to draw its place, its line and its colours. */
const TreeNodeSchema = z.object({
  id: IdSchema,
  /** Its parent in the same jam; null for a root, or a parent elsewhere. */
  parentId: IdSchema.nullable(),
  user: z.string(),
  /** What its maker is called where they came along with an imported jam, and have no account. */
  importedName: ImportedNameSchema.optional(),
  created: z.number(),
  bps: z.number(),
  /** Categories of its used slots in order: the bands of its emblem. */
  bands: z.array(z.string()),
});
export type TreeNode = z.infer<typeof TreeNodeSchema>;
export const TreeQuerySchema = z.strictObject({
  /** Strictly older than this time; newest first. */
  fromCreatedTime: timeMs.optional(),
  limit: wholeNumber(1, 2000).default(2000),
  ...HistoryFilterSchema.shape,
});
export const TreeSchema = z.object({ nodes: z.array(TreeNodeSchema), isLast: z.boolean() });
export const RifffReportBodySchema = z.strictObject({ reason: plainText(500) });
/** Rifffs that an account hid from itself, as they are listed: the latest first, at most 100. */
export const HiddenRifffsSchema = z.object({
  hidden: z.array(
    z.object({ jamId: IdSchema, jamName: z.string(), created: z.number(), rifff: RifffSchema }),
  ),
});
export type HiddenRifff = z.infer<typeof HiddenRifffsSchema>['hidden'][number];
export const JamRifffsSchema = z.object({
  legacy_id: z.string(),
  name: z.string(),
  total: z.int(),
  rifffs: z.array(RifffSchema),
});

const RifffKeySchema = z.strictObject({ jamId: IdSchema, rifffId: IdSchema });
export const RifffsQueryBodySchema = z.strictObject({ rifffs: z.array(RifffKeySchema).max(100) });

/** The rifff is checked whole by `rules/sharing/posted.ts`: unknown keys inside it are kept up to 8 kB. */
export const PostRifffBodySchema = z.strictObject({ rifff: RifffSchema });
export const RifffIdSchema = z.object({ id: IdSchema, rifff: RifffSchema });
export const LibraryImportBodySchema = z.strictObject({ loopId: IdSchema });

/** One rifff of a line of descent. Of what the reader may not see only the place stands, without ids and a name. */
const LineageEntrySchema = z.object({
  jamId: IdSchema.nullable(),
  rifffId: IdSchema.nullable(),
  isReadable: z.boolean(),
  /** Its maker's account was deleted; only its place in the line is left. */
  hasLeft: z.boolean(),
  user_id: z.string(),
  displayName: z.string(),
  /** Where its maker's name comes from, who came along with an imported jam; left out for accounts. */
  importedFrom: z.string().optional(),
  created: z.number(),
  /** Its public share, if it has one. */
  shareId: z.string().nullable(),
  title: z.string(),
});
export type LineageEntry = z.infer<typeof LineageEntrySchema>;
export const RifffLineageSchema = z.object({
  /** From the parent upwards, at most 20. */
  ancestors: z.array(LineageEntrySchema),
  /** Its remixes and answers that the reader may see, newest first, at most 20. */
  children: z.array(LineageEntrySchema),
});
export type RifffLineage = z.infer<typeof RifffLineageSchema>;

export const ShareTitleSchema = plainName(80);
