import { expect, test } from 'vitest';
import { rightsRefusal } from './rights.ts';

const IMPORTED = `imported_${'0'.repeat(20)}`;
const loop = (license: string) => ({ creatorUserName: IMPORTED, license });

test.each([
  // What stands in it, published as it came, published in a remix, sold in a remix.
  ['all-rights-reserved', false, false, false],
  ['cc-by-nd-4.0', true, false, false],
  ['cc-by-nc-4.0', true, true, false],
  ['cc-by-sa-4.0', true, true, true],
  ['something else', false, false, false],
])(
  'a loop from elsewhere under %s goes as far as its licence lets it',
  (license, asIs, remixed, sold) => {
    const came = { userName: IMPORTED, license: 'cc0-1.0' };
    const own = { userName: 'mia', license: 'all-rights-reserved' };
    expect(rightsRefusal('publish', came, [loop(license)]) === null).toBe(asIs);
    expect(rightsRefusal('publish', own, [loop(license)]) === null).toBe(remixed);
    expect(rightsRefusal('sell', own, [loop(license)]) === null).toBe(sold);
  },
);

test('accounts of this server are not judged here, and an arrangement has its own licence', () => {
  const kept = { userName: IMPORTED, license: 'all-rights-reserved' };
  expect(rightsRefusal('publish', kept, [])).toMatch(/from elsewhere/);
  const toms = { creatorUserName: 'tom', license: 'all-rights-reserved' };
  expect(rightsRefusal('sell', { userName: 'mia' }, [toms])).toBeNull();
});
