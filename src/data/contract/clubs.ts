import * as z from 'zod';
import { CLUB_MEMBERS_PAGE, CLUBS_PAGE } from './constants.ts';
import { flag, IdSchema, plainName, plainText, timeMs, wholeNumber } from './fields.ts';
import { LobbyJamSchema } from './jams.ts';
import { JamCodeSchema } from './members.ts';
import { PlaylistBriefSchema, PlaylistSchema } from './playlists.ts';
import { RifffSchema } from './rifff.ts';
import { TRACK_LIST_PAGE, TrackSchema } from './uploads.ts';

/** Who comes in: anyone who likes (`open`), who then is in the directory too, or people with a code (`invite`). */
export const ClubAccessSchema = z.enum(['open', 'invite']);
export type ClubAccess = z.infer<typeof ClubAccessSchema>;

/** A person's role in a club. Its owner and moderators keep order in it and in its channels. */
export const ClubRoleSchema = z.enum(['owner', 'moderator', 'member']);
export type ClubRole = z.infer<typeof ClubRoleSchema>;

/**
 * Who hears a channel: anyone (`public`), the members of its club (`members`), or its owner and moderators alone
 * (`moderators`). Members who hear it may play in it; no one else may.
 */
export const ChannelAccessSchema = z.enum(['public', 'members', 'moderators']);
export type ChannelAccess = z.infer<typeof ChannelAccessSchema>;

/** A channel as the page of its club shows it. It is a jam: its room is `/jams/{jamId}`. */
export const ChannelSchema = z.object({
  jamId: IdSchema,
  name: z.string(),
  description: z.string(),
  /** Address of its picture, null for the rings of its newest rifff. */
  imageUrl: z.string().nullable(),
  access: ChannelAccessSchema,
  rifffCount: z.int(),
  /** When its newest rifff came, ms; null while it has none. */
  latest: z.number().nullable(),
  /** Made by this server for show. */
  isDemo: z.boolean(),
  /** Its newest rifff, with short peaks. */
  newest: RifffSchema.nullable(),
  /** As a jam of the lobby has them. */
  ...LobbyJamSchema.pick({ present: true, presentCount: true, isBeingAnswered: true }).shape,
});
export type Channel = z.infer<typeof ChannelSchema>;

const BlockedSchema = z.object({ userId: z.string(), displayName: z.string() });

/** A club as lists show it. */
export const ClubSchema = z.object({
  /** `club` + 10 hex. */
  id: IdSchema,
  name: z.string(),
  /** The name again, where older clients look for it. */
  profile: z.object({ name: z.string() }),
  description: z.string(),
  /** User id; '' where the owner has left without a successor. */
  owner: z.string(),
  access: ClubAccessSchema,
  created: z.number(),
  /** Addresses of a square of 512 pixels and of a picture 1600 wide at most; null for none. */
  iconUrl: z.string().nullable(),
  bannerUrl: z.string().nullable(),
  memberCount: z.int(),
  channelCount: z.int(),
  /** Made by this server for show. */
  isDemo: z.boolean(),
  /** What the caller is there; null for a reader who is no member. */
  role: ClubRoleSchema.nullable(),
  /** When it is gone, ms: it was deleted, and until then can only be read, and brought back by its owner. Else null. */
  closes: z.number().nullable(),
});
export type Club = z.infer<typeof ClubSchema>;

/** A club as its own page shows it. */
export const ClubPageSchema = ClubSchema.extend({
  channels: z.array(ChannelSchema),
  playlists: z.array(PlaylistBriefSchema),
  /** Its newest code that is still valid; for its owner and moderators, else null. */
  inviteCode: z.string().nullable(),
  /** The class whose club it is, for its teacher; else null. The club is as the class is. */
  classId: IdSchema.nullable(),
  /** For its owner and moderators; else empty. */
  blockedUsers: z.array(BlockedSchema),
});
export type ClubPage = z.infer<typeof ClubPageSchema>;

/** A club in the directory or among one's own: with its newest rifff, to be drawn and heard, and who is there. */
export const ListedClubSchema = ClubSchema.extend({
  newest: RifffSchema.nullable(),
  presentCount: z.int(),
});
export type ListedClub = z.infer<typeof ListedClubSchema>;
export const MyClubsSchema = z.object({ clubs: z.array(ListedClubSchema) });
export const ClubsQuerySchema = z.strictObject({
  /** Words of name or description. */
  search: plainName(80).optional(),
  skip: wholeNumber(0, 100_000).default(0),
  limit: wholeNumber(1, 50).default(CLUBS_PAGE),
  /** Only those with a rifff that is under ten minutes old. */
  live: flag.optional(),
});
export const ClubsSchema = z.object({ clubs: z.array(ListedClubSchema), total: z.int() });

