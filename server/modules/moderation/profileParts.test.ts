import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { PROFILE_PARTS } from '../../../src/data/contract/moderation.ts';
import type { AuditEntry } from '../../../src/data/contract/sharing.ts';
import { type TestAccount, useAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { PIXEL } from '../../testing/fuzz/forms.ts';
import { flacOf, formOf, LOOP_FRAMES, oggOf, type SentPart, tone } from '../../testing/sounds.ts';
import { useTestServer } from '../../testing/testApp.ts';

const track = await oggOf(tone(LOOP_FRAMES));
const other = await flacOf(tone(LOOP_FRAMES));

describeDatabases('profiles and their moderators', (open) => {
  const environment = { RONDO_MODERATORS: 'moderator', RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment });
  const mod = useAccount(server, 'moderator');
  const bo = useAccount(server, 'bo_');
  const who = useAccount(server, 'guest');
  const call = callsAs(server);
  const send = async (url: string, parts: readonly SentPart[], who: TestAccount) => {
    const { payload, contentType } = formOf(parts);
    const headers = { ...who.headers, 'content-type': contentType };
    const answer = await server.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
    return { status: answer.statusCode, ...answer.json() };
  };
  const act = (userId: string, action: string, body: object) =>
    call('POST', `/moderation/people/${userId}/${action}`, mod, { reason: 'Spam', ...body });
  const auditOf = async (userId: string): Promise<AuditEntry[]> => {
    const { body } = await call('GET', '/moderation/audit', mod);
    const { entries } = ENDPOINTS.audit.data.parse(body.data);
    return entries.filter(({ user }) => user === userId);
  };

  it('takes texts, picture and track off a profile, with a line for each', async () => {
    const { userId } = who;
    const profile = {
      bio: 'Buy now',
      externalLinks: { website: 'https://spam.example' },
      displayName: 'Buy',
    };
    const changed = await call('POST', '/accounts/profile', who, profile);
    expect(changed.status, changed.body.message).toBe(200);
    const picture = [
      ['group', 'avatars'],
      ['image', PIXEL, 'me.png'],
    ] as const;
    const { data } = await send('/v3/image/upload?group=avatars', picture, who);
    const pinned = await send('/accounts/profile/track', [['file', track, 'a.ogg']], who);
    const urls = [data.avatarUrl, pinned.data.pinnedTrack.url];
    const statuses = async () => {
      const answers = await Promise.all(urls.map((url) => server.app.inject(url)));
      return answers.map(({ statusCode }) => statusCode);
    };
    expect(await statuses()).toEqual([200, 200]);
    expect((await act(userId, 'remove', { parts: PROFILE_PARTS })).status).toBe(200);
    const { body } = await call('GET', `/accounts/profile/${userId}`, bo);
    expect(body.data).toMatchObject({
      displayName: userId,
      bio: '',
      externalLinks: {},
      avatarUrl: null,
      pinnedTrack: null,
    });
    expect(await statuses()).toEqual([404, 404]);
    expect((await rowsOf(server.database, 'jams', 'id', userId))[0]?.name).toBe(userId);
    const lines = (await auditOf(userId)).map(({ action, reason }) => `${action}: ${reason}`);
    expect(lines.sort()).toEqual(PROFILE_PARTS.map((part) => `remove-${part}: Spam`).sort());

    const again = await send('/v3/image/upload?group=avatars', picture, who);
    expect([again.status, again.error?.code]).toEqual([403, 'forbidden']);
    const repinned = await send('/accounts/profile/track', [['file', track, 'a.ogg']], who);
    expect([repinned.status, repinned.error?.code]).toEqual([403, 'forbidden']);
    expect((await send('/accounts/profile/track', [['file', other, 'a.flac']], who)).status).toBe(
      200,
    );
    expect((await send('/accounts/profile/track', [['file', track, 'a.ogg']], bo)).status).toBe(
      200,
    );
    // The name is free again.
    const named = await call('POST', '/accounts/profile', bo, {
      ...profile,
      bio: '',
      externalLinks: {},
    });
    expect([named.status, named.body.data?.displayName]).toEqual([200, 'Buy']);
    expect((await act(userId, 'remove', { parts: ['bio'] })).status).toBe(200);
    expect(await auditOf(userId)).toHaveLength(PROFILE_PARTS.length);
  });
});
