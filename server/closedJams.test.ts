import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../src/data/rules/ids.ts';
import { makeAccount, type TestAccount } from './testing/accounts.ts';
import { callsAs } from './testing/calls.ts';
import { describeOnce } from './testing/databases.ts';
import { temporaryFolder } from './testing/folders.ts';
import { postable } from './testing/rifffs.ts';
import { startTestServer, type TestServer } from './testing/testApp.ts';

const PAGE =
  '<!doctype html><html><head><title>Built</title><meta name="description" content="Built." /></head><body></body></html>';

describeOnce('a closed jam', (open) => {
  let server: TestServer;
  let close = async () => {};
  const people = new Map<string, TestAccount>();
  const who = (name: string) => people.get(name) ?? null;
  const send = (...call: Parameters<ReturnType<typeof callsAs>>) => callsAs(server)(...call);
  const ok = async (...call: Parameters<typeof send>) => {
    const { status, body } = await send(...call);
    expect(status, `${call[1]} ${JSON.stringify(body)}`).toBe(200);
    return body.data;
  };
  beforeAll(async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder.path, 'assets'));
    for (const name of ['index.html', 'embed.html']) await writeFile(join(folder.path, name), PAGE);
    server = await startTestServer({
      openDatabase: open,
      environment: { PUBLIC_URL: 'https://rondo.example' },
      frontend: { folder: folder.path },
    });
    close = async () => {
      await server.close();
      await folder.remove();
    };
    for (const name of ['ada', 'cleo', 'dan', 'eve', 'quietzoe']) {
      people.set(name, await makeAccount(server.database, name));
    }
  });
  afterAll(() => close());

  const room = async (name: string) =>
    (await ok('POST', '/jam', who(name), { name: 'Cellar', access: 'private' })).jam as {
      id: string;
      longId: string;
    };
  const commit = async (name: string, jamId: string, parent?: object) => {
    const rifff = postable([1], parent && { parent });
    await ok('POST', `/jam/${jamId}/rifffs`, who(name), { rifff });
    return { jamId, rifffId: rifff._id as string };
  };
  const share = async (name: string, key: object) => {
    const shareId = newId();
    await ok('POST', '/rifff-feed/share', who(name), { ...key, shareId, title: 'Tide' });
    return shareId;
  };

  it('is in no answer to those who may not read it, whatever was built on it', async () => {
    const { queries } = server.database;
    const [cellar, den] = [await room('ada'), await room('dan')];
    // Cleo is in the cellar, and answers from it in a jam of her own.
    const member = { role: 'member' as const, since: 1, isRemoved: false };
    await queries
      .insertInto('members')
      .values({ ...member, jamId: cellar.id, userId: 'cleo' })
      .execute();
    const root = await commit('ada', cellar.id);
    const answer = await commit('cleo', 'cleo', root);
    const shareId = await share('cleo', answer);
    // Zoe's jam is called as she is, and what was shared of it was taken back after Cleo had answered it.
    const tide = await commit('quietzoe', 'quietzoe');
    const tideId = await share('quietzoe', tide);
    const reply = await commit('cleo', 'cleo', tide);
    await share('cleo', reply);
    await ok('DELETE', `/rifff-feed/${tideId}`, who('quietzoe'));
    // Dan answers Cleo where she cannot look.
    const hidden = await commit('dan', den.id, answer);
    const listId = newId();
    await ok('POST', '/playlists', who('cleo'), { id: listId, name: 'Late' });
    for (const { jamId, rifffId: itemId } of [root, answer, reply]) {
      await ok('POST', `/playlists/${listId}/items`, who('cleo'), { itemId, jamId });
    }
    const secret = [cellar.id, cellar.longId, root.rifffId, den.id, den.longId, hidden.rifffId];
    const told = [...secret, tide.rifffId, '"jamId":"quietzoe"'];

    const calls = [
      `/jam/cleo/rifffs/${answer.rifffId}`,
      `/jam/cleo/rifffs/${reply.rifffId}`,
      ...[answer, reply].map(({ rifffId }) => `/jam/cleo/rifffs/${rifffId}/lineage`),
      ...['', '?sort=likes'].map((query) => `/rifff-feed/query${query}`),
      '/rifff-feed/chart',
      `/api/v3/feed/shared_rifff/${shareId}`,
      '/api/v3/feed/shared_by/cleo',
      '/api/v3/feed/arcade',
      '/search?q=tide',
      '/accounts/performances/cleo',
      '/accounts/performances/dan',
      `/playlists/${listId}`,
      '/accounts/cleo/playlists',
      '/jam/lobby',
      `/oembed?url=${encodeURIComponent(`https://rondo.example/rifff/${shareId}`)}`,
    ];
    const leaks: unknown[] = [];
    const look = (name: string, url: string, said: string, hides: readonly string[]) => {
      for (const one of hides) if (said.includes(one)) leaks.push([name, url, one]);
    };
    for (const name of ['nobody', 'eve']) {
      for (const url of calls) {
        const path = url.startsWith('/api/') ? url : `/api${url}`;
        const { body, statusCode } = await server.app.inject({
          url: path,
          headers: { ...who(name)?.headers },
        });
        expect([url, statusCode]).toEqual([url, 200]);
        look(name, url, body, told);
      }
      const { body } = await send('POST', '/jam/rifffs/query', who(name), {
        rifffs: [root, answer, reply, tide, hidden],
      });
      expect(body.data.rifffs).toHaveLength(2);
      look(name, 'query', JSON.stringify(body.data), told);
    }
    for (const url of [
      `/rifff/${shareId}`,
      `/embed/${shareId}`,
      '/api/v3/feed/atom/cleo',
      '/profile/cleo',
    ]) {
      look('nobody', url, (await server.app.inject({ url })).body, told);
    }
    // Cleo was answered, and is told so; where that was is not hers to know.
    const dens = [den.id, den.longId, hidden.rifffId];
    for (const url of [
      '/notifications',
      '/jam/notices',
      '/chat/notices',
      '/notices',
      `/jam/cleo/rifffs/${answer.rifffId}/lineage`,
    ]) {
      const { body } = await server.app.inject({
        url: `/api${url}`,
        headers: who('cleo')!.headers,
      });
      look('cleo', url, body, dens);
    }
    expect(leaks).toEqual([]);
    // Those who may read it see whose it is.
    const { ancestors } = await ok('GET', `/jam/cleo/rifffs/${answer.rifffId}/lineage`, who('ada'));
    expect(ancestors).toMatchObject([{ ...root, isReadable: true, user_id: 'ada' }]);
    const { rifff } = await ok('GET', `/jam/cleo/rifffs/${answer.rifffId}`, who('ada'));
    expect(rifff).toMatchObject({ parent: root, originalId: root.rifffId });
  });
});
