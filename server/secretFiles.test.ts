import { readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings, SECRETS } from './settings.ts';
import { StartError } from './startError.ts';
import { temporaryFolder } from './testing/folders.ts';

const SECRET = 'smtps://rondo:very-hidden@mail.example';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

async function fileOf(content: string | Buffer): Promise<string> {
  const path = join(folder.path, `secret-${Math.random().toString(36).slice(2)}`);
  await writeFile(path, content);
  return path;
}

/** The message that these variables are refused with. */
function refusal(environment: Record<string, string>): string {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error('These settings were taken');
}

describe('a secret in a file', () => {
  it('is taken as if it stood in the variable, without the line feed behind it', async () => {
    const [SMTP_URL_FILE, id, key] = await Promise.all(
      [`${SECRET}\n`, 'key-id\r\n', '  half-two\t'].map(fileOf),
    );
    const settings = readSettings({
      SMTP_URL_FILE: `${SMTP_URL_FILE}`,
      S3_BUCKET: 'rondo',
      S3_ACCESS_KEY_ID_FILE: `${id}`,
      S3_SECRET_ACCESS_KEY_FILE: `${key}`,
      METRICS_TOKEN_FILE: ' ',
    });
    expect(settings.smtpUrl).toBe(SECRET);
    expect(settings.s3).toMatchObject({ accessKeyId: 'key-id', secretAccessKey: 'half-two' });
    expect(settings.metricsToken).toBeUndefined();
    expect(settings.accounts.confirmsEmail).toBe(true);
  });

  it.each([...SECRETS])('can be %s, which stands in the operator’s table', async (name) => {
    const path = await fileOf('\n');
    expect(refusal({ [`${name}_FILE`]: path })).toBe(
      `The setting ${name}_FILE cannot be used (the file is empty): it must name a file with the value of ${name} and nothing else.`,
    );
    const table = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
    expect(table).toContain(`\`${name}_FILE\``);
  });

  it('is refused beside the variable, and neither is repeated', async () => {
    const SMTP_URL_FILE = await fileOf(SECRET);
    expect(refusal({ SMTP_URL: SECRET, SMTP_URL_FILE })).toBe(
      'The settings SMTP_URL and SMTP_URL_FILE are both set: keep one of them.',
    );
  });

  it('is refused in one sentence each, with neither content nor path', async () => {
    const below = join(folder.path, 'folder');
    await mkdir(below);
    const path = await fileOf('x');
    const faults: [string, string][] = [
      [SECRET, 'there is no such file'],
      [join(path, 'x'), 'there is no such file'],
      [below, 'it is a folder'],
      [await fileOf(`${SECRET}\n${SECRET}\n`), 'the file has more than one line'],
      [await fileOf('very-hidden'.repeat(6000)), 'the file is too long'],
      ['/dev/zero', 'the file is too long'],
    ];
    for (const [SMTP_URL_FILE, fault] of faults) {
      expect(refusal({ SMTP_URL_FILE, REDIS_URL_FILE: join(below, 'none') })).toBe(
        [
          'The setting REDIS_URL_FILE cannot be used (there is no such file): it must name a file with the value of REDIS_URL and nothing else.',
          `The setting SMTP_URL_FILE cannot be used (${fault}): it must name a file with the value of SMTP_URL and nothing else.`,
        ].join('\n'),
      );
    }
  });

  // The system lets root read everything.
  it.skipIf(process.getuid?.() === 0)('is refused where it may not be read', async () => {
    const path = await fileOf(SECRET);
    await chmod(path, 0);
    expect(refusal({ SMTP_URL_FILE: path })).toContain('(this account may not read it)');
  });

  it('says by the name of the setting what is wrong with its content', async () => {
    const message = refusal({ DATABASE_URL_FILE: await fileOf('very-hidden') });
    expect(message).toMatch(/^The setting DATABASE_URL is set to something else, but it must be/);
    expect(message).not.toContain('very-hidden');
  });
});
