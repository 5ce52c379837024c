import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExternalLinksSchema } from '../../contract/accounts.ts';
import { LoginBodySchema, SignupBodySchema } from '../../contract/auth.ts';
import {
  bio,
  displayName,
  email,
  emailOrUserId,
  link,
  newPassword,
  requiredText,
  samePassword,
  shortTitle,
  ticked,
  typedPassword,
  userId,
  wholeNumber,
  withScheme,
} from './validation.ts';

describe('the messages of the specification, word for word', () => {
  test.each([
    [requiredText('  '), 'Required'],
    [userId(''), 'Required'],
    [userId('ab'), 'Between 3 to 16 letters, numbers, hyphens or underscores'],
    [userId('a b c'), 'Between 3 to 16 letters, numbers, hyphens or underscores'],
    [userId('a'.repeat(17)), 'Between 3 to 16 letters, numbers, hyphens or underscores'],
    [email(''), 'Required'],
    [email('nobody'), 'Email must be valid'],
    [email('no body@example.org'), 'Email must be valid'],
    [email('>ada@example.org'), 'Email must be valid'],
    [email('ada@0.>'), 'Email must be valid'],
    [email('ada@192.0.2.1'), 'Email must be valid'],
    [newPassword(''), 'Required'],
    [newPassword('Abcdef'), 'Minimum 8 characters with upper and lower case letters'],
    [newPassword('abcdefgh'), 'Minimum 8 characters with upper and lower case letters'],
    [newPassword('ABCDEFGH'), 'Minimum 8 characters with upper and lower case letters'],
    [typedPassword(''), 'Required'],
    [samePassword('', 'Abcdefg'), 'Required'],
    [ticked(false), 'Required'],
    [wholeNumber('', 1, 9), 'A whole number from 1 to 9'],
    [wholeNumber('0', 1, 9), 'A whole number from 1 to 9'],
    [wholeNumber('10', 1, 9), 'A whole number from 1 to 9'],
    [wholeNumber('2.5', 1, 9), 'A whole number from 1 to 9'],
    [shortTitle(' abcd ', 3), 'At most 3 characters: 1 too many'],
  ])('%j', (judgement, message) => {
    expect(judgement).toBe(message);
  });

  test.each([
    userId('Ada_Love-1'),
    email(' ada@example.org '),
    email('jürgen+x@müller.example'),
    // More than six characters, although the message says eight: both readings stand.
    newPassword('Abcdefg'),
    newPassword('ÄÖÜäöüß'),
    typedPassword('x'),
    emailOrUserId('ada'),
    emailOrUserId('ada@example.org '),
    samePassword('Abcdefg', 'Abcdefg'),
    ticked(true),
    wholeNumber(' 1', 1, 9),
    wholeNumber('9', 1, 9),
    shortTitle('  ', 3),
    shortTitle(' abc ', 3),
    displayName('Ada Löve ☂'),
    bio(''),
    link(''),
    link('example.org'),
    link('https://example.org/a?b#c'),
  ])('what is right is right', (judgement) => {
    expect(judgement).toBe(true);
  });

  test('what else is wrong is said', () => {
    expect(emailOrUserId('a')).toMatch(/user name or an e-mail/);
    expect(samePassword('a', 'b')).toBe('The passwords differ');
    expect(displayName(' ')).toBe('Required');
    expect(displayName('a'.repeat(41))).toMatch(/40/);
    expect(bio('a'.repeat(1001))).toMatch(/1000/);
    expect(link('javascript:alert(1)')).toMatch(/address/);
    expect(link('https://name:secret@example.org')).toMatch(/address/);
    expect(newPassword(`Aa${'x'.repeat(300)}`)).toMatch(/256/);
  });
});

describe('the page and the server judge alike', () => {
  const passwords = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[a-zA-Z]{5,9}$/),
    fc.string({ unit: 'grapheme' }),
  );

  test('a new account', () => {
    const names = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9_-]{1,18}$/));
    const addresses = fc.oneof(fc.string(), fc.emailAddress());
    fc.assert(
      fc.property(names, addresses, passwords, passwords, fc.boolean(), (...typed) => {
        const [username, typedEmail, password, other, isSame] = typed;
        const confirmPassword = isSame ? password : other;
        const body = { username, email: typedEmail.trim(), password, confirmPassword };
        const isRight = [
          userId(username),
          email(typedEmail),
          newPassword(password),
          samePassword(confirmPassword, password),
        ].every((judgement) => judgement === true);
        expect(SignupBodySchema.safeParse(body).success).toBe(isRight);
      }),
      { numRuns: 1000 },
    );
  });

  test('signing in', () => {
    const names = fc.oneof(fc.string(), fc.emailAddress(), fc.stringMatching(/^[\w-]{1,18}$/));
    fc.assert(
      fc.property(names, passwords, (name, password) => {
        const body = { username: name.trim(), password };
        const isRight = emailOrUserId(name) === true && typedPassword(password) === true;
        expect(LoginBodySchema.safeParse(body).success).toBe(isRight);
      }),
      { numRuns: 1000 },
    );
  });

  test('a link', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain()), (text) => {
        const website = withScheme(text);
        expect(ExternalLinksSchema.safeParse({ website }).success).toBe(link(text) === true);
      }),
      { numRuns: 1000 },
    );
  });
});