const ClubNameSchema = plainName(60).pipe(z.string().min(1, 'Required'));
const ClubDescriptionSchema = plainText(1000);
export const NewClubBodySchema = z.strictObject({
  name: ClubNameSchema,
  description: ClubDescriptionSchema.default(''),
  access: ClubAccessSchema.default('invite'),
});
/** What is left out stays as it is. */
export const ClubChangesBodySchema = z.strictObject({
  name: ClubNameSchema.optional(),
  description: ClubDescriptionSchema.optional(),
  access: ClubAccessSchema.optional(),
});

export const ClubParamsSchema = z.object({ id: IdSchema });
export const ClubPersonParamsSchema = z.object({ id: IdSchema, userId: IdSchema });
export const ClubChannelParamsSchema = z.object({ id: IdSchema, jamId: IdSchema });
export const ClubImageFormSchema = z.object({ file: z.file() });

const ChannelNameSchema = plainName(60).pipe(z.string().min(1, 'Required'));
const ChannelDescriptionSchema = plainText(500);
export const NewChannelBodySchema = z.strictObject({
  name: ChannelNameSchema,
  description: ChannelDescriptionSchema.default(''),
  /** A picture of this club, by its address here; nothing is fetched from elsewhere. Empty or null for none. */
  imageUrl: z.string().max(200).nullable().default(null),
  access: ChannelAccessSchema.default('members'),
});
export const ChannelChangesBodySchema = z.strictObject({
  name: ChannelNameSchema.optional(),
  description: ChannelDescriptionSchema.optional(),
  imageUrl: z.string().max(200).nullable().optional(),
  access: ChannelAccessSchema.optional(),
});

export const ClubMembersQuerySchema = z.strictObject({
  skip: wholeNumber(0, 100_000).default(0),
  limit: wholeNumber(1, 100).default(CLUB_MEMBERS_PAGE),
});
export const ClubMemberSchema = z.object({
  userId: z.string(),
  displayName: z.string(),
  role: ClubRoleSchema,
  since: z.number(),
});
export type ClubMember = z.infer<typeof ClubMemberSchema>;
/** The owner first, then moderators, then members, each who came first first. */
export const ClubMembersSchema = z.object({ members: z.array(ClubMemberSchema), total: z.int() });
export const ClubRoleBodySchema = z.strictObject({ role: z.enum(['moderator', 'member']) });
export const ClubOwnerBodySchema = z.strictObject({ userId: IdSchema });

/** A code as owner and moderators list it; spelled as codes of jams are. */
export const ClubCodeSchema = z.object({
  code: z.string(),
  note: z.string(),
  createdBy: z.string(),
  created: z.number(),
  /** Ms since the epoch; null for one that lasts until it is taken back. */
  expires: z.number().nullable(),
  /** People it lets in at most; null for any number. */
  maxUses: z.int().nullable(),
  used: z.int(),
});
export type ClubCode = z.infer<typeof ClubCodeSchema>;
export const NewClubCodeBodySchema = z.strictObject({
  note: plainName(60).default(''),
  days: z.int().min(1).max(365).nullable().default(null),
  maxUses: z.int().min(1).max(10_000).nullable().default(null),
});
export const ClubCodeParamsSchema = z.object({ code: JamCodeSchema });
export const ClubOwnCodeParamsSchema = z.object({ id: IdSchema, code: JamCodeSchema });
export const ClubReportBodySchema = z.strictObject({ reason: plainText(500) });

/** A track of one of the club's channels. */
export const ClubTrackSchema = TrackSchema.extend({ jamId: IdSchema, jamName: z.string() });
export const ClubTracksQuerySchema = z.strictObject({
  pageSize: wholeNumber(1, 100).default(TRACK_LIST_PAGE),
  fromCreatedTime: timeMs.optional(),
});
export const ClubTracksSchema = z.object({ tracks: z.array(ClubTrackSchema), isLast: z.boolean() });

/** What a member takes along: everything of the club that they may read, as documents, without sound. */
export const ClubExportSchema = z.object({
  club: ClubSchema,
  members: z.array(ClubMemberSchema),
  channels: z.array(ChannelSchema.omit({ newest: true, present: true }).partial()),
  rifffs: z.array(RifffSchema),
  playlists: z.array(PlaylistSchema),
});
