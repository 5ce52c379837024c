import * as z from 'zod';
import { type Endpoint, MEMBER_CALLS } from '../calls.ts';
import {
  JamChangesBodySchema,
  JamParamsSchema,
  JamSchema,
  LobbyQuerySchema,
  LobbySchema,
  NewJamBodySchema,
} from '../jams.ts';
import {
  InviteParamsSchema,
  JamByCodeSchema,
  JamCodeParamsSchema,
  JamInviteSchema,
  JoinBodySchema,
  JoinByCodeBodySchema,
  JoinedSchema,
  MemberParamsSchema,
  MemberSchema,
  NewInviteBodySchema,
} from '../members.ts';

const Nothing = z.object({});
const OF_OWNER = ['bad_request', 'unauthorised', 'forbidden', 'not_found'] as const;

export const MEMBER_ENDPOINTS = {
  lobby: {
    ...MEMBER_CALLS.lobby,
    summary:
      'Public rooms: live ones first, then by their newest rifff; those of others and your own',
    query: LobbyQuerySchema,
    data: LobbySchema,
    errors: ['bad_request'],
  },
  createJam: {
    ...MEMBER_CALLS.createJam,
    summary: 'Makes a room; its maker owns it',
    access: 'member',
    body: NewJamBodySchema,
    data: z.object({ id: z.string(), jam: JamSchema }),
    errors: ['bad_request', 'unauthorised', 'forbidden'],
  },
  changeJam: {
    ...MEMBER_CALLS.changeJam,
    summary:
      'Changes what a room is called, who may come, its metre and what guests may; for its owner',
    access: 'member',
    params: JamParamsSchema,
    body: JamChangesBodySchema,
    data: JamSchema,
    errors: OF_OWNER,
  },
  jamCover: {
    ...MEMBER_CALLS.jamCover,
    summary: 'Sets the cover of a room; for its owner',
    access: 'member',
    params: JamParamsSchema,
    form: z.object({ image: z.any() }),
    data: JamSchema,
    errors: [...OF_OWNER, 'too_large', 'over_quota', 'unavailable'],
  },
  removeJamCover: {
    ...MEMBER_CALLS.removeJamCover,
    summary: 'Takes the cover of a room away; for its owner',
    access: 'member',
    params: JamParamsSchema,
    data: JamSchema,
    errors: OF_OWNER,
  },
  joinJam: {
    ...MEMBER_CALLS.joinJam,
    summary: 'Makes the caller a member of a room: a public one, or with a code. Again: nothing',
    access: 'member',
    params: JamParamsSchema,
    body: JoinBodySchema,
    data: JoinedSchema,
    errors: OF_OWNER,
  },
  leaveJam: {
    ...MEMBER_CALLS.leaveJam,
    isForSuspended: true,
    isForGuests: true,
    summary: 'Leaves a room; its owner cannot',
    access: 'member',
    params: JamParamsSchema,
    data: Nothing,
    errors: OF_OWNER,
  },
  jamByCode: {
    ...MEMBER_CALLS.jamByCode,
    summary: 'What a code leads to',
    params: JamCodeParamsSchema,
    data: JamByCodeSchema,
    errors: ['bad_request', 'not_found'],
  },
  joinByCode: {
    ...MEMBER_CALLS.joinByCode,
    summary: 'Joins by a code; without an account, with a name, as a guest',
    params: JamCodeParamsSchema,
    body: JoinByCodeBodySchema,
    data: JoinedSchema,
    errors: ['bad_request', 'forbidden', 'not_found'],
  },
  members: {
    ...MEMBER_CALLS.members,
    isForPupils: true,
    summary:
      'Members of a room and its guests, its owner first; for them, and for everyone of a public one',
    params: JamParamsSchema,
    data: z.object({ members: z.array(MemberSchema) }),
    errors: ['bad_request', 'not_found'],
  },
  removeMember: {
    ...MEMBER_CALLS.removeMember,
    summary:
      'Removes a member or guest, who is out at once and comes back by no code; for the owner',
    access: 'member',
    params: MemberParamsSchema,
    data: Nothing,
    errors: OF_OWNER,
  },
  invites: {
    ...MEMBER_CALLS.invites,
    summary: 'Codes of a room; for its owner',
    access: 'member',
    params: JamParamsSchema,
    data: z.object({ codes: z.array(JamInviteSchema) }),
    errors: OF_OWNER,
  },
  makeInvite: {
    ...MEMBER_CALLS.makeInvite,
    summary: 'Makes a code that lets in, or one for a stage; for the owner',
    access: 'member',
    params: JamParamsSchema,
    body: NewInviteBodySchema,
    data: JamInviteSchema,
    errors: OF_OWNER,
  },
  endInvite: {
    ...MEMBER_CALLS.endInvite,
    summary: 'Takes a code back; a stage that runs by it ends. For the owner',
    access: 'member',
    params: InviteParamsSchema,
    data: Nothing,
    errors: OF_OWNER,
  },
} as const satisfies Record<string, Endpoint>;
