import * as z from 'zod';
import { CHAT_CALLS, type Endpoint, NOTICE_CALLS } from '../calls.ts';
import {
  ChatPageSchema,
  ChatQuerySchema,
  ImagesFormSchema,
  MessageParamsSchema,
  MessageReportBodySchema,
  NewMessageBodySchema,
  PostedMessageSchema,
  ReactionBodySchema,
  ReactionCountSchema,
  ReactionParamsSchema,
  ReplyBodySchema,
  VoiceFormSchema,
} from '../chat.ts';
import { JamParamsSchema } from '../jams.ts';
import {
  AnswerFiguresSchema,
  BlockParamsSchema,
  BlocksSchema,
  NoticesQuerySchema,
  NoticesReadBodySchema,
  NoticesSchema,
} from '../notices.ts';

const Nothing = z.object({});
const WRITING = ['bad_request', 'unauthorised', 'forbidden', 'not_found', 'conflict'] as const;
const FILES = [...WRITING, 'too_large', 'over_quota', 'unavailable'] as const;
const Reactions = z.object({ reactions: z.array(ReactionCountSchema) });

export const CHAT_ENDPOINTS = {
  chat: {
    ...CHAT_CALLS.chat,
    summary:
      'Messages of a jam, newest first; those of people whom the caller blocked are left out',
    params: JamParamsSchema,
    query: ChatQuerySchema,
    data: ChatPageSchema,
    errors: ['bad_request', 'not_found'],
  },
  postMessage: {
    ...CHAT_CALLS.postMessage,
    isForGuests: true,
    summary:
      'Says something in a jam, or shows a rifff there; the same id again is the same message',
    access: 'member',
    params: JamParamsSchema,
    body: NewMessageBodySchema,
    data: PostedMessageSchema,
    errors: WRITING,
  },
  postImages: {
    ...CHAT_CALLS.postImages,
    summary: 'Shows pictures in a jam, up to eight',
    access: 'member',
    params: JamParamsSchema,
    form: ImagesFormSchema,
    data: PostedMessageSchema,
    errors: FILES,
  },
  postVoice: {
    ...CHAT_CALLS.postVoice,
    summary: 'Says something by voice in a jam, up to five minutes',
    access: 'member',
    params: JamParamsSchema,
    form: VoiceFormSchema,
    data: PostedMessageSchema,
    errors: FILES,
  },
  removeMessage: {
    ...CHAT_CALLS.removeMessage,
    isForGuests: true,
    summary: 'Deletes a message; for its author, the owner of the jam and moderators',
    access: 'member',
    params: MessageParamsSchema,
    data: Nothing,
    errors: WRITING,
  },
  reply: {
    ...CHAT_CALLS.reply,
    isForGuests: true,
    summary: 'Answers a message',
    access: 'member',
    params: MessageParamsSchema,
    body: ReplyBodySchema,
    data: PostedMessageSchema,
    errors: WRITING,
  },
  react: {
    ...CHAT_CALLS.react,
    isForGuests: true,
    summary: 'Adds a reaction to a message; each kind counts once for one person',
    access: 'member',
    params: MessageParamsSchema,
    body: ReactionBodySchema,
    data: Reactions,
    errors: WRITING,
  },
  unreact: {
    ...CHAT_CALLS.unreact,
    isForGuests: true,
    summary: 'Takes a reaction back',
    access: 'member',
    params: ReactionParamsSchema,
    data: Reactions,
    errors: WRITING,
  },
  reportMessage: {
    ...CHAT_CALLS.reportMessage,
    summary: 'Reports a message to the moderators',
    access: 'member',
    params: MessageParamsSchema,
    body: MessageReportBodySchema,
    data: Nothing,
    errors: WRITING,
  },
  blocks: {
    ...CHAT_CALLS.blocks,
    summary: 'Whom the caller does not want to hear',
    access: 'member',
    data: BlocksSchema,
    errors: ['unauthorised'],
  },
  block: {
    ...CHAT_CALLS.block,
    summary:
      'Hears a person no more: messages, touches, knocks and answers of theirs are not shown',
    access: 'member',
    params: BlockParamsSchema,
    data: BlocksSchema,
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
  unblock: {
    ...CHAT_CALLS.unblock,
    summary: 'Hears a person again',
    access: 'member',
    params: BlockParamsSchema,
    data: BlocksSchema,
    errors: ['bad_request', 'unauthorised'],
  },
  notices: {
    ...NOTICE_CALLS.notices,
    isForGuests: true,
    summary: 'Who answered the caller, newest first',
    access: 'member',
    query: NoticesQuerySchema,
    data: NoticesSchema,
    errors: ['bad_request', 'unauthorised'],
  },
  readNotices: {
    ...NOTICE_CALLS.readNotices,
    isForGuests: true,
    isForSuspended: true,
    summary: 'Marks notices as read',
    access: 'member',
    body: NoticesReadBodySchema,
    data: z.object({ unread: z.int() }),
    errors: ['bad_request', 'unauthorised'],
  },
  answerFigures: {
    ...NOTICE_CALLS.answerFigures,
    summary: 'How soon first rifffs are answered',
    access: 'moderator',
    data: AnswerFiguresSchema,
    errors: ['unauthorised', 'forbidden'],
  },
} as const satisfies Record<string, Endpoint>;
