import type { Example } from './exampleParts.ts';
import { PIXEL } from './forms.ts';
import type { Member, World } from './world.ts';

interface MadeClub {
  readonly id: string;
  readonly inviteCode: string;
  readonly channels: readonly { readonly jamId: string }[];
}

/** A club of the member's own. An account owns few: those that were made before are forgotten. */
async function newClub(world: World, role: Member, access = 'invite'): Promise<MadeClub> {
  const { queries } = world.server.database;
  const { userId } = world.account(role);
  await queries.updateTable('clubs').set({ ownerId: '' }).where('ownerId', '=', userId).execute();
  const { club } = await world.call(role, '/clubs', { name: 'Night owls', access });
  return club as MadeClub;
}
const otherOf = (role: Member): Member => (role === 'ana' ? 'ben' : 'ana');
const ofOwn: Example = async (world, role) => ({
  params: { id: (await newClub(world, role)).id },
});
/** A club of the member's own that the other is in. */
async function withOther(world: World, role: Member) {
  const { id, inviteCode } = await newClub(world, role);
  await world.call(otherOf(role), `/clubs/join/${inviteCode}`, {});
  return { id, userId: world.account(otherOf(role)).userId };
}
const picture: Example = async (world, role) => ({
  ...(await ofOwn(world, role)),
  form: [{ name: 'file', value: PIXEL, fileName: 'me.png' }],
});
const ofOther: Example = async (world, role) => ({ params: await withOther(world, role) });

/** Requests to clubs. */
export const CLUB_EXAMPLES: Readonly<Record<string, Example>> = {
  clubs: async (world, role) => {
    await newClub(world, role, 'open');
    return { query: { search: 'owls', skip: '0', limit: '5' } };
  },
  createClub: async () => ({ body: { name: 'Night owls', description: 'Slow ones' } }),
  club: ofOwn,
  changeClub: async (world, role) => ({ ...(await ofOwn(world, role)), body: { name: 'Owls' } }),
  deleteClub: ofOwn,
  restoreClub: ofOwn,
  clubIcon: picture,
  clubBanner: picture,
  removeClubIcon: ofOwn,
  removeClubBanner: ofOwn,
  clubByCode: async (world, role) => ({
    params: { code: (await newClub(world, role)).inviteCode },
  }),
  joinClubByCode: async (world, role) => ({
    params: { code: (await newClub(world, otherOf(role))).inviteCode },
  }),
  joinClub: async (world, role) => ({
    params: { id: (await newClub(world, otherOf(role), 'open')).id },
  }),
  leaveClub: async (world, role) => {
    const { id, inviteCode } = await newClub(world, otherOf(role));
    await world.call(role, `/clubs/join/${inviteCode}`, {});
    return { params: { id } };
  },
  clubMembers: ofOwn,
  setClubRole: async (world, role) => ({
    params: await withOther(world, role),
    body: { role: 'moderator' },
  }),
  passOnClub: async (world, role) => {
    const { id, userId } = await withOther(world, role);
    return { params: { id }, body: { userId } };
  },
  blockInClub: ofOther,
  unblockInClub: ofOther,
  clubCodes: ofOwn,
  makeClubCode: async (world, role) => ({
    ...(await ofOwn(world, role)),
    body: { note: 'Tuesday class', days: 3, maxUses: 20 },
  }),
  endClubCode: async (world, role) => {
    const { id, inviteCode } = await newClub(world, role);
    return { params: { id, code: inviteCode } };
  },
  createChannel: async (world, role) => ({
    ...(await ofOwn(world, role)),
    body: { name: 'Cellar', imageUrl: null, access: 'moderators' },
  }),
  changeChannel: async (world, role) => {
    const { id, channels } = await newClub(world, role);
    return { params: { id, jamId: channels[0]!.jamId }, body: { name: 'Lounge' } };
  },
  deleteChannel: async (world, role) => {
    const { id, channels } = await newClub(world, role);
    await world.call(role, `/clubs/${id}/jams`, { name: 'Cellar' });
    return { params: { id, jamId: channels[0]!.jamId } };
  },
  clubTracks: ofOwn,
  exportClub: ofOwn,
  reportClub: async (world, role) => ({
    ...(await ofOwn(world, role)),
    body: { reason: 'Not a club' },
  }),
};
