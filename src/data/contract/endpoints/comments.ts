import * as z from 'zod';
import { COMMENT_CALLS, type Endpoint } from '../calls.ts';
import {
  CommentBodySchema,
  CommentCountSchema,
  CommentedSchema,
  CommentParamsSchema,
  CommentReportBodySchema,
  CommentsQuerySchema,
  CommentsSchema,
} from '../comments.ts';
import { ShareParamsSchema } from '../sharing.ts';

export const COMMENT_ENDPOINTS = {
  comments: {
    ...COMMENT_CALLS.comments,
    summary:
      'Comments on a shared rifff, newest first; those of people whom the caller blocked are left out',
    params: ShareParamsSchema,
    query: CommentsQuerySchema,
    data: CommentsSchema,
    errors: ['bad_request', 'not_found'],
  },
  comment: {
    ...COMMENT_CALLS.comment,
    summary: 'Comments on a shared rifff; the same id again is the same comment',
    access: 'member',
    params: ShareParamsSchema,
    body: CommentBodySchema,
    data: CommentedSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found', 'conflict'],
  },
  removeComment: {
    ...COMMENT_CALLS.removeComment,
    summary: 'Deletes a comment; for its author, the person who shared the rifff, and moderators',
    access: 'member',
    params: CommentParamsSchema,
    data: CommentCountSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
  },
  reportComment: {
    ...COMMENT_CALLS.reportComment,
    summary: 'Reports a comment to the moderators',
    access: 'member',
    params: CommentParamsSchema,
    body: CommentReportBodySchema,
    data: z.object({}),
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>;
