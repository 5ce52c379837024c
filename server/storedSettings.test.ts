import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { createLocalHub } from './ports/fanOut/local.ts';
import { readSettings } from './settings.ts';
import { readStored, storedSettings } from './storedSettings.ts';
import { makeAccount, type TestAccount } from './testing/accounts.ts';
import { callsAs, callsOf } from './testing/calls.ts';
import { describeDatabases, describeOnce } from './testing/databases.ts';
import { temporaryFolder } from './testing/folders.ts';
import { readOutbox } from './testing/outbox.ts';
import { useTestServer } from './testing/testApp.ts';

const BY_ENVIRONMENT = 'is set by the environment of the server, and only there can it be changed';

describeDatabases('stored settings', (open) => {
  const hub = createLocalHub();
  const environment = { RONDO_ADMINS: 'Boss', OPERATOR_NAME: 'The hall' };
  const server = useTestServer({ openDatabase: open, environment, fanOut: hub.join() });
  const call = callsAs(server);
  let boss: TestAccount;
  beforeAll(async () => {
    boss = await makeAccount(server.database, 'Boss');
  });
  const store = (changes: Record<string, string | null>, who: TestAccount | null = boss) =>
    call('POST', '/admin/settings', who, { changes });
  const shown = async (name: string) => {
    const { body } = await call('GET', '/admin/settings', boss);
    return body.data.settings.find((setting: { name: string }) => setting.name === name);
  };
  const site = async () => (await call('GET', '/site')).body.data;

  it('are for administrators alone', async () => {
    const ana = await makeAccount(server.database, 'ana');
    for (const [who, status] of [[null, 401] as const, [ana, 403] as const]) {
      expect((await call('GET', '/admin/settings', who)).status).toBe(status);
      expect((await store({ SERVER_NAME: 'Mine' }, who)).status).toBe(status);
    }
    expect(await storedSettings(server.database).read()).toEqual({});
  });

  it('say where each comes from, and the environment wins', async () => {
    expect(await shown('OPERATOR_NAME')).toMatchObject({
      source: 'environment',
      value: 'The hall',
    });
    expect(await shown('SERVER_NAME')).toMatchObject({
      source: 'default',
      value: null,
      isSet: false,
    });
    const { status, body } = await store({ SERVER_NAME: 'Night school', OPERATOR_NAME: 'Me' });
    expect([status, body.validationErrors]).toEqual([400, { OPERATOR_NAME: BY_ENVIRONMENT }]);
    expect(await shown('SERVER_NAME')).toMatchObject({ source: 'default' });
  });

  it('are refused with a sentence for each field, all or none', async () => {
    const { status, body } = await store({
      SERVER_NAME: 'Rondo <x>',
      SIGN_UPS: 'some',
      SMTP_URL: 'secret-canary',
      RONDO_DEMO: 'off',
      BACKUP_SCHEDULE: 'at night',
    });
    expect(status).toBe(400);
    expect(body.validationErrors).toEqual({
      SERVER_NAME: expect.stringMatching(/^must be a name of 40 characters at most/),
      SIGN_UPS: 'must be one of open, invitation, closed',
      SMTP_URL: expect.stringMatching(/^must be an address such as smtps:/),
      BACKUP_SCHEDULE: expect.stringMatching(/^must be "off", or a cron expression/),
    });
    expect(JSON.stringify(body)).not.toContain('secret-canary');
    expect((await store({ PORT: '80' } as never)).status).toBe(400);
    for (const folder of [join(import.meta.dirname, '..', 'dist'), join(server.folder, 'blobs')]) {
      const refused = await store({ BACKUP_FOLDER: folder });
      expect(Object.keys(refused.body.validationErrors)).toEqual(['BACKUP_FOLDER']);
    }
    expect(await storedSettings(server.database).read()).toEqual({});
  });

  it('count at once where they can, on every node, and say so where they wait for a start', async () => {
    const settings = readSettings({ RONDO_DATA: server.folder, ...environment });
    const { database, blobs } = server;
    const other = await createApp({ settings, database, blobs, fanOut: hub.join() });
    try {
      const changes = { SERVER_NAME: ' Night school ', SIGN_UPS: 'closed', RONDO_DEMO: 'off' };
      const { body } = await store(changes);
      expect(body.data.settings).toContainEqual({
        ...{ name: 'RONDO_DEMO', value: 'off', isSet: true, isSecret: false, source: 'stored' },
        ...{ counts: 'at the next start', isWaiting: true },
      });
      const now = { serverName: 'Night school', signUps: 'closed', isDemo: true };
      expect(await site()).toMatchObject(now);
      expect((await callsOf(server).signup('Late', {})).status).toBe(403);
      const siteThere = async () => (await callsAs({ app: other })('GET', '/site')).body.data;
      await expect.poll(siteThere).toMatchObject(now);
      const next = await readStored(database, settings, () => {});
      expect([next.demo, next.serverName, next.accounts.signUps]).toEqual([
        false,
        'Night school',
        'closed',
      ]);
      expect(next.site.operatorName).toBe('The hall');

      await store({ SERVER_NAME: null, SIGN_UPS: '', RONDO_DEMO: null });
      expect(await site()).toMatchObject({ serverName: 'Rondo', signUps: 'open' });
      expect(await shown('RONDO_DEMO')).toMatchObject({ isWaiting: false });
      expect(await storedSettings(database).read()).toEqual({});
    } finally {
      await other.close();
    }
  });

  it('never tell a secret again, and leave their names in the trail', async () => {
    const secret = 'smtp://rondo:canary-77ab@127.0.0.1:1';
    const { body } = await store({ SMTP_URL: secret });
    expect(JSON.stringify(body)).not.toContain('canary-77ab');
    expect(await shown('SMTP_URL')).toMatchObject({ value: null, isSet: true, source: 'stored' });
    const trail = await call('GET', '/moderation/audit', boss);
    expect(JSON.stringify(trail.body)).not.toContain('canary-77ab');
    expect(trail.body.data.entries[0]).toMatchObject({
      ...{ moderator: 'Boss', action: 'change-settings', reason: 'SMTP_URL' },
    });
    const refused = await call('POST', '/admin/test-mail', boss);
    expect(refused.body.data).toMatchObject({
      way: 'relay',
      refusal: expect.stringMatching(/ECONNREFUSED/),
    });
    expect(JSON.stringify(refused.body)).not.toContain('canary-77ab');

    await store({ SMTP_URL: null, SERVER_NAME: 'Night school' });
    const sent = await call('POST', '/admin/test-mail', boss);
    expect(sent.body.data).toEqual({ to: 'Boss@rondo.test', way: 'folder', refusal: '' });
    const [mail] = await readOutbox(server.folder);
    expect(mail).toMatchObject({
      from: 'Night school <no-reply@localhost>',
      to: 'Boss@rondo.test',
    });
  });
});

