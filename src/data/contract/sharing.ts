import * as z from 'zod';
import { LICENSE_SLUGS } from './accountOptions.ts';
import { FEED_MAX, FEED_PAGE, SHARED_BY_PAGE } from './constants.ts';
import { flag, IdSchema, plainText, timeMs, wholeNumber } from './fields.ts';
import { ShareTitleSchema } from './jams.ts';
import type { LookDocument } from './looks.ts';
import type { PlaylistItem } from './playlists.ts';
import { type Rifff, RifffSchema } from './rifff.ts';
import { LookCopySchema, LookKeySchema } from './savedLooks.ts';

/** What a rifff was made with, where that was not the editor. */
export const SHARE_SOURCES = ['beat_machine_mission', 'beat_machine_sound_explorer'] as const;
export const ShareSourceSchema = z.enum(SHARE_SOURCES);
export type ShareSource = z.infer<typeof ShareSourceSchema>;

/** Where a share stands in the chart that was asked for. */
export const ChartPlaceSchema = z.object({
  /** 1 is the top of what the reader sees. */
  place: z.int(),
  points: z.int(),
  /** Distinct accounts that the points are of. */
  people: z.int(),
});

/** The week that a share won, and why. Times as in the chart. */
export const WeekWonSchema = z.object({
  start: z.number(),
  startISO: z.string(),
  end: z.number(),
  endISO: z.string(),
  /** Found by the rule, or chosen by a moderator, who says why. */
  by: z.enum(['rule', 'moderator']),
  /** What the moderator wrote, as text; empty for the rule. */
  reason: z.string(),
  points: z.int(),
  /** Distinct accounts that liked, answered or commented on it, and those of them that did not follow its maker. */
  people: z.int(),
  strangers: z.int(),
});
export type WeekWon = z.infer<typeof WeekWonSchema>;

/** A rifff in the public feed: the document, who shared it, and what others made of it. */
export const SharedRifffSchema = z.object({
  /** Id of the share. */
  _id: IdSchema,
  /** Id of the rifff in its jam. */
  doc_id: IdSchema,
  jamId: z.string(),
  type: z.literal('SharedRifff'),
  rifff: RifffSchema,
  title: z.string(),
  /** Who shared it, and everyone whose rifff or loop it holds. */
  user: z.string(),
  displayName: z.string(),
  isDemo: z.boolean(),
  creators: z.array(z.string()),
  private: z.boolean(),
  /** Of the rifff as a whole, as it stood when it was made; each loop has its own. */
  license: z.enum(LICENSE_SLUGS),
  image: z.boolean(),
  image_url: z.string(),
  react_counts: z.object({ like: z.int() }),
  commentCount: z.int(),
  action_timestamp: z.number(),
  action_timestamp_iso: z.string(),
  liked_by_current_user: z.boolean(),
  /** Only for the sharer and for moderators: a moderator removed it, and why. */
  removedReason: z.string().optional(),
  /** Left out where it was made in the editor. */
  source: ShareSourceSchema.optional(),
  /** Key of the look that its sharer chose for it; left out where there is none. */
  lookKey: LookKeySchema.optional(),
  /** That look as it was then; only of a share that is asked for by its id, and among the rifffs of the week. */
  look: LookCopySchema.optional(),
  /** Only in a chart. */
  chart: ChartPlaceSchema.optional(),
  /** Only among the rifffs of the week. */
  wonWeek: WeekWonSchema.optional(),
});
export type SharedRifff = z.infer<typeof SharedRifffSchema>;

export const ShareBodySchema = z.strictObject({
  jamId: IdSchema,
  rifffId: IdSchema,
  /** Made by the client, so that sharing again after a lost answer changes nothing. */
  shareId: IdSchema,
  title: ShareTitleSchema.default(''),
  private: z.boolean().default(false),
  /** A look that the caller may see; it is copied as it is. Left out, or null: none. */
  look: LookKeySchema.nullable().optional(),
});
export const ShareParamsSchema = z.object({ id: IdSchema });

const FEED_SORTS = ['latest', 'likes'] as const;
export const FeedQuerySchema = z.strictObject({
  sort: z.enum(FEED_SORTS).default('latest'),
  skip: wholeNumber(0, 1_000_000).default(0),
  limit: wholeNumber(1, FEED_MAX).default(FEED_PAGE),
  source: ShareSourceSchema.optional(),
  /** Only what people shared whom the reader follows. */
  following: flag.optional(),
  /** Only what the reader liked. */
  liked: flag.optional(),
  sharedAfter: timeMs.optional(),
  sharedBefore: timeMs.optional(),
});
export const FeedSchema = z.object({ rifffs: z.array(SharedRifffSchema), isLastPage: z.boolean() });

