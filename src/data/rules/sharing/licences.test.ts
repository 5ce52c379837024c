import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LICENSE_SLUGS } from '../../contract/accountOptions.ts';
import { knownLicence, licenceOfWhole } from './licences.ts';

const ARR = 'all-rights-reserved';

it.each([
  ['cc-by-4.0', [], 'cc-by-4.0'],
  [ARR, ['cc0-1.0'], ARR],
  ['cc0-1.0', ['cc0-1.0'], 'cc0-1.0'],
  ['cc0-1.0', ['cc-by-4.0'], 'cc-by-4.0'],
  ['cc0-1.0', ['cc-by-nc-4.0', 'cc0-1.0'], 'cc-by-nc-4.0'],
  ['cc-by-sa-4.0', ['cc-by-nc-4.0'], 'cc-by-nc-sa-4.0'],
  ['cc-by-nd-4.0', ['cc-by-4.0'], 'cc-by-nd-4.0'],
  ['cc-by-nd-4.0', ['cc-by-nc-4.0'], 'cc-by-nc-nd-4.0'],
  // Share-alike decides, also over whoever would keep all rights.
  [ARR, ['cc-by-sa-4.0', 'cc-by-4.0'], 'cc-by-sa-4.0'],
  ['cc0-1.0', ['cc-by-nc-sa-4.0', 'cc-by-nc-4.0'], 'cc-by-nc-sa-4.0'],
  ['cc0-1.0', ['cc-by-sa-4.0', 'cc-by-nc-sa-4.0'], ARR],
  ['cc0-1.0', ['cc-by-sa-4.0', 'cc-by-nc-4.0'], ARR],
  ['cc0-1.0', ['cc-by-nd-4.0'], ARR],
  ['cc0-1.0', ['cc-by-4.0', ARR], ARR],
  ['cc0-1.0', [undefined], ARR],
  ['wtfpl', [], ARR],
] as const)('%s with loops under %j is %s', (own, others, whole) => {
  expect(licenceOfWhole(own, others)).toBe(whole);
});

it('never gives away more than any of its parts, in whatever order they stand', () => {
  const slug = fc.constantFrom(...LICENSE_SLUGS);
  fc.assert(
    fc.property(slug, fc.array(slug, { maxLength: 7 }), (own, others) => {
      const whole = licenceOfWhole(own, others);
      expect(licenceOfWhole(own, [...others].reverse())).toBe(whole);
      expect(licenceOfWhole(whole, others)).toBe(whole);
      if (whole === ARR) return;
      for (const part of others) {
        expect(part).not.toBe(ARR);
        for (const word of ['nc', 'sa']) {
          if (part.includes(`-${word}`)) expect(whole).toContain(`-${word}`);
        }
        if (part !== 'cc0-1.0') expect(whole).not.toBe('cc0-1.0');
      }
    }),
  );
});

it('knows every licence that can be chosen, and takes no other', () => {
  for (const slug of LICENSE_SLUGS) expect(knownLicence(slug)).toBe(slug);
  expect(knownLicence('toString')).toBe(ARR);
  expect(LICENSE_SLUGS).toHaveLength(8);
});
