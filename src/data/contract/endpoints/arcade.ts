import * as z from 'zod';
import {
  ArcadeQuerySchema,
  BoardQuerySchema,
  BoardSchema,
  ClaimBodySchema,
  ClaimCodeSchema,
  ClaimParamsSchema,
  ClaimSchema,
  KeepRunBodySchema,
  KeptRunSchema,
  MissionAnswerSchema,
  MissionParamsSchema,
  RunBodySchema,
  RunParamsSchema,
  RunSchema,
  RunStartBodySchema,
  RunStartSchema,
} from '../arcade.ts';
import { ARCADE_CALLS } from '../arcadeCalls.ts';
import type { Endpoint } from '../calls.ts';
import { SharedRifffSchema } from '../sharing.ts';

export const ARCADE_ENDPOINTS = {
  arcade: {
    ...ARCADE_CALLS.arcade,
    summary:
      'The rifffs of the arcade today, in the order of the field, as the feed has them; those of the house have no jamId',
    query: ArcadeQuerySchema,
    data: z.array(SharedRifffSchema),
    errors: ['bad_request'],
  },
  missionToday: {
    ...ARCADE_CALLS.missionToday,
    summary: 'The mission of the day (UTC), the same for everybody, with its field',
    data: MissionAnswerSchema,
    errors: [],
  },
  mission: {
    ...ARCADE_CALLS.mission,
    summary: 'Any mission by its seed, with its field; of days on which the arcade was open',
    params: MissionParamsSchema,
    data: MissionAnswerSchema,
    errors: ['bad_request', 'not_found'],
  },
  startRun: {
    ...ARCADE_CALLS.startRun,
    summary: 'Begins a run by the clock of the server',
    body: RunStartBodySchema,
    data: RunStartSchema,
    errors: ['bad_request', 'not_found'],
  },
  postRun: {
    ...ARCADE_CALLS.postRun,
    summary:
      'Hands in the moves of a run, which the server plays again; the same run again changes nothing',
    body: RunBodySchema,
    data: RunSchema,
    errors: ['bad_request', 'conflict'],
  },
  run: {
    ...ARCADE_CALLS.run,
    summary: 'One run with its moves, to be played again',
    params: RunParamsSchema,
    data: RunSchema,
    errors: ['bad_request', 'not_found'],
  },
  keepRun: {
    ...ARCADE_CALLS.keepRun,
    summary: 'Keeps the rifff of an own run in the jam of the account, and shares it',
    access: 'member',
    params: RunParamsSchema,
    body: KeepRunBodySchema,
    data: KeptRunSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found', 'conflict'],
  },
  arcadeBoard: {
    ...ARCADE_CALLS.arcadeBoard,
    summary: 'The best of a day, one entry for each person, and the reader’s own place',
    query: BoardQuerySchema,
    data: BoardSchema,
    errors: ['bad_request'],
  },
  makeClaim: {
    ...ARCADE_CALLS.makeClaim,
    summary: 'A code that gives a run without an owner to the person who scans it',
    body: ClaimBodySchema,
    data: ClaimCodeSchema,
    errors: ['bad_request', 'not_found', 'conflict'],
  },
  claim: {
    ...ARCADE_CALLS.claim,
    summary: 'What a claim code is about',
    params: ClaimParamsSchema,
    data: ClaimSchema,
    errors: ['bad_request', 'not_found'],
  },
  useClaim: {
    ...ARCADE_CALLS.useClaim,
    summary: 'Takes the run of a claim code, once, and keeps and shares its rifff',
    access: 'member',
    params: ClaimParamsSchema,
    body: KeepRunBodySchema,
    data: KeptRunSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found', 'conflict'],
  },
} as const satisfies Record<string, Endpoint>;
