import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MANUAL_PATH, type ManualNode } from '../src/data/contract/manual.ts';
import { isServerSegment } from '../src/data/contract/serverPaths.ts';
import { routeAt } from '../src/pages/routes.tsx';
import { readManual, readPage } from '../tools/build/readManual.ts';
import { MANUAL, MAX_PICTURE_BYTES, sectionsOf } from './support/manualSections.ts';

const MAX_PICTURES_BYTES = 1_000_000;
const root = join(import.meta.dirname, '..');
const files = readdirSync(MANUAL).filter((name) => name.endsWith('.md'));
const pictures = readdirSync(join(MANUAL, 'pictures'));
const sections = new Map(files.map((file) => [file, sectionsOf(file)]));
const all = [...sections].flatMap(([file, list]) => list.map((one) => ({ file, ...one })));
const walks = readFileSync(join(import.meta.dirname, 'e2e/manualWalks.ts'), 'utf8');
const picture = (file: string) => ({ src: `/${file}`, width: 3, height: 2 });
const manual = readManual(MANUAL, { picture });

/** Why a link of a page leads nowhere; undefined where it leads somewhere. */
function brokenLink(file: string, href: string): string | undefined {
  if (/^https?:/.test(href)) return undefined;
  if (href.startsWith('/')) {
    // Any word is the name of a person: only addresses of the house count.
    const route = routeAt(href.split('#')[0] ?? '');
    if (isServerSegment(href) || (route && route.path !== '/:user')) return undefined;
    return `${file}: no page is at ${href}`;
  }
  const [path = '', anchor] = href.split('#');
  const target = resolve(MANUAL, path || file);
  if (!existsSync(target)) return `${file}: there is no ${path}`;
  const there = sections.get(path || file);
  if (anchor && !there?.some((one) => one.anchor === anchor)) return `${file}: no section ${href}`;
  return undefined;
}

describe('the manual', () => {
  it('has links that lead somewhere', () => {
    const links = all.flatMap(({ file, links }) => links.map((href) => [file, href] as const));
    expect(links.length).toBeGreaterThan(30);
    expect(links.flatMap(([file, href]) => brokenLink(file, href) ?? [])).toEqual([]);
    expect(brokenLink('making.md', 'makin.md')).toBeDefined();
    expect(brokenLink('sync.md', 'calls.md#signing')).toBeDefined();
    expect(brokenLink('law.md', '/privat')).toBeDefined();
  });

  it('lists each of its pages once, and each has a walk where it shows the screen', () => {
    const listed = manual.groups.flatMap(({ pages }) => pages.map(({ to }) => to));
    const names = files.filter((file) => file !== 'README.md');
    const expected = names.map((file) => `${MANUAL_PATH}/${file.replace('.md', '')}`);
    expect(listed.toSorted()).toEqual(expected.toSorted());
    const shown = all.filter(({ file, bold, pictures }) => {
      return file !== 'README.md' && bold.length + pictures.length > 0;
    });
    const walked = [...walks.matchAll(/'([\w-]+\.md)': \w/g)].map(([, file]) => file);
    expect(new Set(shown.map(({ file }) => file))).toEqual(new Set(walked));
  });

  it('has the pictures that it shows and no others, all of them light', () => {
    const shown = all.flatMap((one) => one.pictures);
    expect(shown.toSorted()).toEqual(pictures.toSorted());
    const bytes = pictures.map((name) => statSync(join(MANUAL, 'pictures', name)).size);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MAX_PICTURES_BYTES);
  });

  it('names commands and settings that are there', () => {
    const text = files.map((file) => readFileSync(join(MANUAL, file), 'utf8')).join('\n');
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const commands = [...text.matchAll(/(?<!<!--[^>]*)npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(commands.length).toBeGreaterThan(3);
    expect(commands.filter((name = '') => !(name in scripts))).toEqual([]);
    const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const settings = [...text.matchAll(/`([A-Z]+_[A-Z_]+)(?:=\w+)?`/g)].map(([, name]) => name);
    expect(settings.length).toBeGreaterThan(8);
    expect(settings.filter((name = '') => !operations.includes(name))).toEqual([]);
  });

  it('becomes elements: headings with anchors, links of the product, names of files', () => {
    const text = [
      '# One & two',
      'What *it* is.',
      '## Sign in: how',
      'See [making](making.md#rings), [all settings](../operations.md) and `code`.',
      '<!-- A note. -->',
      '1. ![A picture](pictures/a.webp)',
    ].join('\n\n');
    const page = readPage('one', text, { picture });
    const expected: ManualNode[] = [
      [
        'h2',
        { id: 'sign-in-how' },
        ['a', { href: '#sign-in-how', className: 'hoverUnderline' }, 'Sign in: how'],
      ],
      [
        'p',
        {},
        'See ',
        ['a', { href: '/manual/making#rings' }, 'making'],
        ', all settings (',
        ['code', {}, 'docs/operations.md'],
        ') and ',
        ['code', {}, 'code'],
        '.',
      ],
      [
        'ol',
        {},
        [
          'li',
          {},
          [
            'a',
            { href: '/pictures/a.webp' },
            [
              'img',
              { src: '/pictures/a.webp', width: 3, height: 2, alt: 'A picture', loading: 'lazy' },
            ],
          ],
        ],
      ],
    ];
    expect(page.title).toBe('One & two');
    expect(page.lead).toEqual(['What ', ['em', {}, 'it'], ' is.']);
    expect(page.body).toEqual(expected);
    expect(() => readPage('two', 'No title', { picture })).toThrow('begins with no title');
    expect(() => readPage('three', '# A\n\nB\n\n> C', { picture })).toThrow('shows no blockquote');
  });
});
