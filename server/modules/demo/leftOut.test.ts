import { expect, it } from 'vitest';
import { makeAccount } from '../../testing/accounts.ts';
import { describeOnce } from '../../testing/databases.ts';
import { silentLog } from '../../testing/starterFixture.ts';
import { applyDemo } from './service.ts';

describeOnce('demo content that cannot be', (open) => {
  it('is left out where a person has a name of it, and where the library has no loops', async () => {
    const database = await open();
    await database.migrate();
    const apply = () => applyDemo({ database, log: silentLog, isOn: true });
    expect(await apply()).toBe('none');
    await makeAccount(database, 'Demo-Bass');
    expect(await apply()).toBe('none');
    expect(await database.queries.selectFrom('jams').select('id').execute()).toEqual([
      { id: 'Demo-Bass' },
    ]);
  });
});
