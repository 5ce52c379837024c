import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

/** The modules in the order in which they may use each other: each only those before it. */
const ORDER = [
  'grants',
  'searchIndex',
  'library',
  'jams',
  'media',
  'auth',
  'sync',
  'uploads',
  'people',
  'feed',
  'chat',
  'moderation',
  'arcade',
  'playlists',
  'clubs',
  'market',
  'plans',
  'imports',
  'accounts',
  'rooms',
  'band',
  'remote',
  'search',
  'covers',
  'previews',
  'live',
  'site',
  'starter',
  'demo',
];

const ROOT = import.meta.dirname;
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(?<!\.test)\.ts$/.test(path),
);

/** Files that a file imports, relative to the folder of the server. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const found = text.matchAll(/(?:from |import\()'(\.[^']+)'/g);
  return [...found].map(([, to]) => relative(ROOT, join(ROOT, dirname(path), to!)));
}
const moduleOf = (path: string) => /^modules\/([^/]+)\//.exec(path)?.[1];

it('modules use each other one way', () => {
  const found = new Set(sources.flatMap((path) => moduleOf(path) ?? []));
  expect([...found].sort()).toEqual([...ORDER].sort());
  const wrong = sources.flatMap((path) => {
    const own = moduleOf(path);
    if (own === undefined) return [];
    return importsOf(path)
      .filter((to) => moduleOf(to) !== undefined)
      .filter((to) => ORDER.indexOf(moduleOf(to)!) > ORDER.indexOf(own))
      .map((to) => `${path} -> ${to}`);
  });
  expect(wrong).toEqual([]);
});

it('plugins and ports use no module, and nothing that serves uses what tests do', () => {
  const wrong = sources.flatMap((path) =>
    importsOf(path)
      .filter((to) => {
        if (path.startsWith('testing/')) return false;
        const isBelow = /^(plugins|ports)\//.test(path);
        return to.startsWith('testing/') || (isBelow && moduleOf(to) !== undefined);
      })
      .map((to) => `${path} -> ${to}`),
  );
  expect(wrong).toEqual([]);
});
