import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LICENSE_SLUGS } from '../../contract/accountOptions.ts';
import {
  knownLicence,
  licenceDuties,
  licenceFacts,
  licenceOfWhole,
  licenceWords,
} from './licences.ts';

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
  // Share-alike decides, also over a maker who would keep all rights.
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

it('tells of a licence by its name, and leads to its text where there is one', () => {
  expect(licenceFacts('cc-by-nc-sa-4.0')).toMatchObject({
    code: 'CC BY-NC-SA 4.0',
    url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  });
  expect(licenceFacts('cc0-1.0').url).toBe('https://creativecommons.org/publicdomain/zero/1.0/');
  expect(licenceFacts('nobody knows')).toMatchObject({ slug: ARR, url: null });
  // Every other one has a page of its own.
  const urls = LICENSE_SLUGS.map((slug) => licenceFacts(slug).url);
  expect(new Set(urls).size).toBe(LICENSE_SLUGS.length);
});

it('says all that several licences ask of whoever takes works away', () => {
  expect(licenceDuties(['cc0-1.0'])).toEqual([]);
  expect(licenceDuties([])).toEqual([]);
  expect(licenceDuties(['cc-by-nc-4.0', 'cc-by-nd-4.0'])).toEqual([
    'Name who made it.',
    'Earn nothing with it.',
    'Pass it on as it is: remixes stay inside Rondo.',
  ]);
  expect(licenceDuties(['cc-by-sa-4.0', undefined])).toEqual([
    'Name who made it.',
    'Share what you make of it in the same way.',
    'Ask those who keep all rights before you use their part.',
  ]);
});

it('says in the tags of a file what it is called and where it stands', () => {
  expect(licenceWords('cc-by-sa-4.0')).toBe(
    'CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/',
  );
  expect(licenceWords(ARR)).toBe('All rights reserved');
  expect(licenceWords(undefined)).toBe('');
});
