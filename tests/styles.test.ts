import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Most style modules, and most rule bodies that stand twice or more: what was reached; they only go down. */
const MAX_MODULES = 60;
const MAX_REPEATED = 99;

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

const read = (file: string) => readFileSync(join(root, file), 'utf8');

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');

/**
 * Bodies of the rules of a sheet, each as its media queries and its sorted declarations. Frames of animations are left
 * out.
 */
function bodiesOf(css: string): string[] {
  const bodies: string[] = [];
  const heads: string[] = [];
  let text = '';
  for (const sign of withoutComments(css).replace(/\s+/g, ' ')) {
    if (sign === '{') {
      heads.push(text.trim());
      text = '';
    } else if (sign === '}') {
      const declarations = text.split(';').map((one) => one.trim());
      const queries = heads.slice(0, -1);
      heads.pop();
      text = '';
      const body = declarations.filter(Boolean).sort().join('; ');
      if (body && !queries.some((query) => query.startsWith('@keyframes')))
        bodies.push([...queries, body].join(' { '));
    } else text += sign;
  }
  return bodies;
}

/** Bodies that stand twice or more, with how often each does. */
function repeated(sheets: readonly string[]): [body: string, times: number][] {
  return [...Map.groupBy(sheets.flatMap(bodiesOf), (body) => body)]
    .map(([body, all]): [string, number] => [body, all.length])
    .filter(([, times]) => times > 1);
}

const classesOf = (css: string) =>
  new Set(
    [
      ...withoutComments(css.replace(/:global\([^)]*\)/g, '')).matchAll(
        /\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g,
      ),
    ].map(([, name = '']) => name),
  );

/** What a script asks of each module that it imports; `all` where it hands the module on or asks by a variable. */
function askedBy(file: string, text: string): { module: string; name: string }[] {
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(
    ([line, local, from = '']) => {
      const module = join(dirname(file), from);
      const rest = text.replace(line, '');
      return [...rest.matchAll(new RegExp(`(?<![\\w.'/])${local}\\b(?:\\.(\\w+))?`, 'g'))].map(
        ([, name = 'all']) => ({ module, name }),
      );
    },
  );
}

/** Class names that a script writes as such, and not through a module. */
function wordsOf(text: string): string[] {
  const written = text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g);
  return [...written].flatMap(([, plain, template = '']) =>
    (plain ?? template.replace(/\$\{[^}]*\}/g, ' ')).split(/\s+/).filter(Boolean),
  );
}

const sheets = filesOf('src/hud', /\.module\.css$/);
const scripts = filesOf('src', /\.tsx?$/);

describe('style modules', () => {
  it('are few, and say little twice', () => {
    const twice = repeated(sheets.map(read));
    const most = twice.toSorted(([, a], [, b]) => b - a).slice(0, 20);
    expect(sheets.length).toBeLessThanOrEqual(MAX_MODULES);
    expect(
      twice.reduce((sum, [, times]) => sum + times, 0),
      most.map(([body, times]) => `${times} ${body}`).join('\n'),
    ).toBeLessThanOrEqual(MAX_REPEATED);
  });

  it('stand beside primitives that are there, and of which each is used', () => {
    const primitives = ['type', 'layout', 'states'].map((one) => read(`src/hud/system/${one}.css`));
    const shared = [...primitives, read('src/pages/firstPaint/firstPaint.css')];
    const known = new Set(shared.flatMap((css) => [...classesOf(css)]));
    const texts = scripts.filter((file) => !file.includes('.test.')).map(read);
    const asked = texts.flatMap(wordsOf);
    // One outside the layer would win over the modules that stand before it.
    for (const css of primitives.slice(0, 2)) expect(css).toContain('@layer base {');
    for (const css of primitives) expect(css).not.toMatch(/^\.[\w.-]+ \{/m);
    expect(asked.length).toBeGreaterThan(1000);
    expect([...new Set(asked.filter((word) => !known.has(word)))]).toEqual([]);
    const strings = new Set(texts.flatMap((text) => text.match(/[\w-]+/g) ?? []));
    expect([...known].filter((name) => !strings.has(name))).toEqual([]);
  });

  it('have no class that nothing asks for, and nothing asks for a class that they lack', () => {
    const asked = Map.groupBy(
      scripts.flatMap((file) => askedBy(file, read(file))),
      ({ module }) => module,
    );
    const faults = sheets.flatMap((sheet) => {
      const there = classesOf(read(sheet));
      const names = new Set(asked.get(sheet)?.map(({ name }) => name));
      const unused = names.has('all') ? [] : [...there].filter((name) => !names.has(name));
      const missing = [...names].filter((name) => name !== 'all' && !there.has(name));
      return [
        ...unused.map((name) => `${sheet}: nothing asks for .${name}`),
        ...missing.map((name) => `${sheet}: has no .${name}`),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('tells of a body that stands twice, apart from the same in another media query', () => {
    const sheet = '.a { color: red; gap: 0 } @media (hover: hover) { .b { gap: 0; color: red } }';
    expect(repeated([sheet])).toEqual([]);
    expect(repeated([sheet, '.c { gap: 0; color: red; }'])).toEqual([['color: red; gap: 0', 2]]);
    expect([...classesOf(sheet)]).toEqual(['a', 'b']);
    const script = `import s from './a.module.css';\ns.a; f(s);`;
    expect(askedBy('src/b.tsx', script).map(({ name }) => name)).toEqual(['a', 'all']);
  });
});
