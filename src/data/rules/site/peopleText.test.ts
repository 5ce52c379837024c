import { expect, it } from 'vitest';
import { peopleText, typedPeopleText } from './peopleText.ts';

const LINK =
  '<a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow ugc" target="_blank">';

it('what people wrote is texts and links, their entities read', () => {
  expect(peopleText(`I &lt;3 R&amp;B, ${LINK}more &amp; more</a>.`)).toEqual([
    { text: 'I <3 R&B, ', href: null },
    { text: 'more & more', href: 'https://x.example/?a=1&b=2' },
    { text: '.', href: null },
  ]);
  expect(peopleText('')).toEqual([]);
});

it('a tag that the server never writes is text, and no address of a script is a link', () => {
  expect(peopleText('<b>x</b>')).toEqual([{ text: '<b>x</b>', href: null }]);
  expect(peopleText('<a href="javascript:alert(1)">x</a>')).toEqual([{ text: 'x', href: null }]);
});

it('a form starts with what was typed', () => {
  expect(typedPeopleText(`Hear ${LINK}this</a> &lt;3`)).toBe(
    'Hear <a href="https://x.example/?a=1&b=2">this</a> <3',
  );
});
