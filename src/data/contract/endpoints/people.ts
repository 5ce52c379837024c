import * as z from 'zod';
import { type Endpoint, PEOPLE_CALLS } from '../calls.ts';
import {
  FollowBodySchema,
  FollowersSchema,
  FollowingSchema,
  FollowStateSchema,
  PeopleQuerySchema,
  PerformancesSchema,
  PersonParamsSchema,
  ProfileReportBodySchema,
} from '../people.ts';

export const PEOPLE_ENDPOINTS = {
  following: {
    ...PEOPLE_CALLS.following,
    summary: 'Whom an account follows, the latest first',
    params: PersonParamsSchema,
    query: PeopleQuerySchema,
    data: FollowingSchema,
    errors: ['bad_request', 'not_found'],
  },
  followers: {
    ...PEOPLE_CALLS.followers,
    summary: 'Who follows an account, the latest first',
    params: PersonParamsSchema,
    query: PeopleQuerySchema,
    data: FollowersSchema,
    errors: ['bad_request', 'not_found'],
  },
  follow: {
    ...PEOPLE_CALLS.follow,
    summary:
      'Follows a person; again: nothing changes. Refused where one of the two has blocked the other',
    access: 'member',
    body: FollowBodySchema,
    data: FollowStateSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
  },
  unfollow: {
    ...PEOPLE_CALLS.unfollow,
    isForSuspended: true,
    summary: 'Follows a person no more; again: nothing changes',
    access: 'member',
    params: PersonParamsSchema,
    data: FollowStateSchema,
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
  performances: {
    ...PEOPLE_CALLS.performances,
    summary: 'Jams that the reader may read in which a person made rifffs, the latest first',
    params: PersonParamsSchema,
    query: PeopleQuerySchema,
    data: PerformancesSchema,
    errors: ['bad_request', 'not_found'],
  },
  reportProfile: {
    ...PEOPLE_CALLS.reportProfile,
    summary: 'Reports what a person shows of themselves to the moderators; again: with other words',
    access: 'member',
    params: PersonParamsSchema,
    body: ProfileReportBodySchema,
    data: z.object({}),
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>;
