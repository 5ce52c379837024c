import { describe, expect, it, test } from 'vitest';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import { LICENSES } from '../../contract/accountOptions.ts';
import type { Loop } from '../../contract/loop.ts';
import { addLoop, createDraft, setSlotCategory, toggleMute } from '../draft/draft.ts';
import {
  creditLines,
  heldLicences,
  licenceText,
  mixRefusal,
  peopleOf,
  personText,
  ringMakers,
  stemRefusal,
  stemRights,
} from './credits.ts';

const ring = (id: string, category: string, creatorUserName: string, change: Partial<Loop> = {}) =>
  loopOf(id, { name: `Line ${id}`, creatorUserName, category, ...change });

describe('who made what', () => {
  const drums = ring('a', 'drums', 'oduya');
  const bass = ring('b', 'bass', 'rondo', { isLibraryLoop: true });
  const song = ring('c', 'vocals', '', { name: undefined });
  const rifff = [drums, bass, song].reduce(addLoop, createDraft('mira'));

  test('one line per ring, from the outside in', () => {
    const lines = ringMakers(setSlotCategory(toggleMute(rifff, 0), 0, 'fx'));
    expect(lines.map((line) => [line.slot, line.category, line.userId, line.isOn])).toEqual([
      [2, 'Vocals', '', true],
      [1, 'Bass', 'rondo', true],
      [0, 'FX', 'oduya', false],
    ]);
    expect(lines.map((line) => line.loopName)).toEqual(['', 'Line b', 'Line a']);
    expect(lines.map((line) => line.isLibrary)).toEqual([false, true, false]);
  });

  test('a ring whose loop is gone has no line', () => {
    expect(ringMakers({ ...rifff, loops: [drums] }).map((line) => line.slot)).toEqual([0]);
  });

  test('everybody once, whoever shared it first; the house and those who left are nobody', () => {
    expect(peopleOf(rifff, 'noor', ['mira', 'noor'])).toEqual(['noor', 'mira', 'oduya']);
  });

  test('a person without a name is someone who left', () => {
    expect([personText(' '), personText('Mira')]).toEqual(['someone who left', 'Mira']);
  });
});

test('every licence of the contract has a short name, and nothing else has', () => {
  for (const { slug } of LICENSES) expect(licenceText(slug)).not.toBe('');
  for (const other of ['', 'mit', 'toString', undefined, 7]) expect(licenceText(other)).toBe('');
});

let count = 0;
const loop = (more: Partial<Loop> = {}) =>
  loopOf(`loop${count++}`, { creatorUserName: 'ana', url: '/media/x.ogg', ...more });
const rifffOf = (...loops: Loop[]) => loops.reduce(addLoop, createDraft('bo'));

describe('a stem', () => {
  it('of somebody else stays, unless its licence, its maker or the library lets it go', () => {
    expect(stemRefusal(loop(), 'bo')).toBe('ana keeps all rights');
    expect(stemRefusal(loop(), null)).not.toBeNull();
    expect(stemRefusal(loop({ license: 'all-rights-reserved' }), 'bo')).not.toBeNull();
    expect(stemRefusal(loop({ license: 'made-up' }), 'bo')).not.toBeNull();
    for (const { slug } of LICENSES) {
      const isFree = slug !== 'all-rights-reserved';
      expect(stemRefusal(loop({ license: slug }), 'bo') === null).toBe(isFree);
    }
    expect(stemRefusal(loop({ access: 'download' }), null)).toBeNull();
    expect(stemRefusal(loop({ isLibraryLoop: true }), null)).toBeNull();
  });

  it('of one’s own always goes, also before it was uploaded', () => {
    expect(stemRefusal(loop(), 'ana')).toBeNull();
    expect(stemRefusal({ ...loop(), url: undefined }, null)).toBeNull();
  });
});

describe('a loop of a partner’s collection', () => {
  const collection = { product: 'partners-glow', name: 'Glow' };
  const glow = (more: Partial<Loop> = {}) =>
    loop({ name: 'Ray', isLibraryLoop: true, license: 'cc-by-4.0', collection, ...more });
  const held = new Set(['partners-glow']);

  it('goes as a file of its own with those who have the collection, whatever its licence says', () => {
    for (const license of ['cc-by-4.0', 'all-rights-reserved']) {
      expect(stemRefusal(glow({ license }), 'bo', held)).toBeNull();
      expect(stemRefusal(glow({ license }), 'bo', new Set(['plus']))).toBe(
        'Glow is for those who have it',
      );
      expect(stemRefusal(glow({ license }), null)).not.toBeNull();
    }
    expect(mixRefusal(rifffOf(glow()), 'bo', held)).toBeNull();
    expect(mixRefusal(rifffOf(glow()), 'bo')).toContain('belongs to other people');
    expect(mixRefusal(rifffOf(glow(), loop({ isLibraryLoop: true })), 'bo')).toBeNull();
  });

  it('is credited with its collection and asks what its licence does', () => {
    const rights = stemRights(rifffOf(glow()), 'bo', held);
    expect(creditLines(rights)).toBe('1 Ray – Glow – CC BY 4.0');
    expect(heldLicences(rights, 'bo')).toEqual(['cc-by-4.0']);
  });
});

describe('a mix', () => {
  it('may be taken away when one sounding loop may', () => {
    const mixed = rifffOf(loop(), loop({ isLibraryLoop: true }));
    expect(mixRefusal(mixed, 'bo')).toBeNull();
    expect(mixRefusal(toggleMute(mixed, 1), 'bo')).toContain('ana');
    expect(mixRefusal(rifffOf(loop()), 'bo')).toContain('ana');
    expect(mixRefusal(rifffOf(loop()), 'ana')).toBeNull();
    expect(mixRefusal(toggleMute(rifffOf(loop()), 0), 'ana')).toContain('muted');
  });
});

test('credits name every loop, its maker and its licence', () => {
  const rifff = rifffOf(loop({ name: 'Low', license: 'cc-by-4.0' }), loop({ isLibraryLoop: true }));
  expect(creditLines(stemRights(rifff, null))).toBe(
    '1 Low – ana – CC BY 4.0\n2 Untitled – ana – library',
  );
});

test('licences are held of others alone, neither of oneself nor of the house', () => {
  const rifff = rifffOf(
    loop({ license: 'cc-by-4.0' }),
    loop({ isLibraryLoop: true }),
    loop({ creatorUserName: 'bo', license: 'cc0-1.0' }),
    loop(),
  );
  expect(heldLicences(stemRights(rifff, 'bo'), 'bo')).toEqual(['cc-by-4.0', undefined]);
});
