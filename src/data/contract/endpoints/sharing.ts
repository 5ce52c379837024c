import * as z from 'zod';
import { type Endpoint, SHARING_CALLS } from '../calls.ts';
import { UserIdSchema } from '../fields.ts';
import {
  FeedQuerySchema,
  FeedSchema,
  LikeSchema,
  OEmbedQuerySchema,
  OEmbedSchema,
  ReportBodySchema,
  ShareBodySchema,
  SharedByQuerySchema,
  SharedRifffSchema,
  ShareParamsSchema,
} from '../sharing.ts';

const Nothing = z.object({});
const asMember = { access: 'member', params: ShareParamsSchema } as const;

export const SHARING_ENDPOINTS = {
  share: {
    ...SHARING_CALLS.share,
    summary: 'Shares a rifff; the same share again changes nothing',
    access: 'member',
    body: ShareBodySchema,
    data: z.object({ id: z.string() }),
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found', 'conflict', 'unavailable'],
  },
  unshare: {
    ...SHARING_CALLS.unshare,
    ...asMember,
    summary: 'Takes a share back',
    data: Nothing,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
  },
  feed: {
    ...SHARING_CALLS.feed,
    summary: 'The public feed; loops have short peaks and no bands, peakData has steps',
    query: FeedQuerySchema,
    data: FeedSchema,
    errors: ['bad_request', 'unauthorised'],
  },
  sharedBy: {
    ...SHARING_CALLS.sharedBy,
    summary:
      'What one account shared, newest first, as the feed has it; its own private shares for itself',
    params: z.object({ userId: UserIdSchema }),
    query: SharedByQuerySchema,
    data: z.array(SharedRifffSchema),
    errors: ['bad_request', 'not_found'],
  },
  sharedRifff: {
    ...SHARING_CALLS.sharedRifff,
    summary: 'One shared rifff with its full loops and its look, in a list of one',
    params: ShareParamsSchema,
    data: z.array(SharedRifffSchema),
    errors: ['bad_request', 'not_found'],
  },
  like: {
    ...SHARING_CALLS.like,
    ...asMember,
    summary: 'Likes a shared rifff',
    data: LikeSchema,
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
  unlike: {
    ...SHARING_CALLS.unlike,
    ...asMember,
    summary: 'Takes a like back',
    data: LikeSchema,
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
  report: {
    ...SHARING_CALLS.report,
    ...asMember,
    summary: 'Reports a shared rifff to the moderators',
    body: ReportBodySchema,
    data: Nothing,
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
  hide: {
    ...SHARING_CALLS.hide,
    ...asMember,
    summary: 'Leaves a shared rifff out of what this account sees',
    data: Nothing,
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
  unhide: {
    ...SHARING_CALLS.unhide,
    ...asMember,
    summary: 'Shows it again',
    data: Nothing,
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
  oembed: {
    ...SHARING_CALLS.oembed,
    summary: 'oEmbed 1.0 of the page of a public shared rifff or playlist, in JSON',
    query: OEmbedQuerySchema,
    data: OEmbedSchema,
    isFlat: true,
    errors: ['bad_request', 'not_found', 'not_implemented'],
  },
} as const satisfies Record<string, Endpoint>;
