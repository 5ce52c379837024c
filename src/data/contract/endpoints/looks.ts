import * as z from 'zod';
import type { Endpoint } from '../calls.ts';
import { JamParamsSchema } from '../jams.ts';
import { LOOK_CALLS } from '../lookCalls.ts';
import { PersonParamsSchema } from '../people.ts';
import {
  LookAnswerSchema,
  LookChangesBodySchema,
  LookParamsSchema,
  LookReportBodySchema,
  LooksPageSchema,
  LooksQuerySchema,
  LooksSchema,
  NewLookBodySchema,
  RoomLooksBodySchema,
  RoomLooksSchema,
} from '../savedLooks.ts';

const Nothing = z.object({});
const READING = ['bad_request', 'not_found'] as const;
const WRITING = ['bad_request', 'unauthorised', 'forbidden', 'not_found'] as const;
/** What shows a look to others has it tried first, by a process that may be busy. */
const SHOWING = [...WRITING, 'unavailable'] as const;

export const LOOK_ENDPOINTS = {
  looks: {
    ...LOOK_CALLS.looks,
    summary: 'Public looks',
    query: LooksQuerySchema,
    data: LooksPageSchema,
    errors: ['bad_request'],
  },
  myLooks: {
    ...LOOK_CALLS.myLooks,
    summary: 'Looks of the caller, what was changed last first',
    access: 'member',
    data: LooksSchema,
    errors: ['unauthorised'],
  },
  looksOf: {
    ...LOOK_CALLS.looksOf,
    summary: 'Public looks of a person, the newest first; of oneself all',
    params: PersonParamsSchema,
    data: LooksSchema,
    errors: READING,
  },
  look: {
    ...LOOK_CALLS.look,
    summary: 'A look',
    params: LookParamsSchema,
    data: LookAnswerSchema,
    errors: READING,
  },
  makeLook: {
    ...LOOK_CALLS.makeLook,
    summary: 'Keeps a look, with credits to what it was made from',
    access: 'member',
    body: NewLookBodySchema,
    data: LookAnswerSchema,
    errors: [...SHOWING, 'conflict'],
  },
  changeLook: {
    ...LOOK_CALLS.changeLook,
    summary: 'Changes a look, or who sees it; jams and shares that use it keep it as they took it',
    access: 'member',
    params: LookParamsSchema,
    body: LookChangesBodySchema,
    data: LookAnswerSchema,
    errors: SHOWING,
  },
  removeLook: {
    ...LOOK_CALLS.removeLook,
    summary: 'Deletes a look; jams and shares that use it keep it',
    access: 'member',
    params: LookParamsSchema,
    data: Nothing,
    errors: WRITING,
  },
  reportLook: {
    ...LOOK_CALLS.reportLook,
    summary: 'Tells the moderators of a public look',
    access: 'member',
    params: LookParamsSchema,
    body: LookReportBodySchema,
    data: Nothing,
    errors: WRITING,
  },
  roomLooks: {
    ...LOOK_CALLS.roomLooks,
    isForPupils: true,
    isForStages: true,
    summary: 'Looks that the stages of a jam may use, in order; empty for all of the house',
    params: JamParamsSchema,
    data: RoomLooksSchema,
    errors: READING,
  },
  setRoomLooks: {
    ...LOOK_CALLS.setRoomLooks,
    summary: 'Chooses the looks of a jam; for its owner',
    access: 'member',
    params: JamParamsSchema,
    body: RoomLooksBodySchema,
    data: RoomLooksSchema,
    errors: SHOWING,
  },
} as const satisfies Record<string, Endpoint>;
