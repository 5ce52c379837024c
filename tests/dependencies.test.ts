import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, packageOf, sourceFiles } from '../tools/house/imports.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const { dependencies, devDependencies } = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const NAMED = Object.keys({ ...dependencies, ...devDependencies });

/** What people start where nothing was installed for building: the server, its commands, and the tools beside it. */
const MAINS = [
  ...sourceFiles(root, 'server').filter((file) => /\/main\.ts$/.test(file)),
  'tools/import/main.ts',
  'tools/osc/main.ts',
];

/** Reached from there, but loaded elsewhere alone. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'sql.js': 'a page reads databases with it, the command with what Node has',
  '@fastify/middie': 'it puts Vite into the server of `npm run dev`',
};

/** A package whose files are asked for by address: `resolve('wasm-media-encoders/wasm/ogg.wasm')`. */
const addressed = (text: string) => NAMED.filter((name) => text.includes(`'${name}/`));

/** Packages that run with `mains`: all that is imported from there on, in child processes and workers too. */
function packagesBehind(mains: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const files = new Set(mains);
  const packages = new Set<string>();
  for (const file of files) {
    const text = read(file);
    for (const name of addressed(text)) packages.add(name);
    for (const { to, isPackage } of importsOf(file, text, true)) {
      if (!isPackage) files.add(to);
      else if (!to.startsWith('node:')) packages.add(packageOf(to));
    }
  }
  return { files, packages };
}

/** Folders and files of this repository that the last but one stage of the Dockerfile takes, of which the image is made. */
function inImage(): string[] {
  const [, stage = ''] = read('Dockerfile').split(/^FROM .* AS app$/m);
  return [...stage.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '));
}

describe('the dependencies', () => {
  const { files, packages } = packagesBehind(MAINS);

  it('are what the server and its commands run on, and nothing else', () => {
    expect(files.size).toBeGreaterThan(500);
    expect(files).toContain('server/modules/uploads/made/make.child.ts');
    const wanted = [...packages].filter((name) => !(name in ELSEWHERE));
    expect(Object.keys(dependencies).sort()).toEqual(wanted.sort());
    expect(Object.keys(ELSEWHERE).filter((name) => !packages.has(name))).toEqual([]);
  });

  it('are files of the image where they are our own', () => {
    const kept = inImage();
    expect(kept).toContain('server');
    const isThere = (file: string) => kept.some((path) => file.startsWith(`${path}/`));
    // `**/testing` does not go into an image: .dockerignore.
    const wanted = [...files].filter((file) => !file.includes('/testing/'));
    expect(wanted.filter((file) => !isThere(file))).toEqual([]);
  });
});
