import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../contract/chat.ts';
import {
  addPictures,
  announcement,
  isContinued,
  messageRuns,
  messageWords,
  quoteWords,
  readSpoken,
  SPOKEN,
} from './chatView.ts';

const said = (id: string, user = 'ada', message = `word ${id}`) => ({
  id,
  user,
  displayName: user,
  message,
  type: 'text' as const,
  isRemoved: false,
});

describe('what a screen reader says of new messages', () => {
  test('a first load is no news, the next message is', () => {
    const one = [said('1')];
    expect(announcement(null, one, 'me', 'words')).toBe('');
    expect(announcement([], one, 'me', 'words')).toBe('ada: word 1');
    expect(announcement(one, [...one, said('2', 'mia')], 'me', 'words')).toBe('mia: word 2');
    expect(announcement(one, [...one, said('2', 'mia')], 'me', 'names')).toBe('New from mia');
  });

  test('many at once are counted', () => {
    const many = ['1', '2', '3', '4'].map((id) => said(id));
    expect(announcement([], many, 'me', 'words')).toBe('4 new messages');
  });

  test('older pages, own words and what is known are never said; nothing is said unasked', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(ids, ids, fc.constantFrom(...SPOKEN), (some, older, spoken) => {
        const before = some.map((id) => said(`n${id}`));
        const paged = [...older.map((id) => said(`o${id}`)), ...before];
        expect(announcement(before, paged, 'me', spoken)).toBe('');
        expect(announcement(before, [...before, said('x', 'me')], 'me', spoken)).toBe('');
        expect(announcement(before, [...before, said('x')], 'me', 'none')).toBe('');
      }),
    );
  });

  test('links are read as their words', () => {
    const message = 'hear <a href="https://a.example">this</a> &amp; that';
    expect(messageWords(said('1', 'ada', message))).toBe('hear this & that');
    expect(messageWords({ ...said('1'), message: '', type: 'audio' } as never)).toBe(
      'a voice message',
    );
    expect(messageWords({ ...said('1'), isRemoved: true })).toBe('deleted');
  });

  test('an answer says who said what, also without words, and that a message was deleted', () => {
    const quote = { id: 'm1', type: 'text' as const, user: 'ada', message: 'Hi', isRemoved: false };
    const nameOf = () => 'Ada L.';
    expect(quoteWords(quote, nameOf)).toBe('Ada L.: Hi');
    expect(quoteWords({ ...quote, type: 'images', message: '' }, nameOf)).toBe('Ada L.: a picture');
    expect(quoteWords({ ...quote, user: '', message: '', isRemoved: true }, nameOf)).toBe(
      'Answers a message that was deleted',
    );
  });

  test('a wish that is unknown is the common one', () => {
    expect(readSpoken(null)).toBe('words');
    expect(readSpoken('shout')).toBe('words');
    expect(readSpoken('none')).toBe('none');
  });
});

test('a message goes on under a name for five minutes', () => {
  const at = (created: number, user = 'ada', type: 'text' | 'note' = 'text') => ({
    created,
    user,
    type,
    reply: null,
  });
  expect(isContinued(undefined, at(0))).toBe(false);
  expect(isContinued(at(0), at(299_999))).toBe(true);
  expect(isContinued(at(0), at(300_000))).toBe(false);
  expect(isContinued(at(0), at(1, 'mia'))).toBe(false);
  expect(isContinued(at(0, 'ada', 'note'), at(1))).toBe(false);
});

test('addresses in a message are links, without what ends the sentence', () => {
  const html =
    'See (https://a.example/x?y=1&amp;z), or <a href="mailto:a@b.c">mail</a>. http:// is none';
  expect(messageRuns(html)).toEqual([
    { text: 'See (', href: null },
    { text: 'https://a.example/x?y=1&z', href: 'https://a.example/x?y=1&z' },
    { text: '), or ', href: null },
    { text: 'mail', href: 'mailto:a@b.c' },
    { text: '. http:// is none', href: null },
  ]);
});

describe('pictures that are chosen', () => {
  const picture = (name: string, type = 'image/png', size = 10) => ({ name, type, size });

  test('go as far as a server takes them, and every reason is said', () => {
    const kept = picture('a.png');
    const most = picture('b.gif', 'image/gif', MAX_IMAGE_BYTES);
    const chosen = [
      most,
      picture('c.pdf', 'application/pdf'),
      picture('d.heic', ''),
      picture('e.jpg', 'image/jpeg', MAX_IMAGE_BYTES + 1),
    ];
    const { pictures, trouble } = addPictures([kept], chosen);
    expect(pictures).toEqual([kept, most]);
    expect(trouble).toBe(
      'Left out: c.pdf, d.heic. Pictures are PNG, JPEG, WebP or GIF. Left out: e.jpg. A picture has at most 5 MB.',
    );
  });

  test('of too many the first ones stay', () => {
    const many = Array.from({ length: MAX_IMAGES }, (_, at) => picture(`${at}.png`));
    expect(addPictures([], many)).toEqual({ pictures: many, trouble: '' });
    const { pictures, trouble } = addPictures(many, [picture('more.png')]);
    expect(pictures).toEqual(many);
    expect(trouble).toBe('At most 8 pictures at once: the first ones stay.');
  });
});