export const SharedByQuerySchema = z.strictObject({
  size: wholeNumber(1, FEED_MAX).default(SHARED_BY_PAGE),
  from: wholeNumber(0, 1_000_000).default(0),
});

export const LikeSchema = z.object({ like: z.int(), liked_by_current_user: z.boolean() });

const REPORT_REASONS = ['stolen', 'hateful', 'harmful', 'spam', 'other'] as const;
export const ReportBodySchema = z.strictObject({
  reason: z.enum(REPORT_REASONS),
  message: plainText(1000).default(''),
});

/** What moderators see. */
export const ReportSchema = z.object({
  id: IdSchema,
  shareId: IdSchema,
  title: z.string(),
  user: z.string(),
  reporter: z.string(),
  reason: z.enum(REPORT_REASONS),
  message: z.string(),
  created: z.number(),
});
export type Report = z.infer<typeof ReportSchema>;
export const ModerationBodySchema = z.strictObject({ reason: plainText(500).min(1, 'Required') });

/** On shares; then on people, the two with appeals on what they wrote; then on what people left in a jam; on the server; on classes. */
export const AUDIT_ACTIONS = [
  'remove',
  'restore',
  'dismiss',
  'remove-displayName',
  'remove-bio',
  'remove-links',
  'remove-picture',
  'remove-track',
  'suspend',
  'lift',
  'accept-appeal',
  'refuse-appeal',
  'remove-message',
  'remove-rifff',
  'dismiss-message',
  'dismiss-rifff',
  'remove-comment',
  'dismiss-comment',
  'remove-club',
  'remove-look',
  'remove-playlist',
  'dismiss-club',
  'dismiss-look',
  'dismiss-profile',
  'choose-winner',
  'clear-winner',
  'change-settings',
  'make-admin',
  'make-moderator',
  'end-office',
  'forget-factors',
  'set-mode',
  'announce',
  'end-announcement',
  'run-job',
  'send-mail',
  'back-up',
  'make-class',
  'delete-class',
  'make-cards',
  'end-cards',
  'move-pupil',
  'remove-pupil',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
export const AuditEntrySchema = z.object({
  id: IdSchema,
  moderator: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** Empty where it is about a person. */
  shareId: z.string(),
  title: z.string(),
  /** Whom it is about; empty for shares, and once that account is gone. */
  user: z.string(),
  reason: z.string(),
  created: z.number(),
});
export type AuditEntry = z.infer<typeof AuditEntrySchema>;

/** What the server writes into the page of an embed: everything that it shows, so that it need ask for nothing. */
export interface EmbedData {
  readonly title: string;
  /** Display names, who shared it first. */
  readonly makers: readonly string[];
  /** Address of the rifff's page. */
  readonly pageUrl: string;
  /** Its licence in short, and where it stands in full; null where there is nothing to read. */
  readonly licence: { readonly text: string; readonly url: string | null };
  readonly rifff: Rifff;
  /** What draws it; left out where it was shared without a look. */
  readonly look?: LookDocument;
}

/** The same for the embed of a playlist. */
export interface PlaylistEmbedData {
  readonly title: string;
  /** Whose it is: the name of its owner or its club. */
  readonly by: string;
  readonly pageUrl: string;
  /** Its first items that anyone may hear, with short peaks. */
  readonly items: readonly PlaylistItem[];
  /** All items of the playlist. */
  readonly itemCount: number;
}

export const OEmbedQuerySchema = z.object({
  /** Address of the page of a shared rifff or a playlist, or of its embed. */
  url: z.string().min(1, 'Required').max(2000),
  maxwidth: wholeNumber(1, 100_000).optional(),
  maxheight: wholeNumber(1, 100_000).optional(),
  /** Any but `json` is answered with 501, as oembed.com asks (section 2.3.3). */
  format: z.string().max(100).optional(),
});
export type OEmbedQuery = z.output<typeof OEmbedQuerySchema>;

/** An answer of oEmbed 1.0 (oembed.com, section 2.3.4), of type "rich". */
export const OEmbedSchema = z.object({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  provider_name: z.string(),
  provider_url: z.string(),
  title: z.string(),
  author_name: z.string(),
  html: z.string(),
  width: z.int(),
  height: z.int(),
  thumbnail_url: z.string(),
  thumbnail_width: z.int(),
  thumbnail_height: z.int(),
  cache_age: z.int(),
});
export type OEmbed = z.infer<typeof OEmbedSchema>;
