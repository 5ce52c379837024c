import * as z from 'zod';
import { COMMENTS_PAGE, FEED_MAX, MAX_COMMENT_CHARACTERS } from './constants.ts';
import { IdSchema, plainText, timeMs, wholeNumber } from './fields.ts';

/** A comment on a shared rifff. */
export const CommentSchema = z.object({
  id: IdSchema,
  shareId: IdSchema,
  /** Milliseconds since the epoch; no two comments on a share have the same. */
  created: z.number(),
  user: z.string(),
  displayName: z.string(),
  isDemo: z.boolean(),
  /** HTML with links alone. */
  message: z.string(),
  /** The reader may delete it: it is theirs, or on something that they shared, or they are a moderator. */
  mayRemove: z.boolean(),
});
export type Comment = z.infer<typeof CommentSchema>;

export const CommentsQuerySchema = z.strictObject({
  limit: wholeNumber(1, FEED_MAX).default(COMMENTS_PAGE),
  /** Only what is strictly older; left out: from the newest. */
  fromCreatedTime: timeMs.optional(),
});
/** Newest first. */
export const CommentsSchema = z.object({
  comments: z.array(CommentSchema),
  isLast: z.boolean(),
  /** All of the share. */
  commentCount: z.int(),
});
export type Comments = z.infer<typeof CommentsSchema>;

export const CommentBodySchema = z.strictObject({
  /** Made by the client, so that sending again is the same comment; without one the server makes it. */
  id: IdSchema.optional(),
  message: plainText(MAX_COMMENT_CHARACTERS).pipe(z.string().min(1, 'Required')),
});
export const CommentedSchema = z.object({ comment: CommentSchema, commentCount: z.int() });
export const CommentCountSchema = z.object({ commentCount: z.int() });
export const CommentParamsSchema = z.object({ id: IdSchema, commentId: IdSchema });
export const CommentReportBodySchema = z.strictObject({ reason: plainText(500) });
