import * as z from 'zod';
import { IdSchema, timeMs, wholeNumber } from './fields.ts';
import { RifffSchema } from './rifff.ts';

/** An answer: a rifff of another person whose parent is yours. */
export const NoticeSchema = z.object({
  id: IdSchema,
  kind: z.enum(['answer', 'remix', 'knock']),
  created: z.number(),
  isRead: z.boolean(),
  user: z.string(),
  displayName: z.string(),
  /** Null where the reader may not read anything of it any more. */
  jamId: IdSchema.nullable(),
  jamName: z.string(),
  /** The answer and what it answers; null where one is gone or may not be read any more. */
  rifff: RifffSchema.nullable(),
  parent: RifffSchema.nullable(),
});
export type Notice = z.infer<typeof NoticeSchema>;
export const NoticesQuerySchema = z.strictObject({
  fromCreatedTime: timeMs.optional(),
  limit: wholeNumber(1, 50).default(20),
});
export const NoticesSchema = z.object({
  notices: z.array(NoticeSchema),
  unread: z.int(),
  isLast: z.boolean(),
});
/** Everything up to and with this moment counts as read. */
export const NoticesReadBodySchema = z.strictObject({ until: z.int().min(0) });

export const BlockParamsSchema = z.object({ userId: IdSchema });
/** Whose messages, touches and knocks the caller does not see. */
export const BlocksSchema = z.object({ users: z.array(z.string()) });

/** How answers go, for the operator: of first rifffs of accounts in the last days. */
export const AnswerFiguresSchema = z.object({
  days: z.int(),
  firstRifffs: z.int(),
  /** Share of them, 0 to 1, that another person answered within ten minutes. */
  answeredShare: z.number(),
  /** Median time to a first answer in ms; null without any. */
  medianMs: z.number().nullable(),
});
