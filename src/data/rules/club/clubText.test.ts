import { describe, expect, it } from 'vitest';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import type { Channel, ClubCode } from '../../contract/clubs.ts';
import { readCode } from '../jam/lobby.ts';
import { heardChannels, isNamed, isSpent, usedText } from './clubText.ts';

const code = (change: Partial<ClubCode>): ClubCode => ({
  code: 'ABCD-EFGH-JKLM',
  note: '',
  createdBy: 'ada',
  created: 1,
  expires: null,
  maxUses: null,
  used: 0,
  ...change,
});
const channel = (jamId: string, latest: number | null, loops = 2): Channel => ({
  jamId,
  name: jamId,
  description: '',
  imageUrl: null,
  access: 'public',
  rifffCount: 1,
  latest,
  isDemo: false,
  newest: latest === null ? null : rifffOf(loops),
  present: [],
  presentCount: 0,
  isBeingAnswered: false,
});

describe('a code', () => {
  it('is over with its last use, and at its last moment', () => {
    expect(isSpent(code({}), 5)).toBe(false);
    expect(isSpent(code({ maxUses: 2, used: 1 }), 5)).toBe(false);
    expect(isSpent(code({ maxUses: 2, used: 2 }), 5)).toBe(true);
    expect([4, 5, 6].map((expires) => isSpent(code({ expires }), 5))).toEqual([true, true, false]);
  });

  it('says how many it let in', () => {
    expect([0, 1, 2].map((used) => usedText(code({ used })))).toEqual([
      ...['not used yet', 'used once', 'used 2 times'],
    ]);
    expect(usedText(code({ used: 0, maxUses: 3 }))).toBe('used by 0 of 3');
  });

  it('is read out of the link of its page, and of no other', () => {
    const link = 'https://rondo.example/clubs/join/abcd-efgh-jklm?x=1';
    expect(readCode(link, 'clubs/join')).toBe('ABCD-EFGH-JKLM');
    expect(readCode('abcdefghjklm', 'clubs/join')).toBe('ABCD-EFGH-JKLM');
    expect(readCode('https://rondo.example/jam/abcd-efgh-jklm', 'clubs/join')).toBeNull();
  });
});

it('channels are heard the newest first, without those that have nothing to hear', () => {
  const all = [channel('old', 1), channel('none', null), channel('new', 9), channel('bare', 5, 0)];
  expect(heardChannels(all).map(({ jamId }) => jamId)).toEqual(['new', 'old']);
});

it('a name is found in any case, by any part of it', () => {
  expect([' MIR', 'ra', '', 'x'].map((typed) => isNamed(['Mira', 'u1'], typed))).toEqual([
    ...[true, true, true, false],
  ]);
});
