import fc from 'fast-check';
import { expect, it } from 'vitest';
import { USER_ID_PATTERN } from '../../../src/data/contract/accountOptions.ts';
import { JAM_CODE_PATTERN } from '../../../src/data/contract/members.ts';
import { isReservedName } from '../../../src/data/contract/reservedNames.ts';
import { foldCode, newCode, showCode } from '../../kernel/codes.ts';
import { guestUserId } from '../auth/guests.ts';

it('makes codes that are read back in any spelling', () => {
  for (let at = 0; at < 100; at++) {
    const code = newCode();
    expect(showCode(code)).toMatch(JAM_CODE_PATTERN);
    expect(foldCode(` ${showCode(code).toLowerCase()} `)).toBe(code);
  }
});

it('makes a user name out of whatever a guest is called', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
      const userId = guestUserId(name);
      expect(userId).toMatch(USER_ID_PATTERN);
      expect(isReservedName(userId)).toBe(false);
    }),
  );
  expect(guestUserId('Zoë & me', () => 0)).toBe('Zoe-me-aaaaa');
  expect(guestUserId('дом', () => 0)).toBe('guest-aaaaa');
});
