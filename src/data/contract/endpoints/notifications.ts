import * as z from 'zod';
import { type Endpoint, NOTIFICATION_CALLS } from '../calls.ts';
import { NoticesReadBodySchema } from '../notices.ts';
import {
  NotificationsQuerySchema,
  NotificationsSchema,
  PushBodySchema,
  PushDeviceSchema,
  PushParamsSchema,
  PushStateSchema,
  UnsubscribeParamsSchema,
} from '../notifications.ts';

export const NOTIFICATION_ENDPOINTS = {
  notifications: {
    ...NOTIFICATION_CALLS.notifications,
    summary: 'What happened to the account, newest first, and how much of it is not read yet',
    access: 'member',
    query: NotificationsQuerySchema,
    data: NotificationsSchema,
    errors: ['bad_request', 'unauthorised'],
  },
  readNotifications: {
    ...NOTIFICATION_CALLS.readNotifications,
    isForSuspended: true,
    summary: 'Marks notifications up to a moment as read',
    access: 'member',
    body: NoticesReadBodySchema,
    data: z.object({ unread: z.int() }),
    errors: ['bad_request', 'unauthorised'],
  },
  unsubscribe: {
    ...NOTIFICATION_CALLS.unsubscribe,
    summary:
      'Ends every mail about what happened, by the token of one; as RFC 8058 has it, or with any other body',
    params: UnsubscribeParamsSchema,
    data: z.object({}),
    errors: ['bad_request', 'not_found'],
  },
  pushState: {
    ...NOTIFICATION_CALLS.pushState,
    summary: 'The key that devices subscribe with, and those that did',
    access: 'member',
    data: PushStateSchema,
    errors: ['unauthorised'],
  },
  subscribePush: {
    ...NOTIFICATION_CALLS.subscribePush,
    summary:
      'Pushes notifications to this device while it is signed in; again: its subscription is replaced',
    access: 'member',
    body: PushBodySchema,
    data: PushDeviceSchema,
    errors: ['bad_request', 'unauthorised', 'conflict'],
  },
  unsubscribePush: {
    ...NOTIFICATION_CALLS.unsubscribePush,
    isForSuspended: true,
    summary: 'Pushes nothing more to a device of the account',
    access: 'member',
    params: PushParamsSchema,
    data: z.object({}),
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>;
