import * as z from 'zod';
import { ACCOUNT_ENDPOINTS } from './endpoints/accounts.ts';
import { ALLOWANCE_ENDPOINTS } from './endpoints/allowance.ts';
import { ARCADE_ENDPOINTS } from './endpoints/arcade.ts';
import { AUTH_ENDPOINTS } from './endpoints/auth.ts';
import { CHART_ENDPOINTS } from './endpoints/chart.ts';
import { CHAT_ENDPOINTS } from './endpoints/chat.ts';
import { CLASS_ENDPOINTS } from './endpoints/classes.ts';
import { CLUB_ENDPOINTS } from './endpoints/clubs.ts';
import { COMMENT_ENDPOINTS } from './endpoints/comments.ts';
import { FACTOR_ENDPOINTS } from './endpoints/factors.ts';
import { BAND_ENDPOINTS, IMPORT_ENDPOINTS } from './endpoints/imports.ts';
import { JAM_ENDPOINTS } from './endpoints/jams.ts';
import { LIBRARY_ENDPOINTS } from './endpoints/library.ts';
import { LOOK_ENDPOINTS } from './endpoints/looks.ts';
import { MARKET_ENDPOINTS } from './endpoints/market.ts';
import { MEMBER_ENDPOINTS } from './endpoints/members.ts';
import { MODERATION_ENDPOINTS } from './endpoints/moderation.ts';
import { NOTIFICATION_ENDPOINTS } from './endpoints/notifications.ts';
import { OPERATION_ENDPOINTS } from './endpoints/operations.ts';
import { PEOPLE_ENDPOINTS } from './endpoints/people.ts';
import { PLAN_ENDPOINTS } from './endpoints/plans.ts';
import { PLAYLIST_ENDPOINTS } from './endpoints/playlists.ts';
import { PROVIDER_ENDPOINTS } from './endpoints/providers.ts';
import { SEARCH_ENDPOINTS } from './endpoints/search.ts';
import { SETUP_ENDPOINTS } from './endpoints/setup.ts';
import { SHARING_ENDPOINTS } from './endpoints/sharing.ts';
import { SITE_ENDPOINTS } from './endpoints/site.ts';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';
import { SecondStepSchema } from './factors.ts';

export { type Access, type Endpoint, endpointUrl, isClosedToSuspended } from './calls.ts';

/** Every call of the server. */
export const ENDPOINTS = {
  ...LIBRARY_ENDPOINTS,
  ...AUTH_ENDPOINTS,
  ...FACTOR_ENDPOINTS,
  ...PROVIDER_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...PEOPLE_ENDPOINTS,
  ...NOTIFICATION_ENDPOINTS,
  ...JAM_ENDPOINTS,
  ...MEMBER_ENDPOINTS,
  ...CHAT_ENDPOINTS,
  ...SHARING_ENDPOINTS,
  ...CHART_ENDPOINTS,
  ...COMMENT_ENDPOINTS,
  ...SEARCH_ENDPOINTS,
  ...MODERATION_ENDPOINTS,
  ...OPERATION_ENDPOINTS,
  ...ALLOWANCE_ENDPOINTS,
  ...ARCADE_ENDPOINTS,
  ...CLUB_ENDPOINTS,
  ...CLASS_ENDPOINTS,
  ...PLAYLIST_ENDPOINTS,
  ...MARKET_ENDPOINTS,
  ...PLAN_ENDPOINTS,
  ...BAND_ENDPOINTS,
  ...IMPORT_ENDPOINTS,
  ...LOOK_ENDPOINTS,
  ...SITE_ENDPOINTS,
  ...SETUP_ENDPOINTS,
};

export type EndpointName = keyof typeof ENDPOINTS;

/** The one shape of a failed answer. */
export const ErrorAnswerSchema = z.object({
  ok: z.literal(false),
  message: z.string(),
  error: z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
  }),
  validationErrors: z.record(z.string(), z.string()).optional(),
  /** Only with the code `second_factor`. */
  secondFactor: SecondStepSchema.optional(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswerSchema>;
