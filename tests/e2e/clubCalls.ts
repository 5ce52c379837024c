/** Clubs made beside the page. */
import { type APIRequestContext, expect } from '@playwright/test';
import type { Person } from './accountPages.ts';
import { post } from './sharingCalls.ts';

/** A club, its first channel and the code that lets people in. */
export interface MadeClub {
  id: string;
  channel: string;
  code: string;
}

/** Makes a club beside the page. */
export async function makeClub(
  request: APIRequestContext,
  owner: Person,
  body: { name: string; access: 'open' | 'invite' },
): Promise<MadeClub> {
  const { id, club } = (await post(request, owner, '/clubs', body)) as {
    id: string;
    club: { channels: { jamId: string }[]; inviteCode: string | null };
  };
  const channel = club.channels[0]?.jamId ?? '';
  expect(channel).not.toBe('');
  return { id, channel, code: club.inviteCode ?? '' };
}
