import * as z from 'zod';
import { CHAT_PAGE_DEFAULT } from './constants.ts';
import { IdSchema, plainText, wholeNumber } from './fields.ts';
import { RifffSchema } from './rifff.ts';

export const MAX_MESSAGE_CHARACTERS = 2000;
export const MAX_IMAGES = 8;
/** Of one picture, as for the picture of an account. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Pictures that a server reads; it looks into them and heeds no name. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export const MAX_VOICE_SEC = 300;

/** Reactions that can be made: a heart and a few more. */
export const REACTIONS = ['❤️', '🔥', '👏', '🎶', '😂', '👀'] as const;
export const ReactionSchema = z.enum(REACTIONS);
export type Reaction = z.infer<typeof ReactionSchema>;

/** Who made a reaction, and what stands for those who read. */
export const ReactionCountSchema = z.object({
  reaction: z.string(),
  count: z.int(),
  /** The caller is among them. */
  isOwn: z.boolean(),
});

const MessageTypeSchema = z.enum(['text', 'images', 'audio', 'rifff', 'note']);

/** The answered message, as quoted above the answer; empty if it was deleted. */
const QuotedSchema = z.object({
  id: IdSchema,
  type: MessageTypeSchema,
  user: z.string(),
  message: z.string(),
  isRemoved: z.boolean(),
});

/** What stands in the feed of a jam. */
export const ChatMessageSchema = z.object({
  /** Ours have 32 hex digits, made by the client: sending again is the same message. */
  id: IdSchema,
  type: MessageTypeSchema,
  jamId: IdSchema,
  /** Its place in the jam, larger is newer; `startkey` is one. */
  number: z.int(),
  created: z.number(),
  user: z.string(),
  displayName: z.string(),
  /** Where the name of an imported person comes from; left out for accounts. */
  importedFrom: z.string().optional(),
  /** HTML with links alone, as `peopleHtml` makes it; of a `note` the sentence of the house ("mia joined"). */
  message: z.string(),
  images: z.array(z.object({ url: z.string(), width: z.int(), height: z.int() })),
  audio: z
    .object({ url: z.string(), durationSec: z.number(), peaks: z.array(z.number()) })
    .nullable(),
  /** A rifff that plays in the feed; null where it is gone or may not be read. */
  rifff: RifffSchema.nullable(),
  reply: QuotedSchema.nullable(),
  reactions: z.array(ReactionCountSchema),
  /** Deleted by its author or a moderator: only its place is left. */
  isRemoved: z.boolean(),
});
export type ChatMessage = z.infer<typeof ChatMessageSchema>;

/** `startkey` is the `number` of the oldest message that is there: the page holds what is strictly older. */
export const ChatQuerySchema = z.strictObject({
  limit: wholeNumber(1, 100).default(CHAT_PAGE_DEFAULT),
  startkey: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
});
/** Newest first. */
export const ChatPageSchema = z.object({ feed: z.array(ChatMessageSchema), lastPage: z.boolean() });

const MessageTextSchema = plainText(MAX_MESSAGE_CHARACTERS).pipe(z.string().min(1, 'Required'));
/**
 * `id` is made by the client; without one the server makes it. `rifff` sends a card of one that the sender may read.
 */
export const NewMessageBodySchema = z.strictObject({
  id: IdSchema.optional(),
  message: MessageTextSchema,
  rifff: z.strictObject({ jamId: IdSchema, rifffId: IdSchema }).optional(),
});
export const ReplyBodySchema = z.strictObject({
  id: IdSchema.optional(),
  message: MessageTextSchema,
});
export const MessageParamsSchema = z.object({ id: IdSchema, messageId: IdSchema });
export const ReactionBodySchema = z.strictObject({ reaction: ReactionSchema });
export const ReactionParamsSchema = MessageParamsSchema.extend({ reaction: ReactionSchema });
export const MessageReportBodySchema = z.strictObject({ reason: plainText(500) });
export const PostedMessageSchema = z.object({ id: IdSchema, message: ChatMessageSchema });

/** Fields of the form with images: `image`, once or several times, `id` and `message`, which may be empty. */
export const ImagesFormSchema = z.object({
  image: z.any(),
  id: IdSchema.optional(),
  message: plainText(MAX_MESSAGE_CHARACTERS).optional(),
});
/** Fields of the form with a voice message: `file` (Ogg, or what the browser recorded) and `id`. */
export const VoiceFormSchema = z.object({ file: z.any(), id: IdSchema.optional() });
