import { describe, expect, it, test } from 'vitest';
import { LICENSES } from '../contract/accounts.ts';
import type { Loop } from '../contract/loop.ts';
import { addLoop, createDraft, toggleMute } from './draft.ts';
import { creditLines, licenceText, mixRefusal, stemRefusal, stemRights } from './licences.ts';

test('every licence of the contract has a short name, and nothing else has', () => {
  for (const { slug } of LICENSES) expect(licenceText(slug)).not.toBe('');
  for (const other of ['', 'mit', 'toString', undefined, 7]) expect(licenceText(other)).toBe('');
});

let count = 0;
const loop = (more: Partial<Loop> = {}): Loop => ({
  _id: `loop${count++}`,
  creatorUserName: 'ana',
  created: 0,
  url: '/media/x.ogg',
  startOffsetSamples: 0,
  barLength: 16,
  length16ths: 16,
  bps: 2,
  sampleRate: 48_000,
  category: 'bass',
  ...more,
});
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
