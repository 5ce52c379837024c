import { expect, test } from 'vitest';
import { LICENSES } from '../contract/accounts.ts';
import { licenceText } from './licences.ts';

test('every licence of the contract has a short name, and nothing else has', () => {
  for (const { slug } of LICENSES) expect(licenceText(slug)).not.toBe('');
  for (const other of ['', 'mit', 'toString', undefined, 7]) expect(licenceText(other)).toBe('');
});