describeOnce('stored settings', (open) => {
  it('that do not fit any more are left out with a sentence, and the others count', async () => {
    const database = await open();
    await database.migrate();
    await database.queries
      .insertInto('storedSettings')
      .values([
        { name: 'SIGN_UPS', value: 'by post', changed: 1 },
        { name: 'SERVER_NAME', value: 'Night school', changed: 1 },
        { name: 'METRICS_TOKEN', value: 'a-token-that-is-not-storable', changed: 1 },
      ])
      .execute();
    const said: string[] = [];
    const given = readSettings({ MAIL_FROM: 'a@mail.example' });
    const settings = await readStored(database, given, (line) => said.push(line));
    expect([settings.serverName, settings.accounts.signUps]).toEqual(['Night school', 'open']);
    expect([settings.mailFrom, settings.metricsToken]).toEqual(['a@mail.example', undefined]);
    expect(said).toEqual([
      'A stored setting is not used. The setting SIGN_UPS is "by post", but it must be one of open, invitation, closed.',
    ]);
  });
});

describeOnce('the first backup', () => {
  const server = useTestServer({ environment: { RONDO_ADMINS: 'Boss' } });

  it('goes into the folder that was stored just now, and is refused without one', async () => {
    const boss = await makeAccount(server.database, 'Boss');
    const call = callsAs(server);
    const backUp = () => call('POST', '/operations/backups', boss);
    const figures = async () => (await call('GET', '/operations/backups', boss)).body.data;
    const refused = await backUp();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Say first in which folder backups belong',
    ]);
    // Beside the data: inside of it copies are refused.
    const copies = await temporaryFolder();
    const folder = join(copies.path, 'backups');
    await call('POST', '/admin/settings', boss, { changes: { BACKUP_FOLDER: folder } });
    expect((await backUp()).status).toBe(200);
    expect(await figures()).toMatchObject({ folder, isRunning: true });
    await expect.poll(async () => (await figures()).copies).toHaveLength(1);
    const manifest = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8'));
    expect(manifest.missing).toEqual([]);
    await copies.remove();
  });
});
