import * as z from 'zod';
import { PEOPLE_PAGE } from './constants.ts';
import { IdSchema, plainText, UserIdSchema, wholeNumber } from './fields.ts';
import { RifffSchema } from './rifff.ts';

/** A person in a list. */
export const PersonSchema = z.object({
  user_id: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  isDemo: z.boolean(),
  /** Does the reader follow them? */
  isFollowed: z.boolean(),
  /** When they began to follow, or were begun to be followed; ms. */
  since: z.number(),
});
export type Person = z.infer<typeof PersonSchema>;

export const PersonParamsSchema = z.object({ id: UserIdSchema });
/** What is wrong with a profile: its name, words, links, picture or track. */
export const ProfileReportBodySchema = z.strictObject({ reason: plainText(500) });
export const FollowBodySchema = z.strictObject({ userId: UserIdSchema });

/** Where a page ended: `next` of its answer. */
const CursorSchema = z.string().regex(/^\d{1,13}\.[A-Za-z0-9_-]{1,64}$/, 'is no place in a list');
export const PeopleQuerySchema = z.strictObject({
  limit: wholeNumber(1, 100).default(PEOPLE_PAGE),
  after: CursorSchema.optional(),
});

/** The latest first. `total` counts everybody, also those whom the reader does not see because they blocked them. */
const pageOfPeople = { total: z.int(), next: z.string().nullable() };
export const FollowingSchema = z.object({ following: z.array(PersonSchema), ...pageOfPeople });
export const FollowersSchema = z.object({ followers: z.array(PersonSchema), ...pageOfPeople });

/** Whether the caller follows a person, after following or unfollowing them. */
export const FollowStateSchema = z.object({
  userId: z.string(),
  isFollowed: z.boolean(),
  /** Who follows them, in number. */
  followers: z.int(),
});
export type FollowState = z.infer<typeof FollowStateSchema>;

/** A jam in which a person played: what they made there, and the answers to it. */
export const PerformanceSchema = z.object({
  jamId: IdSchema,
  jamName: z.string(),
  /** Rifffs of theirs there. */
  rifffs: z.int(),
  /** When the first and the last of them came, ms. */
  first: z.number(),
  last: z.number(),
  /** Rifffs of others, anywhere, that answer one of them. */
  answers: z.int(),
  /** The newest of them that may be read. */
  rifff: RifffSchema.nullable(),
  /** Its newest public share; null for none. */
  shareId: IdSchema.nullable(),
});
export type Performance = z.infer<typeof PerformanceSchema>;
export const PerformancesSchema = z.object({
  performances: z.array(PerformanceSchema),
  next: z.string().nullable(),
});
