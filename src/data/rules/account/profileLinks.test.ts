import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profileLinks } from './profileLinks.ts';

test('links in the order of the table, with where they lead', () => {
  const links = { discord: 'https://discord.gg/x', website: 'https://www.mira.example/about' };
  expect(profileLinks(links)).toEqual([
    { name: 'website', title: 'Website', href: links.website, host: 'mira.example' },
    { name: 'discord', title: 'Discord', href: links.discord, host: 'discord.gg' },
  ]);
});

test('nothing but http and https, and no name or password in it', () => {
  const bad = [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'mira',
    '',
    'ftp://a.b',
  ];
  for (const website of [...bad, 'https://a:b@evil.example', ' java\nscript:alert(1)']) {
    expect(profileLinks({ website })).toEqual([]);
  }
  expect(profileLinks({ other: 'https://x.example' })).toEqual([]);
  fc.assert(
    fc.property(fc.string(), (website) => {
      for (const { href } of profileLinks({ website })) expect(href).toMatch(/^https?:\/\//);
    }),
  );
});
