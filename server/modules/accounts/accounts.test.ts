import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { EXTERNAL_LINKS, LICENSE_SLUGS } from '../../../src/data/contract/accountOptions.ts';
import { DEFAULT_NOTICE_CHOICES } from '../../../src/data/contract/noticeOptions.ts';
import { callsOf, credentialOf } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';

const UPLOAD = '/api/v3/image/upload';

/** A form as a browser sends it. */
function form(
  fields: Record<string, string>,
  file?: { name: string; bytes: Buffer; type?: string },
) {
  const boundary = 'rondo-test-boundary';
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
  );
  if (file) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file.name}"; filename="a.png"\r\ncontent-type: ${file.type ?? 'image/png'}\r\n\r\n`;
    parts.push(Buffer.from(head), file.bytes, Buffer.from('\r\n'));
  }
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

describeDatabases('accounts', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open });
  const calls = callsOf(server);
  let ines: string;
  beforeAll(async () => {
    ines = credentialOf(await calls.signup('Ines'));
  });

  const upload = async (
    { payload, contentType }: { payload: Buffer; contentType: string },
    { as = ines, query = '' } = {},
  ) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: UPLOAD + query,
      payload,
      headers: { 'content-type': contentType, authorization: `Bearer ${as}` },
    });
    return { status: answer.statusCode, ...answer.json() };
  };
  const picture = (width = 800, height = 600) =>
    sharp({ create: { width, height, channels: 3, background: '#c04010' } });

  it('show a profile to anyone, by its name in any case', async () => {
    expect(await calls.get('/accounts/profile/iNES')).toMatchObject({
      status: 200,
      data: {
        user_id: 'Ines',
        displayName: 'Ines',
        bio: '',
        externalLinks: {},
        avatarUrl: null,
        isDemo: false,
        sharedCount: 0,
        followers: 0,
        following: 0,
        isFollowed: false,
        bannerShareId: null,
      },
    });
    expect((await calls.get('/accounts/profile/nobody-here')).status).toBe(404);
    expect((await calls.get('/accounts/profile/a')).status).toBe(400);
    expect(JSON.stringify(await calls.get('/accounts/profile/Ines'))).not.toContain('mail.example');
  });

  it('change a profile, keep what is left out, and rename the personal jam', async () => {
    const body = {
      displayName: 'Inés of the <b>North</b>',
      bio: 'Loops.\n<script>alert(1)</script>',
      externalLinks: { website: 'https://ines.example', bandcamp: '' },
    };
    const changed = await calls.post('/accounts/profile', body, { as: ines });
    expect(changed.data).toMatchObject({
      displayName: body.displayName,
      bio: 'Loops.\n&lt;script&gt;alert(1)&lt;/script&gt;',
      externalLinks: { website: 'https://ines.example' },
    });
    const again = await calls.post('/accounts/profile', { bio: '' }, { as: ines });
    expect(again.data).toMatchObject({ displayName: body.displayName, bio: '', externalLinks: {} });
    const jam = await server.database.queries
      .selectFrom('jams')
      .select('name')
      .where('id', '=', 'Ines')
      .executeTakeFirst();
    expect(jam?.name).toBe(body.displayName);
    expect((await calls.get('/auth/session', ines)).profile.displayName).toBe(body.displayName);
    expect((await calls.post('/accounts/profile', { bio: 'x' })).status).toBe(401);
  });

  itOnce('take no link that is not an address of the web', async () => {
    const attempt = (website: string) =>
      calls.post('/accounts/profile', { externalLinks: { website } }, { as: ines });
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'https://a:b@evil.example',
      'ftp://x.example',
      'https://x.example/\0',
      'https://x.example/\nmore',
    ]) {
      expect((await attempt(address)).status, JSON.stringify(address)).toBe(400);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 60 }),
        fc.constantFrom(...EXTERNAL_LINKS),
        async (text, name) => {
          const answer = await calls.post(
            '/accounts/profile',
            { externalLinks: { [name]: text } },
            { as: ines },
          );
          const stored = answer.status === 200 ? answer.data.externalLinks[name] : undefined;
          if (stored !== undefined) expect(new URL(stored).protocol).toMatch(/^https?:$/);
        },
      ),
      { numRuns: 40 },
    );
  });

  itOnce('answer several profiles in the order asked, each once', async () => {
    await calls.signup('Bo-1');
    const query = (userIds: string[]) => calls.post('/accounts/profiles/query', { userIds });
    const { data } = await query(['bo-1', 'nobody', 'INES', 'Bo-1']);
    expect(data.profiles.map(({ user_id }: { user_id: string }) => user_id)).toEqual([
      'Bo-1',
      'Ines',
    ]);
    expect((await query([])).data).toEqual({ profiles: [] });
    expect((await query(Array(101).fill('Ines'))).status).toBe(400);
    expect((await query(['Ines', '<b>'])).status).toBe(400);
  });

  it('count the shares that anyone can see', async () => {
    await calls.signup('Sharer');
    const row = (id: string, change: object) => ({
      id,
      jamId: 'Sharer',
      rifffId: id,
      userId: 'Sharer',
      title: id,
      isPrivate: false,
      created: 1,
      likeCount: 0,
      source: null,
      isRemoved: false,
      ...change,
    });
    const rows = [
      row('s1', {}),
      row('s2', {}),
      row('s3', { isPrivate: true }),
      row('s4', { isRemoved: true }),
    ];
    await server.database.queries.insertInto('shares').values(rows).execute();
    expect((await calls.get('/accounts/profile/sharer')).data.sharedCount).toBe(2);
    const { data } = await calls.post('/accounts/profiles/query', { userIds: ['Sharer', 'Ines'] });
    expect(data.profiles.map((one: { sharedCount: number }) => one.sharedCount)).toEqual([2, 0]);
  });

  itOnce('begin without terms accepted and without mail that nobody asked for', async () => {
    const as = credentialOf(await calls.signup('Consent'));
    expect((await calls.get('/accounts/settings', as)).data).toEqual({
      user_id: 'Consent',
      email: 'Consent@mail.example',
      displayName: 'Consent',
      termsVersionAccepted: 0,
      productUpdates: false,
      answerMails: false,
      awaitsConfirmation: false,
      notifications: DEFAULT_NOTICE_CHOICES,
      digest: 'off',
    });
    const change = (settings: object) => calls.post('/accounts/settings', { settings }, { as });
    expect((await change({ termsVersionAccepted: 1 })).data).toMatchObject({
      termsVersionAccepted: 1,
      productUpdates: false,
      answerMails: false,
    });
    expect((await change({ productUpdates: true })).data).toMatchObject({
      termsVersionAccepted: 1,
      productUpdates: true,
    });
    expect((await change({ termsVersionAccepted: 2 })).status).toBe(400);
    expect((await change({ roles: ['admin'] })).status).toBe(400);
    expect((await calls.get('/accounts/settings')).status).toBe(401);
  });

  it('reserve all rights until their owner decides otherwise', async () => {
    const rights = (await calls.get('/accounts/my-access-rights', ines)).data;
    expect(rights).toMatchObject({
      access: 'none',
      license: 'all-rights-reserved',
      ccLicense: { slug: 'cc0-1.0' },
    });
    expect(rights.options.map(({ slug }: { slug: string }) => slug)).toEqual(LICENSE_SLUGS);
    const change = (body: object) => calls.post('/accounts/my-access-rights', body, { as: ines });
    expect((await change({ access: 'download', license: 'cc-by-4.0' })).data).toMatchObject({
      access: 'download',
      license: 'cc-by-4.0',
      ccLicense: { slug: 'cc-by-4.0', code: 'CC BY 4.0' },
    });
    expect((await change({ access: 'all', license: 'cc-by-4.0' })).status).toBe(400);
    expect((await change({ access: 'none', license: 'wtfpl' })).status).toBe(400);
  });

  itOnce(
    'make a square picture without what the camera noted, and serve it to anyone',
    async () => {
      const noted = await picture()
        .jpeg()
        .withExif({ IFD0: { Copyright: 'secret place' } })
        .toBuffer();
      expect(noted.includes('secret place')).toBe(true);
      const sent = form({ group: 'avatars', name: 'me' }, { name: 'image', bytes: noted });
      const { status, data } = await upload(sent, { query: '?group=avatars&name=me' });
      expect(status).toBe(200);
      expect(data.avatarUrl).toMatch(/^\/media\/[0-9a-f]{32}$/);
      const file = await server.app.inject(data.avatarUrl);
      expect(file.headers['content-type']).toBe('image/webp');
      expect(file.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
      const { width, height, format, exif } = await sharp(file.rawPayload).metadata();
      expect({ width, height, format, exif }).toEqual({
        width: 512,
        height: 512,
        format: 'webp',
        exif: undefined,
      });
      const avatar = await server.app.inject('/api/accounts/ines/avatar');
      expect(avatar.statusCode).toBe(302);
      expect(avatar.headers.location).toBe(data.avatarUrl);
      expect((await calls.get('/accounts/profile/Ines')).data.avatarUrl).toBe(data.avatarUrl);
      expect((await server.app.inject('/api/accounts/Bo-1/avatar')).statusCode).toBe(404);
      expect((await server.app.inject('/api/accounts/%3Cb%3E/avatar')).statusCode).toBe(404);
    },
  );

  it('forget a picture that was replaced or taken away, unless another account has the same', async () => {
    const bytes = await picture(64, 64).png().toBuffer();
    const send = async (as: string) =>
      (await upload(form({ group: 'avatars' }, { name: 'image', bytes }), { as })).data.avatarUrl;
    const [one, two] = [
      credentialOf(await calls.signup('One')),
      credentialOf(await calls.signup('Two')),
    ];
    const [first, second] = [await send(one), await send(two)];
    expect(first).not.toBe(second);
    const hash = String((await server.app.inject(first)).headers.etag).replaceAll('"', '');
    expect((await calls.send('DELETE', '/accounts/avatar', { as: one })).data.avatarUrl).toBeNull();
    expect((await server.app.inject(first)).statusCode).toBe(404);
    expect((await server.app.inject(second)).statusCode).toBe(200);
    const other = await picture(32, 64).png().toBuffer();
    await upload(
      form(
        { group: 'avatars' },
        { name: 'image', bytes: await sharp(other).negate().png().toBuffer() },
      ),
      { as: two },
    );
    expect((await server.app.inject(second)).statusCode).toBe(404);
    expect(await server.blobs.has(hash)).toBe(false);
    expect((await calls.send('DELETE', '/accounts/avatar', { as: one })).status).toBe(200);
  });

  itOnce('refuse what is no picture, too much of it, or not asked for', async () => {
    const bytes = await picture(16, 16).png().toBuffer();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    const attempts: [ReturnType<typeof form>, number, string][] = [
      [
        form({ group: 'avatars' }, { name: 'image', bytes: svg, type: 'image/svg+xml' }),
        400,
        'image',
      ],
      [
        form({ group: 'avatars' }, { name: 'image', bytes: Buffer.from('<html>hello</html>') }),
        400,
        'image',
      ],
      [form({ group: 'avatars' }, { name: 'image', bytes: bytes.subarray(0, 60) }), 400, 'image'],
      [form({ group: 'avatars' }), 400, 'image'],
      [form({}, { name: 'image', bytes }), 400, 'group'],
      [form({ group: 'elsewhere' }, { name: 'image', bytes }), 400, 'group'],
      [
        form(
          { group: 'avatars' },
          { name: 'image', bytes: Buffer.alloc(5 * 1024 * 1024 + 1, bytes) },
        ),
        413,
        '',
      ],
      [{ payload: Buffer.from('{}'), contentType: 'application/json' }, 400, 'image'],
      [{ payload: Buffer.from('x'), contentType: 'multipart/form-data; boundary=q' }, 400, ''],
    ];
    const before = (await calls.get('/accounts/profile/Ines')).data.avatarUrl;
    for (const [at, [sent, status, field]] of attempts.entries()) {
      const answer = await upload(sent);
      expect(answer, String(at)).toMatchObject({ status, ok: false, error: {} });
      if (field) expect(Object.keys(answer.validationErrors), String(at)).toEqual([field]);
    }
    expect(
      (await upload(form({ group: 'avatars' }, { name: 'image', bytes }), { as: 'nobody' })).status,
    ).toBe(401);
    expect((await calls.get('/accounts/profile/Ines')).data.avatarUrl).toBe(before);
  });

  itOnce('refuse a picture of too many pixels before it is unpacked', async () => {
    const bomb = await picture(8000, 8000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.byteLength).toBeLessThan(5 * 1024 * 1024);
    const sent = form({ group: 'avatars' }, { name: 'image', bytes: bomb });
    expect(await upload(sent)).toMatchObject({
      status: 400,
      validationErrors: { image: 'has more than 16 million pixels: make it smaller and try again' },
    });
  });
});
