/** The largest bodies that the server takes, through nginx and Caddy. */
import { expect, it } from 'vitest';
import { ask, askH2, describeProxies, noisyLoop, upload } from './proxyWorld.ts';

const MB = 1024 * 1024;
/** Made once for all proxies. */
const loop = noisyLoop(300);

describeProxies((world) => {
  it('lets the longest loop with its master through, by either HTTP', async () => {
    const { form, masterBytes } = await loop;
    // Five minutes of stereo in 24 bits; the bound of 96 MB has room for what is around the samples.
    expect(masterBytes).toBeGreaterThan(82 * MB);
    expect(await upload(world, form())).toMatchObject({ status: 200 });
    expect(await upload(world, form(), askH2)).toMatchObject({ status: 200 });
  });

  it('lets a document with as many takes as fit into one call through', async () => {
    const { database, basic } = world;
    const headers = { authorization: basic, 'content-type': 'application/json' };
    await ask(world, database, { method: 'PUT', headers });
    const data = Buffer.alloc(15 * MB, 'sound').toString('base64');
    const names = ['a', 'b', 'c'];
    const type = 'audio/flac';
    const body = JSON.stringify({
      _attachments: Object.fromEntries(names.map((name) => [name, { content_type: type, data }])),
    });
    expect(body.length).toBeGreaterThan(60 * MB);
    for (const [by, id] of [
      [ask, 'one'],
      [askH2, 'two'],
    ] as const) {
      const answer = await by(world, `${database}/${id}`, { method: 'PUT', headers, body });
      expect(answer).toMatchObject({ status: 201 });
    }
  });
});
