import * as z from 'zod';
import { IdSchema, TokenSchema, timeMs, wholeNumber } from './fields.ts';
import { CLUB_NEWS, DIGESTS, NOTICE_CHANNELS, NOTIFICATION_KINDS } from './noticeOptions.ts';
import { RifffSchema } from './rifff.ts';

const KindSchema = z.enum(NOTIFICATION_KINDS);

/** A notification. Likes of one share are one notification, and so are shares of whom one follows. */
export const NotificationSchema = z.object({
  id: IdSchema,
  kind: KindSchema,
  /** When the newest of what it tells of happened; ms. */
  created: z.number(),
  isRead: z.boolean(),
  /** Whose doing, the latest first, three at most; empty for `winner`, `club` and `wallet`, and for people who left. */
  people: z.array(z.object({ user: z.string(), displayName: z.string() })),
  /** How many people in all. */
  count: z.int(),
  jamId: IdSchema.nullable(),
  jamName: z.string(),
  /** The answer, or the shared rifff; and what was answered. Null where one is gone or may not be read any more. */
  rifff: RifffSchema.nullable(),
  parent: RifffSchema.nullable(),
  share: z.object({ id: IdSchema, title: z.string() }).nullable(),
  /**
   * Of `comment`: which, and the beginning of what it says as plain text. Of `winner`: empty, and the week; of `wallet`
   * the account.
   */
  commentId: IdSchema.nullable(),
  text: z.string(),
  /** Of `club`: the club, its name then, and the change. */
  club: z
    .object({ id: IdSchema, name: z.string(), news: z.enum(CLUB_NEWS) })
    .nullable()
    .optional(),
  /** Where it leads: a path of this site. */
  path: z.string(),
});
export type Notification = z.infer<typeof NotificationSchema>;
export const NotificationsQuerySchema = z.strictObject({
  /** Only what is older; the `created` of the last one of the page before. */
  fromCreatedTime: timeMs.optional(),
  limit: wholeNumber(1, 50).default(20),
});
export const NotificationsSchema = z.object({
  notifications: z.array(NotificationSchema),
  unread: z.int(),
  isLast: z.boolean(),
});

const channels = <S extends z.ZodType>(each: S) =>
  Object.fromEntries(NOTICE_CHANNELS.map((name) => [name, each])) as Record<
    (typeof NOTICE_CHANNELS)[number],
    S
  >;
const kinds = <S extends z.ZodType>(each: S) =>
  Object.fromEntries(NOTIFICATION_KINDS.map((name) => [name, each])) as Record<
    (typeof NOTIFICATION_KINDS)[number],
    S
  >;
/** Every kind with every channel. */
export const NoticeChoicesSchema = z.object(kinds(z.object(channels(z.boolean()))));
/** What is left out stays as it is. */
export const NoticeChoicesBodySchema = z.strictObject(
  kinds(z.strictObject(channels(z.boolean().optional())).optional()),
);
export const DigestSchema = z.enum(DIGESTS);

/** Of a mail; opens nothing but the end of mails to that account. */
export const UnsubscribeParamsSchema = z.object({ token: TokenSchema });

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be base64url')
    .refine(
      (text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes,
      `must be ${bytes} bytes`,
    );

/** A subscription as `PushSubscription.toJSON` makes it (W3C Push API), and what the device is called. */
export const PushBodySchema = z.strictObject({
  endpoint: z.string().max(1000),
  expirationTime: z.number().nullable().optional(),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushBody = z.input<typeof PushBodySchema>;
export const PushParamsSchema = z.object({ id: IdSchema });
export const PushDeviceSchema = z.object({
  id: IdSchema,
  device: z.string(),
  created: z.number(),
  /** The device that asks. */
  isCurrent: z.boolean(),
});
export type PushDevice = z.infer<typeof PushDeviceSchema>;
export const PushStateSchema = z.object({
  /** Of the server: `applicationServerKey` in base64url (RFC 8292). */
  publicKey: z.string(),
  devices: z.array(PushDeviceSchema),
});

/** What a push message holds, as JSON. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Path of this site. */
  readonly path: string;
  /** A newer message of the same tag takes the place of the older one. */
  readonly tag: string;
}
