import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { MODULES } from './app.ts';

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

/** Modules whose files a module imports. */
function usedBy(name: string): string[] {
  const used = sources
    .filter((path) => moduleOf(path) === name)
    .flatMap((path) => importsOf(path).flatMap((to) => moduleOf(to) ?? []));
  return [...new Set(used)].filter((one) => one !== name).sort();
}

it('every module stands in the list, behind those that it needs, under one name', () => {
  const names = MODULES.map(({ name }) => name);
  const folders = new Set(sources.flatMap((path) => moduleOf(path) ?? []));
  expect([...names].sort()).toEqual([...folders].sort());
  for (const [at, { name, needs }] of MODULES.entries()) {
    for (const [key, needed] of Object.entries(needs)) {
      expect(needed.name, `a need of ${name}`).toBe(key);
      expect(MODULES.indexOf(needed), `${key}, which ${name} needs`).toBeLessThan(at);
      expect(MODULES).toContain(needed);
    }
  }
});

it.each(MODULES.map(({ name, needs }) => [name, needs] as const))(
  '%s needs what its files use, and nothing else',
  (name, needs) => expect(Object.keys(needs).sort()).toEqual(usedBy(name)),
);

it('the page of the architecture names the modules in their order', () => {
  const page = readFileSync(join(ROOT, '../docs/architecture.md'), 'utf8').replace(/\s+/g, ' ');
  expect(page).toContain(MODULES.map(({ name }) => name).join(' → '));
});

it('kernel, plugins and ports use no module, and nothing that serves uses what tests do', () => {
  const wrong = sources.flatMap((path) =>
    importsOf(path)
      .filter((to) => {
        if (path.startsWith('testing/')) return false;
        const isBelow = /^(kernel|plugins|ports)\//.test(path);
        return to.startsWith('testing/') || (isBelow && moduleOf(to) !== undefined);
      })
      .map((to) => `${path} -> ${to}`),
  );
  expect(wrong).toEqual([]);
});
