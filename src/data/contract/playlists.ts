import * as z from 'zod';
import { ReactionCountSchema, ReactionSchema } from './chat.ts';
import {
  MAX_FADE_OUT_BARS,
  MAX_LOOP_COUNT,
  MAX_PLAYLIST_ITEMS,
  PLAYLIST_DEFAULT_LOOPS,
  PLAYLIST_PAGE,
} from './constants.ts';
import { IdSchema, plainName, plainText, wholeNumber } from './fields.ts';
import { RifffSchema } from './rifff.ts';
import { TrackSchema } from './uploads.ts';

/** Bars at the end over which an item fades out; 0 for none. A bar of a track counts as two seconds. */
const FadeOutSchema = z.int().min(0).max(MAX_FADE_OUT_BARS);
/** How often an item is played. */
const LoopCountSchema = z.int().min(1).max(MAX_LOOP_COUNT);

/** Who may read a playlist: anyone, or its owner; of a club's, which is read as the club is, anyone or its members. */
export const PlaylistAccessSchema = z.enum(['public', 'private']);
/** Who puts things into a playlist of a club and orders them: every member, or its owner and moderators. */
export const PlaylistAddersSchema = z.enum(['members', 'moderators']);

const ItemBaseSchema = z.object({
  id: IdSchema,
  /** The rifff or track that it plays, and its jam; null where `data` is. */
  itemId: IdSchema.nullable(),
  jamId: IdSchema.nullable(),
  /** Of a rifff the title of its public share, else from which jam it is; of a track its name. May be empty. */
  title: z.string(),
  /** Who made it, and who put it here. */
  user: z.string(),
  displayName: z.string(),
  addedBy: z.string(),
  created: z.number(),
  fadeOut: FadeOutSchema,
  loopCount: LoopCountSchema,
  /** The public share of a rifff, if it has one. */
  shareId: z.string().nullable(),
  reactions: z.array(ReactionCountSchema),
});

/**
 * One place of a playlist: `audio` is a rifff that the engine plays, `track` a file. `data` is null where it is gone,
 * or not for the reader: it is passed over when played.
 */
export const PlaylistItemSchema = z.discriminatedUnion('type', [
  ItemBaseSchema.extend({ type: z.literal('audio'), data: RifffSchema.nullable() }),
  ItemBaseSchema.extend({ type: z.literal('track'), data: TrackSchema.nullable() }),
]);
export type PlaylistItem = z.infer<typeof PlaylistItemSchema>;

/** A playlist as lists show it. */
export const PlaylistBriefSchema = z.object({
  id: IdSchema,
  name: z.string(),
  description: z.string(),
  /** The club whose playlist it is; null for a personal one. */
  clubId: IdSchema.nullable(),
  clubName: z.string(),
  /** Who made it. */
  owner: z.string(),
  displayName: z.string(),
  /** Made by this server for show. */
  isDemo: z.boolean(),
  access: PlaylistAccessSchema,
  adders: PlaylistAddersSchema,
  created: z.number(),
  /** When it was last changed; ms. */
  changed: z.number(),
  itemCount: z.int(),
  /** May the caller put things in, order them and take out their own? */
  mayAdd: z.boolean(),
  /** May the caller change everything of it, and delete it? */
  mayEdit: z.boolean(),
  /** Its first rifffs that the reader may hear, four at most, with short peaks: they are its cover. */
  discs: z.array(RifffSchema),
});
export type PlaylistBrief = z.infer<typeof PlaylistBriefSchema>;

/** A playlist with a page of its items. */
export const PlaylistSchema = PlaylistBriefSchema.extend({
  /** Its whole order. */
  entries: z.array(z.object({ id: IdSchema })),
  items: z.array(PlaylistItemSchema),
});
export type Playlist = z.infer<typeof PlaylistSchema>;

export const PlaylistPageQuerySchema = z.strictObject({
  skip: wholeNumber(0, MAX_PLAYLIST_ITEMS).default(0),
  /** Up to where, not how many: the specification's clients send `skip` + 20. At most 100 come at once. */
  limit: wholeNumber(1, MAX_PLAYLIST_ITEMS + PLAYLIST_PAGE).optional(),
});
export const PlaylistAnswerSchema = z.object({ playlist: PlaylistSchema });
export const PlaylistsSchema = z.object({ playlists: z.array(PlaylistBriefSchema) });
export const MyPlaylistsQuerySchema = z.strictObject({
  /** With those of one's clubs that one may add to. */
  clubs: z.enum(['true', 'false']).default('false'),
});

const NameSchema = plainName(80).pipe(z.string().min(1, 'Required'));
const DescriptionSchema = plainText(500);
export const NewPlaylistBodySchema = z.strictObject({
  /** Made by the client; the same again is the stored one. */
  id: IdSchema.optional(),
  name: NameSchema,
  description: DescriptionSchema.default(''),
  access: PlaylistAccessSchema.default('public'),
});
export const PlaylistChangesBodySchema = z.strictObject({
  name: NameSchema.optional(),
  description: DescriptionSchema.optional(),
  access: PlaylistAccessSchema.optional(),
  adders: PlaylistAddersSchema.optional(),
});
export const NewItemBodySchema = z.strictObject({
  /** Of the place, made by the client; the same again is the stored one. */
  id: IdSchema.optional(),
  /** A rifff or a track of the jam. */
  itemId: IdSchema,
  jamId: IdSchema,
  fadeOut: FadeOutSchema.default(0),
  loopCount: LoopCountSchema.optional(),
});
export type NewItemBody = z.input<typeof NewItemBodySchema>;
/** Default number of times that a rifff is played; a track is played once. */
export const DEFAULT_LOOP_COUNT = { audio: PLAYLIST_DEFAULT_LOOPS, track: 1 } as const;
export const ItemChangesBodySchema = z.strictObject({
  fadeOut: FadeOutSchema.optional(),
  loopCount: LoopCountSchema.optional(),
});
export const ItemAnswerSchema = z.object({ item: PlaylistItemSchema });
/**
 * Ids of items in the order that is wished, each once. Items that it leaves out keep their place behind the one that
 * they stand behind; ids that are gone are passed over (`rules/playlist/order.ts`).
 */
export const OrderBodySchema = z.strictObject({ order: z.array(IdSchema).max(MAX_PLAYLIST_ITEMS) });
/** The current order. */
export const OrderAnswerSchema = z.object({ order: z.array(IdSchema) });
export const ItemReactionsSchema = z.object({ reactions: z.array(ReactionCountSchema) });

export const PlaylistParamsSchema = z.object({ playlistId: IdSchema });
export const PlaylistItemParamsSchema = z.object({ playlistId: IdSchema, itemId: IdSchema });
export const ItemReactionParamsSchema = PlaylistItemParamsSchema.extend({
  reaction: ReactionSchema,
});
export const ClubPlaylistsParamsSchema = z.object({ clubId: IdSchema });
export const ClubPlaylistParamsSchema = z.object({ clubId: IdSchema, playlistId: IdSchema });
export const ClubPlaylistItemParamsSchema = z.object({
  clubId: IdSchema,
  playlistId: IdSchema,
  itemId: IdSchema,
});
