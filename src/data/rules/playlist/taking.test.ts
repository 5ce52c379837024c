import { describe, expect, it } from 'vitest';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import type { Loop } from '../../contract/loop.ts';
import type { PlaylistItem } from '../../contract/playlists.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { addLoop, createDraft } from '../draft/draft.ts';
import { rifffFrames } from '../time/timing.ts';
import { chaptersOf, creditsText, cueSheet } from './chapters.ts';
import { listLicence, listMakers, partsOfList } from './taking.ts';

const file = {
  endpoint: '',
  key: 'media/a.ogg',
  url: '/media/a.ogg',
  mime: 'audio/ogg',
  length: 1,
};
const sound = { cdn_attachments: { oggAudio: file } };
const ring = (id: string, creatorUserName: string, change: Partial<Loop> = {}) =>
  loopOf(id, { name: `Line ${id}`, creatorUserName, ...sound, ...change });
const rifffOf = (...loops: Loop[]) => loops.reduce(addLoop, createDraft(loops[0]!.creatorUserName));

const about = { jamId: 'j', user: 'mira', displayName: 'Mira', addedBy: 'mira', created: 0 };
const rest = { fadeOut: 0, loopCount: 2, shareId: null, reactions: [] };
const audio = (id: string, title: string, data: Rifff | null): PlaylistItem => ({
  ...about,
  ...rest,
  id,
  itemId: id,
  title,
  type: 'audio',
  data,
});
const track = (id: string, user_id: string): PlaylistItem => ({
  ...about,
  ...rest,
  id,
  itemId: id,
  title: 'Rain',
  type: 'track',
  user: user_id,
  displayName: user_id === 'mira' ? 'Mira' : 'Tom',
  loopCount: 1,
  data: {
    id,
    name: 'Rain',
    user_id,
    created: 0,
    url: '/media/t.ogg',
    mime: 'audio/ogg',
    durationSec: 90.5,
    peaks: '',
  },
});

const own = rifffOf(ring('a', 'mira'), ring('b', 'tom'));
const items = [
  audio('1', 'Tide', { ...own, license: 'cc-by-4.0' }),
  audio('2', '', rifffOf(ring('c', 'tom'), ring('d', 'ana'))),
  track('3', 'mira'),
  track('4', 'tom'),
  audio('5', 'Ebb', null),
  audio('6', 'Foam', rifffOf(loopOf('e', { creatorUserName: 'tom' }))),
  // Only a loop whose file is gone would let it be taken.
  audio('7', 'Flow', rifffOf(ring('f', 'tom'), loopOf('g', { creatorUserName: 'ana' }))),
  audio('8', 'Free', rifffOf(ring('h', 'tom', { license: 'cc-by-nc-sa-4.0' }))),
];

describe('a playlist that is taken away', () => {
  const { parts, leftOut } = partsOfList(items, 'mira');

  it('leaves out what is gone and what its makers keep, and says why', () => {
    expect(parts.map(({ entry, title }) => [entry.id, title])).toEqual([
      ['1', 'Tide'],
      ['3', 'Rain'],
      ['8', 'Free'],
    ]);
    expect(leftOut).toEqual([
      { id: '2', title: 'A rifff', reason: expect.stringContaining('all rights kept: tom, ana') },
      { id: '4', title: 'Rain', reason: 'Tom keeps all rights' },
      { id: '5', title: 'Ebb', reason: 'it is gone, or not for you' },
      { id: '6', title: 'Foam', reason: 'its sound is gone' },
      { id: '7', title: 'Flow', reason: expect.stringContaining('all rights kept: tom') },
    ]);
    const ids = (userId: string | null) =>
      partsOfList(items, userId).parts.map(({ entry }) => entry.id);
    expect(ids('tom')).toEqual(['1', '2', '4', '7', '8']);
    expect(ids(null)).toEqual(['8']);
  });

  it('names makers and licences of every part', () => {
    expect(parts.map(({ makers }) => makers)).toEqual(['mira, tom', 'Mira', 'tom']);
    expect(parts[0]!.credits).toContain('2 Line b – tom');
    expect(parts[2]!.licence).toContain('CC BY-NC-SA 4.0');
    expect(listMakers(parts)).toBe('mira, tom, Mira');
    expect(listLicence(parts)).toBe('Each part has its own: see the credits');
    expect(listLicence(parts.slice(0, 1))).toContain('CC BY 4.0');
    const text = creditsText('Drive', parts, leftOut);
    expect(text).toContain('Tide – mira, tom – CC BY 4.0');
    expect(text).toContain('Left out\nA rifff: ');
  });

  it('has its chapters where its parts begin, repetitions counted', () => {
    const first = 2 * rifffFrames(own);
    const frames = [0, first, first + 90.5 * 48_000];
    expect(chaptersOf(parts)).toEqual([
      { title: 'Tide – mira, tom', frame: frames[0] },
      { title: 'Rain – Mira', frame: frames[1] },
      { title: 'Free – tom', frame: frames[2] },
    ]);
    const sheet = cueSheet({ title: 'My "drive"', makers: 'mira', fileName: 'a.flac' }, parts)!;
    expect(sheet).toContain('TITLE "My ”drive”"\r\nFILE "a.flac" WAVE\r\n');
    const sec = Math.floor(frames[2]! / 48_000);
    const part = Math.floor(((frames[2]! % 48_000) * 75) / 48_000);
    const two = (value: number) => String(value).padStart(2, '0');
    expect(sheet).toContain(`INDEX 01 ${two(Math.floor(sec / 60))}:${two(sec % 60)}:${two(part)}`);
    const many = Array.from({ length: 100 }, () => parts[1]!);
    expect(cueSheet({ title: '', makers: '', fileName: '' }, many)).toBe(null);
  });
});
