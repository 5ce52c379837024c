import { expect, it } from 'vitest';
import { listeningUrl } from '../../app.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { openDevice, openRemote } from '../../testing/pouch.ts';
import { startTestServer } from '../../testing/testApp.ts';

describeDatabases('documents of devices', (open) => {
  it('go up and down', async () => {
    const server = await startTestServer({ openDatabase: open });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const origin = listeningUrl(server.app, { host: '127.0.0.1', port: 0 });
    const { userId, headers } = await makeAccount(server.database, 'ana');
    const credential = headers.authorization.slice('Bearer '.length);
    const remote = openRemote(origin, { userId, credential });
    const [one, two] = [openDevice(), openDevice()];
    await one.bulkDocs(Array.from({ length: 500 }, (_, at) => ({ _id: `doc${at}`, at })));
    const start = performance.now();
    const pushed = await one.replicate.to(remote);
    console.log('push', performance.now() - start, pushed.docs_written);
    const s2 = performance.now();
    await one.replicate.to(remote);
    console.log('again', performance.now() - s2);
    const s3 = performance.now();
    const pulled = await two.replicate.from(remote);
    console.log('pull', performance.now() - s3, pulled.docs_written);
    expect((await two.info()).doc_count).toBe(500);
    const live = one.sync(remote, { live: true });
    const live2 = two.sync(remote, { live: true });
    await new Promise((r) => setTimeout(r, 300));
    const s4 = performance.now();
    const seen = new Promise((resolve) => live2.on('change', resolve));
    await one.put({
      _id: 'new',
      a: 1,
      _attachments: {
        a: { content_type: 'text/plain', data: Buffer.from('hello').toString('base64') },
      },
    });
    await seen;
    console.log('live', performance.now() - s4);
    expect((await two.get('new', { attachments: true }))._attachments.a.data).toBe(
      Buffer.from('hello').toString('base64'),
    );
    console.log(await remote.get('new', { attachments: true }));
    live.cancel();
    live2.cancel();
    const t = performance.now();
    await server.close();
    console.log('close', performance.now() - t);
  });
});
