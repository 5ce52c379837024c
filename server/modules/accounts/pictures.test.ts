import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { largeAvifFile, largestPictureFiles } from '../../../bench/hostile/sound.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { formOf } from '../../testing/sounds.ts';
import { useTestServer } from '../../testing/testApp.ts';

const avif = (await largeAvifFile()).bytes;

// Decoded in processes of their own, whatever database the server has.
describe('pictures that are small to send', () => {
  const server = useTestServer();
  let mia: TestAccount;
  let tom: TestAccount;
  beforeAll(async () => {
    mia = await makeAccount(server.database, 'mia');
    tom = await makeAccount(server.database, 'tom');
  });

  const send = async (bytes: Buffer, who = mia) => {
    const { payload, contentType } = formOf([
      ['group', 'avatars'],
      ['image', bytes, 'a'],
    ]);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v3/image/upload',
      payload,
      headers: { ...who.headers, 'content-type': contentType },
    });
    const retryAfter = answer.headers['retry-after'];
    return { status: answer.statusCode, retryAfter, ...answer.json() };
  };

  it('are refused by their pixels before they are decoded', async () => {
    expect(await send(avif)).toMatchObject({
      status: 400,
      validationErrors: { image: expect.stringContaining('more than 8 million pixels') },
    });
  });

  it('are taken in every format with as many pixels as may be', async () => {
    for (const { name, bytes } of await largestPictureFiles(4096)) {
      const answer = await send(bytes, tom);
      expect(answer.status, `${name} ${answer.message}`).toBe(200);
    }
  });

  it('wait for each other, while the next account has its turn', async () => {
    const flood = Array.from({ length: 24 }, () => send(avif));
    const small = sharp({ create: { width: 64, height: 64, channels: 3, background: '#204060' } });
    const other = await send(await small.png().toBuffer(), tom);
    expect(other.status, other.message).toBe(200);
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status === 503);
    // One being read, eight waiting: the others are told to come again.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.retryAfter).toBe('5');
  });
});
