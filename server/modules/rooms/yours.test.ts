import { expect, it } from 'vitest';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { useAccount } from '../../testing/accounts.ts';
import { callsAs, dataOf } from '../../testing/calls.ts';
import { describeOnce } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeOnce('one’s own rooms', (open) => {
  const server = useTestServer({ openDatabase: open });
  const dee = useAccount(server, 'dee');
  const send = callsAs(server);
  const makeRoom = async (name: string) =>
    (await dataOf(send('POST', '/jam', dee, { name, access: 'private' }))).id as string;
  const commit = (id: string) =>
    send('POST', `/jam/${id}/rifffs`, dee, { rifff: postable([1, 2]) });

  it('lists one’s own with the newest rifff of each where that is asked for', async () => {
    const empty = await makeRoom('Empty');
    const gone = await makeRoom('Gone');
    const full = await makeRoom('Full');
    await dataOf(commit(full));
    const last = (await dataOf(commit(full))).rifff;
    const removed = (await dataOf(commit(gone))).id;
    await dataOf(send('DELETE', `/jam/${gone}/rifffs/${removed}`, dee));
    await dataOf(commit('dee'));
    const mine = async (query = '') =>
      (await dataOf(send('GET', `/jam/my-jams${query}`, dee))).jams;
    const jams = new Map((await mine('?newest=true')).map((jam: { id: string }) => [jam.id, jam]));
    expect([...jams.keys()].sort()).toEqual(['dee', empty, gone, full].sort());
    expect(jams.get(full)).toMatchObject({ newest: { _id: last._id, jamId: full } });
    expect(jams.get('dee')).toMatchObject({ newest: { jamId: 'dee' } });
    for (const id of [empty, gone]) expect(jams.get(id)).toMatchObject({ newest: null });
    // As lists carry it: short peaks, no bands.
    const { newest } = jams.get(full) as { newest: Rifff };
    expect(newest.loops).toHaveLength(2);
    for (const loop of newest.loops) expect(loop.bands).toBeUndefined();
    for (const jam of await mine()) expect(jam).not.toHaveProperty('newest');
    expect((await send('GET', '/jam/my-jams?newest=perhaps', dee)).status).toBe(400);
  });
});
