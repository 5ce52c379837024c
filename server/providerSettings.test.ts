import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';
import { StartError } from './startError.ts';
import { temporaryFolder } from './testing/folders.ts';

const PUBLIC_URL = 'https://rondo.example';
const SECRET = 'planted-secret-44';
const GOOD = {
  id: 'school',
  name: 'Hill School',
  issuer: 'https://id.hill.example/realms/school',
  clientId: 'rondo',
  clientSecret: SECRET,
};

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
const listRefusal = (list: unknown) =>
  refusal({ PUBLIC_URL, OIDC_PROVIDERS: typeof list === 'string' ? list : JSON.stringify(list) });

describe('providers in the settings', () => {
  it('are none without the setting, and passwords are not hidden', () => {
    expect(readSettings({}).providers).toEqual({ list: [], hidesPasswords: false });
  });

  it('may lie on this machine without https', () => {
    for (const issuer of ['http://localhost:8080/x', 'http://127.0.0.1:8080']) {
      const environment = {
        PUBLIC_URL: 'http://localhost:4000',
        OIDC_PROVIDERS: JSON.stringify([{ ...GOOD, issuer }]),
      };
      expect(readSettings(environment).providers.list[0]?.issuer).toBe(issuer);
    }
  });

  it.each<[string, unknown, string]>([
    ['no JSON', `[{"clientSecret":"${SECRET}"`, 'a list of providers in JSON.'],
    ['no list', GOOD, 'a list of providers in JSON.'],
    ['no object', [7], 'in which entry 1 is an object.'],
    [
      'another field',
      [{ ...GOOD, [SECRET]: 1 }],
      'entry 1 has no other fields than id, name, issuer,',
    ],
    [
      'no id',
      [{ ...GOOD, id: 'Hill School' }],
      'entry 1 has as "id" a word of small letters, digits and dashes.',
    ],
    [
      'no secret',
      [GOOD, { ...GOOD, id: 'b', clientSecret: undefined }],
      'entry 2 has as "clientSecret" a text of 1 to 2000 characters.',
    ],
    [
      'plain http',
      [{ ...GOOD, issuer: 'http://id.hill.example' }],
      'entry 1 has as "issuer" an https address.',
    ],
    [
      'an issuer with a password',
      [{ ...GOOD, issuer: `https://a:${SECRET}@id.example` }],
      'as "issuer" an https address.',
    ],
    [
      'no openid',
      [{ ...GOOD, scope: 'profile' }],
      'as "scope" words with spaces between them, "openid" among them.',
    ],
    ['a word for a yes', [{ ...GOOD, signUp: 'yes' }], 'as "signUp" true or false.'],
    [
      'a claim alone',
      [{ ...GOOD, roleClaim: 'groups' }],
      '"roleClaim" together with "adminValue" or "moderatorValue".',
    ],
    [
      'a value alone',
      [{ ...GOOD, adminValue: 'x' }],
      '"roleClaim" together with "adminValue" or "moderatorValue".',
    ],
    [
      'the same id',
      [GOOD, { ...GOOD, issuer: 'https://b.example' }],
      'entry 2 has an "id" and an "issuer" of its own.',
    ],
    [
      'the same issuer',
      [GOOD, { ...GOOD, id: 'b' }],
      'entry 2 has an "id" and an "issuer" of its own.',
    ],
  ])('are refused with %s, in a sentence without the secret', (_what, list, expected) => {
    const message = listRefusal(list);
    expect(message).toContain(
      'The setting OIDC_PROVIDERS is set to something else, but it must be ',
    );
    expect(message).toContain(expected);
    expect(message).not.toContain(SECRET);
  });

  it('need the address that they lead back to', () => {
    const OIDC_PROVIDERS = JSON.stringify([GOOD]);
    for (const wrong of ['', 'http://rondo.example']) {
      expect(refusal({ PUBLIC_URL: wrong, OIDC_PROVIDERS })).toBe(
        'The setting PUBLIC_URL must be an https address, or one of localhost, in the environment of the server because OIDC_PROVIDERS is set.',
      );
    }
    expect(refusal({ PUBLIC_URL, HIDE_PASSWORDS: 'on' })).toBe(
      'The setting OIDC_PROVIDERS is missing, but it must name a provider because HIDE_PASSWORDS is on.',
    );
  });

  it('come out of a file of several lines', async () => {
    const folder = await temporaryFolder();
    const path = join(folder.path, 'providers.json');
    await writeFile(path, JSON.stringify([GOOD], null, 2));
    const { list } = readSettings({ PUBLIC_URL, OIDC_PROVIDERS_FILE: path }).providers;
    expect(list[0]).toMatchObject(GOOD);
    await folder.remove();
  });
});
