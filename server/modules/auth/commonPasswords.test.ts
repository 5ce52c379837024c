import { describe, expect, it } from 'vitest';
import { MESSAGES } from '../../../src/data/contract/messages.ts';
import { callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeOnce } from '../../testing/databases.ts';
import { waitForMail } from '../../testing/outbox.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { COMMON_PASSWORD, isCommonPassword } from './commonPasswords.ts';

describe('passwords that everybody tries first', () => {
  it.each([
    ...[
      'Password',
      'Password1',
      'PASSWORd123!',
      'P4ssw0rd',
      'P@$$w0rd',
      'Passw0rd2024',
      'Passwort1',
      'Abcdefg',
    ],
    ...['Qwertyui', 'Qwerty123', 'Poiuytrewq', 'Abcdefgh1', 'Zaq12wsX', 'Welcome1', 'Letmein!!'],
    ...['Iloveyou1', 'Michael1985', 'Liverpool1', 'Sunshine!', 'Aaaaaaa', 'AbAbAbAb', 'Dragon123'],
    ...['Summer2026!', '1Superman', 'Jessica01', 'Ｐａｓｓｗｏｒｄ１', 'Minecraft99'],
  ])('%s', (password) => expect(isCommonPassword(password)).toBe(true));

  it.each([
    ...['Correct horse', 'Battery Staple', 'Circles5Ever', 'Rings4Ever', 'Nine lives', 'New Horse'],
    ...['Ångström', 'kettleDrum7otter', 'Sunshine over Leith', 'xK9#mQ2vLp', 'Übermut7Tage'],
  ])('but not %s', (password) => expect(isCommonPassword(password)).toBe(false));
});

describeOnce('common passwords', (open) => {
  const server = useTestServer({ openDatabase: open });
  const calls = callsOf(server);
  const common = 'Password1';

  it('are refused with a sentence of their own, after the rule of the house', async () => {
    const both = { password: common, confirmPassword: common };
    expect(await calls.signup('Cora', both)).toMatchObject({
      status: 400,
      validationErrors: { password: COMMON_PASSWORD },
    });
    const short = { password: 'passwor', confirmPassword: 'passwor' };
    expect((await calls.signup('Cora', short)).validationErrors).toEqual({
      password: MESSAGES.password,
    });
    const as = credentialOf(await calls.signup('Cora'));
    const change = await calls.post(
      '/auth/password-change',
      { currentPassword: TEST_PASSWORD, newPassword: common, confirmPassword: common },
      { as },
    );
    expect(change.validationErrors).toEqual({ newPassword: COMMON_PASSWORD });
    const email = 'Cora@mail.example';
    await calls.post('/auth/forgot-password', { email });
    const { text } = await waitForMail(server.folder, { to: email, subject: 'A new password' });
    const [, token = ''] = /token=([\w-]+)/.exec(text) ?? [];
    const reset = await calls.post('/auth/password-reset', { token, ...both });
    expect(reset.validationErrors).toEqual({ password: COMMON_PASSWORD });
    const fine = { password: 'Battery Staple', confirmPassword: 'Battery Staple' };
    expect((await calls.post('/auth/password-reset', { token, ...fine })).status).toBe(200);
  });
});
