import { expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import { describeOnce } from '../testing/databases.ts';
import { useTestServer } from '../testing/testApp.ts';
import { runAdmin } from './commands.ts';

describeOnce('commands about the whole server', (open) => {
  const server = useTestServer({ openDatabase: open });
  const run = async (line: string, environment: Record<string, string> = {}) => {
    const args = line.split(' ');
    const settings = readSettings({ RONDO_DATA: server.folder, ...environment });
    const context = { database: server.database, settings, nowMs: Date.now() };
    return runAdmin(context, args);
  };
  const site = async () => (await server.app.inject('/api/site')).json().data;

  it('change what a server takes that runs, and say how it stands', async () => {
    expect(await run('read-only on')).toEqual([expect.stringMatching(/^It takes: read-only\./)]);
    expect(await run('status')).toContain('It takes: read-only');
    await expect.poll(async () => (await site()).mode).toBe('read-only');
    expect(await run('maintenance off')).toEqual(['It is not maintenance, but read-only.']);
    await run('read-only off');
    await run('announce Soon 2');
    await expect
      .poll(async () => (await site()).announcements)
      .toEqual([{ id: expect.any(String), text: 'Soon' }]);
    const { queries } = server.database;
    const audit = await queries.selectFrom('audit').select(['action', 'reason']).execute();
    expect(audit).toContainEqual({
      action: 'set-mode',
      reason: 'read-only (by the command line)',
    });
  });

  it('refuse what makes no sense', async () => {
    await expect(run('backup')).rejects.toThrow('Set BACKUP_FOLDER');
    for (const line of ['read-only', 'read-only maybe', 'status x', 'announce', 'mail']) {
      const [name] = line.split(' ');
      await expect(run(line)).rejects.toThrow(`npm run admin -- ${name} `);
    }
    expect(await run('mail again')).toEqual([expect.stringMatching(/^0 mails/)]);
  });
});
