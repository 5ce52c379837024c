import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSettings, SETTING_NAMES } from './settings.ts';
import { StartError } from './startError.ts';

const ADDRESS =
  'an address such as https://rondo.example, or https://example.org/rondo with a path that is no page of Rondo';

/** The message that these variables are refused with; empty when they are fine. */
function refusal(environment: Record<string, string>): string {
  try {
    readSettings(environment);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
}

describe('settings', () => {
  it('need nothing at all', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 4000,
      host: 'localhost',
      demo: true,
      serverName: 'Rondo',
      logLevel: 'info',
      trustProxy: 0,
      s3: undefined,
      databaseUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'Rondo <no-reply@localhost>',
    });
    expect(isAbsolute(settings.dataFolder)).toBe(true);
    expect(readSettings({}, true).logLevel).toBe('warn');
  });

  it('each stand in the operator’s table', () => {
    const table = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
    for (const name of SETTING_NAMES) expect(table).toContain(`| \`${name}\` |`);
  });

  it('take an empty variable for one that is not set', () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, ' ']));
    expect(readSettings(empty)).toEqual(readSettings({}));
  });

  it('read every variable', () => {
    const provider = {
      id: 'school',
      name: 'Hill School',
      issuer: 'https://id.example.org',
      clientId: 'rondo',
      clientSecret: 'hidden',
    };
    const settings = readSettings({
      PORT: '0',
      HOST: '::',
      RONDO_DATA: '/var/lib/rondo',
      RONDO_DEMO: 'off',
      PUBLIC_URL: 'https://rondo.example/',
      DATABASE_URL: 'postgres://a:b@db/rondo',
      REDIS_URL: 'rediss://a:b@cache:6380/1',
      S3_ENDPOINT: 'http://store:9000',
      S3_BUCKET: 'rondo',
      S3_REGION: 'eu-west-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_FORCE_PATH_STYLE: 'on',
      SMTP_URL: 'smtps://user:secret@mail.example',
      MAIL_FROM: 'Rondo at home <rondo@mail.example>',
      LOG_LEVEL: 'debug',
      METRICS_TOKEN: '0123456789abcdef',
      TRUST_PROXY: '1',
      RATE_LIMIT: '100',
      RONDO_ADMINS: 'Ines',
      RONDO_MODERATORS: 'ines, Bo-1',
      RONDO_TEACHERS: '*',
      RONDO_TRUSTED_SERVERS: `https://jams.example/=${'k'.repeat(43)}`,
      OPERATOR_NAME: 'Hill Street Sound',
      OPERATOR_CONTACT: 'post@example.org',
      ADMIN_URL: 'https://admin.example.org',
      RONDO_STUDIO_URL: 'https://studio.example.org',
      RONDO_COMMUNITY_URL: 'https://chat.example.org/rondo',
      COMMUNITY_URL: 'https://chat.example.org/older',
      RONDO_SOCIAL_YOUTUBE: 'https://video.example.org/@rondo',
      SOCIAL_TWITCH: 'https://live.example.org/rondo',
      COMING_SOON: 'on',
      DOWNLOAD_MACOS_URL: 'https://files.example.org/rondo.dmg',
      DOWNLOAD_VERSION: '1.2.0',
      SIGN_UPS: 'invitation',
      ACCOUNT_QUOTA_MB: '500',
      CONFIRM_EMAIL: 'off',
      UNCONFIRMED_QUOTA_MB: '0',
      VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
      RONDO_MARKET: 'off',
      RONDO_BAND: 'off',
      RONDO_RANDOM_STOCK: '4',
      RONDO_POSTERS: 'off',
      SYNC_QUOTA_MB: '64',
      RONDO_PLANS: 'on',
      PLUS_QUOTA_MB: '2000',
      PUSH_HOSTS: 'Push.example.org, *.push.example,http://127.0.0.1:4711',
      SERVER_NAME: 'Hill Street',
      BACKUP_FOLDER: '/var/backups/rondo',
      BACKUP_SCHEDULE: '0 */6 * * mon-fri',
      BACKUP_KEEP: '3',
      OIDC_PROVIDERS: JSON.stringify([provider]),
      HIDE_PASSWORDS: 'on',
    });
    expect(settings).toEqual({
      given: { environment: expect.objectContaining({ PORT: '0' }), stored: {} },
      serverName: 'Hill Street',
      backsUpBeforeUpgrade: true,
      backup: { folder: '/var/backups/rondo', schedule: '0 */6 * * mon-fri', keep: 3 },
      port: 0,
      host: '::',
      dataFolder: '/var/lib/rondo',
      demo: false,
      publicUrl: 'https://rondo.example',
      databaseUrl: 'postgres://a:b@db/rondo',
      redisUrl: 'rediss://a:b@cache:6380/1',
      s3: {
        endpoint: 'http://store:9000',
        bucket: 'rondo',
        region: 'eu-west-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
        forcePathStyle: true,
      },
      smtpUrl: 'smtps://user:secret@mail.example',
      mailFrom: 'Rondo at home <rondo@mail.example>',
      logLevel: 'debug',
      hasBand: false,
      randomStock: 4,
      preparesPosters: false,
      syncBytes: 64 * 1024 * 1024,
      admins: new Set(['ines']),
      moderators: new Set(['ines', 'bo-1']),
      teachers: 'everybody',
      trustedServers: new Map([['https://jams.example', 'k'.repeat(43)]]),
      metricsToken: '0123456789abcdef',
      trustProxy: 1,
      rateLimit: 100,
      accounts: {
        signUps: 'invitation',
        quotaBytes: 500 * 1024 ** 2,
        confirmsEmail: false,
        unconfirmedQuotaBytes: null,
        plus: { quotaBytes: 2000 * 1024 ** 2 },
      },
      market: expect.objectContaining({ isOn: false }),
      plans: { isOn: true, stripe: undefined, plusQuotaBytes: 2000 * 1024 ** 2 },
      providers: {
        list: [
          {
            ...provider,
            scope: 'openid profile email',
            button: 'Sign in with Hill School',
            signUp: true,
            endSession: true,
          },
        ],
        hidesPasswords: true,
      },
      push: {
        vapidPrivateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
        pushHosts: ['push.example.org', '*.push.example', 'http://127.0.0.1:4711'],
      },
      site: {
        operatorName: 'Hill Street Sound',
        operatorContact: 'post@example.org',
        adminUrl: 'https://admin.example.org/',
        links: {
          studio: 'https://studio.example.org/',
          community: 'https://chat.example.org/rondo',
          instagram: null,
          facebook: null,
          x: null,
          youtube: 'https://video.example.org/@rondo',
          twitch: 'https://live.example.org/rondo',
          discord: null,
        },
        isComingSoon: true,
        downloads: { macOS: 'https://files.example.org/rondo.dmg', iOS: '', version: '1.2.0' },
      },
    });
  });

  it('ask new accounts to confirm their address where mail is set up, unless told otherwise', () => {
    const confirms = (environment: Record<string, string>) =>
      readSettings(environment).accounts.confirmsEmail;
    const SMTP_URL = 'smtps://mail.example';
    expect(confirms({})).toBe(false);
    expect(confirms({ SMTP_URL })).toBe(true);
    expect(confirms({ SMTP_URL, CONFIRM_EMAIL: 'off' })).toBe(false);
    expect(confirms({ CONFIRM_EMAIL: 'on' })).toBe(true);
  });

  it('bound what an account may occupy, or not', () => {
    const quota = (ACCOUNT_QUOTA_MB: string) =>
      readSettings({ ACCOUNT_QUOTA_MB }).accounts.quotaBytes;
    expect([quota(''), quota('1'), quota('0'), quota('off')]).toEqual([
      1024 ** 3,
      1024 ** 2,
      null,
      null,
    ]);
  });

  it.each([
    ['SIGN_UPS', 'some', 'one of open, invitation, closed'],
    ['ACCOUNT_QUOTA_MB', '-1', 'a whole number of megabytes, or 0 or "off" for none'],
    ['UNCONFIRMED_QUOTA_MB', '1 GB', 'a whole number of megabytes, or 0 or "off" for none'],
    ['PORT', 'abc', 'a whole number from 0 to 65535'],
    ['PORT', '70000', 'a whole number from 0 to 65535'],
    ['PORT', '-1', 'a whole number from 0 to 65535'],
    ['PORT', '4000.5', 'a whole number from 0 to 65535'],
    ['HOST', 'two words', 'a host name or an address, such as localhost or 0.0.0.0'],
    ['RONDO_DEMO', 'maybe', '"on" or "off"'],
    ['PUBLIC_URL', 'rondo.example', ADDRESS],
    ...['/jam', '/api/x', '/socket.io', '/gb', '/x/../y', '/a b', '/x?y=z'].map(
      (path): [string, string, string] => ['PUBLIC_URL', `https://a.example${path}`, ADDRESS],
    ),
    ['S3_ENDPOINT', 'store', 'an address such as https://s3.example'],
    ['MAIL_FROM', 'Rondo', 'a sender such as Rondo <no-reply@rondo.example>'],
    ['MAIL_FROM', 'a@b, c@d', 'a sender such as Rondo <no-reply@rondo.example>'],
    ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
    ['TRUST_PROXY', 'yes', 'a whole number from 0 to 16'],
    ['RATE_LIMIT', '0', 'a whole number from 1 to 1000000'],
    ['OPERATOR_NAME', 'x'.repeat(81), 'a name of 80 characters at most'],
    [
      'OPERATOR_CONTACT',
      'ask me',
      'a mail address or an address such as https://example.org/contact',
    ],
    ['ADMIN_URL', 'javascript:alert(1)', 'an address such as https://example.org/page'],
    ['RONDO_STUDIO_URL', 'ftp://c.example', 'an address such as https://example.org/page'],
    ['RONDO_COMMUNITY_URL', 'https://a:b@c.example', 'an address such as https://example.org/page'],
    ['RONDO_SOCIAL_X', 'javascript:alert(1)', 'an address such as https://example.org/page'],
    ['SOCIAL_X', 'rondo', 'an address such as https://example.org/page'],
    ['PUSH_HOSTS', 'push.example.org/a', 'hosts with commas between them'],
    ['COMING_SOON', 'yes', '"on" or "off"'],
    ['DOWNLOAD_IOS_URL', 'ftp://x.example/a', 'an address such as https://example.org/page'],
    ['DOWNLOAD_VERSION', 'one two', 'a version such as 1.0.0'],
  ])('refuse %s=%s in one sentence', (name, value, expected) => {
    expect(refusal({ [name]: value })).toBe(
      `The setting ${name} is ${JSON.stringify(value)}, but it must be ${expected}.`,
    );
  });

  it.each(['DATABASE_URL', 'METRICS_TOKEN', 'S3_ACCESS_KEY_ID', 'SMTP_URL', 'VAPID_PRIVATE_KEY'])(
    'never repeat %s',
    (name) => {
      const message = refusal({ [name]: 'my secret', S3_BUCKET: 'rondo' });
      expect(message).toContain(`The setting ${name} is set to something else, but it must be`);
      expect(message).not.toContain('my secret');
    },
  );

  it('take a public address below a path, without the slash at its end', () => {
    const { publicUrl, mailFrom } = readSettings({
      PUBLIC_URL: 'https://example.org/music/Rondo-2/',
    });
    expect(publicUrl).toBe('https://example.org/music/Rondo-2');
    expect(mailFrom).toBe('Rondo <no-reply@example.org>');
  });

  it('send mail from the host that people know, unless it is a bare address', () => {
    const from = (publicUrl: string) => readSettings({ PUBLIC_URL: publicUrl }).mailFrom;
    expect(from('https://rondo.example:8443')).toBe('Rondo <no-reply@rondo.example>');
    expect(from('http://192.168.1.5:4000')).toBe('Rondo <no-reply@localhost>');
    expect(from('http://[::1]:4000')).toBe('Rondo <no-reply@localhost>');
  });

  it('name the bucket and the second half of a key pair where they are missing', () => {
    expect(refusal({ S3_REGION: 'x' })).toBe(
      'The setting S3_BUCKET is missing, but it must name the bucket because S3_REGION is set.',
    );
    expect(refusal({ S3_BUCKET: 'rondo', S3_ACCESS_KEY_ID: 'id' })).toBe(
      'The setting S3_SECRET_ACCESS_KEY is missing, but it must be set because S3_ACCESS_KEY_ID is set.',
    );
  });

  it('say one sentence for each bad one', () => {
    const message = refusal({ PORT: 'x', LOG_LEVEL: 'y', HOST: 'localhost' });
    expect(message.split('\n').map((line) => line.split(' ')[2])).toEqual(['PORT', 'LOG_LEVEL']);
  });

  it('either work or are refused by name, whatever they hold', () => {
    const anyEnvironment = fc.dictionary(
      fc.constantFrom(...SETTING_NAMES),
      fc.oneof(fc.string(), fc.webUrl(), fc.integer().map(String), fc.constantFrom('on', 'off')),
    );
    fc.assert(
      fc.property(anyEnvironment, (environment) => {
        for (const line of refusal(environment).split('\n').filter(Boolean)) {
          expect(line).toMatch(/^The setting [A-Z0-9_]+ is .+, but it must .+\.$/);
        }
      }),
    );
  });
});
