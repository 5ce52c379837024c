import { argon2Sync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NewPasswordSchema } from '../../../src/data/contract/fields.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('stored passwords', () => {
  it('let exactly the password through that was hashed', async () => {
    const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (password, other) => {
        const hash = await hashPassword(password);
        expect(await verifyPassword(password, hash)).toBe(true);
        const isSame = password.normalize('NFKC') === other.normalize('NFKC');
        expect(await verifyPassword(other, hash)).toBe(isSame);
      }),
      { numRuns: 10 },
    );
  });

  it('do not depend on how a keyboard composes its letters, and never repeat a salt', async () => {
    const hash = await hashPassword('Ångström');
    expect(await verifyPassword('A\u030angstro\u0308m', hash)).toBe(true);
    expect(await hashPassword('Ångström')).not.toBe(hash);
  });

  it('say how they were made, and what is no hash is never right', async () => {
    const hash = await hashPassword('Correct horse');
    expect(hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    await expect(verifyPassword('x', 'plain text')).rejects.toThrow('not an argon2id hash');
    expect(await verifyPassword('x', null)).toBe(false);
  });

  it('are checked with the parameters that they were made with', async () => {
    const parameters = { parallelism: 2, tagLength: 24, memory: 64, passes: 1 };
    const nonce = Buffer.from('sixteen bytes...');
    const tag = argon2Sync('argon2id', { message: 'Correct horse', nonce, ...parameters });
    const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const hash = `$argon2id$v=19$m=64,t=1,p=2$${plain(nonce)}$${plain(tag)}`;
    expect(await verifyPassword('Correct horse', hash)).toBe(true);
    expect(await verifyPassword('Correct house', hash)).toBe(false);
  });

  it('wait their turn, and all come to an end', async () => {
    const all = Array.from({ length: 8 }, () => hashPassword('Correct horse'));
    expect(new Set(await Promise.all(all)).size).toBe(8);
  });

  it('refuse what would wait for too long, and go on after', async () => {
    const flood = await Promise.allSettled(
      Array.from({ length: 130 }, () => verifyPassword('x', null)),
    );
    const refused = flood.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(28);
    expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ code: 'unavailable' });
    expect(await verifyPassword('x', null)).toBe(false);
  });
});

describe('a password that may be chosen', () => {
  it('has seven characters with upper and lower case, whatever else it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (password) => {
        const isFine = NewPasswordSchema.safeParse(password).success;
        const wanted = password.length > 6 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password);
        expect(isFine).toBe(wanted);
        if (password.length <= 38) {
          expect(NewPasswordSchema.safeParse(`${password}aB12345`).success).toBe(true);
        }
      }),
    );
  });
});
