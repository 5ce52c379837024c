import { beforeAll, expect, it } from 'vitest';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs, callsOf } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { startTestServer, useTestServer } from '../../testing/testApp.ts';
import { removeExpired } from './cleanup.ts';

const DAY_MS = 24 * 3_600_000;
const WRONG = { invitation: 'This invitation is not known, was used up or is over' };

describeDatabases('signing up by invitation', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { SIGN_UPS: 'invitation', RONDO_ADMINS: 'Boss', RONDO_MODERATORS: 'Ref' },
  });
  const call = callsAs(server);
  const calls = callsOf(server);
  let boss: TestAccount;
  let ref: TestAccount;
  let guest: TestAccount;
  beforeAll(async () => {
    boss = await makeAccount(server.database, 'Boss');
    ref = await makeAccount(server.database, 'Ref');
    guest = await makeAccount(server.database, 'Guest');
  });
  const make = async (body: object = {}, who = ref) => {
    const answer = await call('POST', '/moderation/invitations', who, body);
    expect(answer.status, answer.body.message).toBe(200);
    return answer.body.data;
  };
  const signup = (name: string, invitation?: string) => calls.signup(name, { invitation });

  it('is for moderators and administrators to allow, and for nobody else', async () => {
    for (const who of [null, guest]) {
      const status = who ? 403 : 401;
      expect((await call('GET', '/moderation/invitations', who)).status).toBe(status);
      expect((await call('POST', '/moderation/invitations', who, {})).status).toBe(status);
      expect((await call('DELETE', '/moderation/invitations/AAAA', who)).status).toBe(status);
    }
    const made = await make({ uses: 3, days: 2, note: 'Friday class' }, boss);
    expect(made).toMatchObject({ uses: 3, used: 0, note: 'Friday class', createdBy: 'Boss' });
    expect(made.code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    expect(made.expires - made.created).toBe(2 * DAY_MS);
    const { body } = await call('GET', '/moderation/invitations', ref);
    expect(body.data.invitations).toContainEqual(made);
    const over = await call('POST', '/moderation/invitations', ref, { uses: 0 });
    expect([over.status, Object.keys(over.body.validationErrors)]).toEqual([400, ['uses']]);
  });

  it('needs a code that is good, at its field; case and hyphens do not matter', async () => {
    expect((await signup('None')).validationErrors).toEqual({ invitation: 'Required' });
    expect((await signup('Guess', 'AAAA-AAAA-AAAA')).validationErrors).toEqual(WRONG);
    const { code } = await make();
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    const welcome = await signup('Welcome', typed);
    expect(welcome.status, welcome.message).toBe(200);
    expect((await signup('Late', code)).validationErrors).toEqual(WRONG);
    const { data } = await calls.post('/accounts/auth/availability', { username: 'Late' });
    expect(data.available).toBe(true);
  });

  it('is not used up by what was refused for another reason', async () => {
    const { code } = await make();
    expect(Object.keys((await signup('Guest', code)).validationErrors)).toEqual(['username']);
    expect((await signup('Second', code)).status).toBe(200);
  });

  it('lets no more in than it has uses, also all at once', async () => {
    const { code } = await make({ uses: 2 });
    const names = ['Race0', 'Race1', 'Race2', 'Race3', 'Race4'];
    const answers = await Promise.all(names.map((name) => signup(name, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
  });

  it('ends with its time, or when a moderator says so', async () => {
    const { code } = await make();
    const ended = await call('DELETE', `/moderation/invitations/${code}`, boss);
    expect(ended.status).toBe(200);
    expect((await call('DELETE', `/moderation/invitations/${code}`, boss)).status).toBe(404);
    expect((await signup('Ended', code)).validationErrors).toEqual(WRONG);
    const old = await make();
    const folded = old.code.replaceAll('-', '');
    const expired = server.database.queries.updateTable('codes').where('code', '=', folded);
    await expired.set({ expires: Date.now() - 1 }).execute();
    expect((await signup('Old', old.code)).validationErrors).toEqual(WRONG);
    const isListed = async () =>
      (await rowsOf(server.database, 'codes', 'code', folded)).length === 1;
    await removeExpired(server.database.queries, Date.now());
    expect(await isListed()).toBe(true);
    await removeExpired(server.database.queries, Date.now() + 31 * DAY_MS);
    expect(await isListed()).toBe(false);
  });

  it('pages are told', async () => {
    expect((await calls.get('/site')).data.signUps).toBe('invitation');
  });
});

it('a server that takes no new accounts says so, whatever comes', async () => {
  const server = await startTestServer({ environment: { SIGN_UPS: 'closed' } });
  try {
    const calls = callsOf(server);
    const answer = await calls.signup('Nobody', { invitation: 'AAAA-AAAA-AAAA' });
    expect([answer.status, answer.error.code, answer.message]).toEqual([
      403,
      'forbidden',
      'This server takes no new accounts at present',
    ]);
    expect((await calls.get('/site')).data.signUps).toBe('closed');
    const old = await makeAccount(server.database, 'Old');
    expect((await callsAs(server)('GET', '/accounts/settings', old)).status).toBe(200);
  } finally {
    await server.close();
  }
});
