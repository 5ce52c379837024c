import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { parseSync } from 'vite';

/** One import as it stands in a file. Paths inside the house are relative to its root. */
export interface Import {
  readonly from: string;
  /** A path such as `src/dsp/fft.ts`, or a package such as `zod`, `node:fs`. */
  readonly to: string;
  readonly isPackage: boolean;
}

const SOURCE = /\.(ts|tsx|mts|mjs)$/;
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.wt', 'data', 'test-results']);

/** Every source file below `folder`, as paths relative to `root` with forward slashes. */
export function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder.split(sep).join('/'), entry.name);
    const isSkipped = SKIPPED.has(entry.name) && path !== 'src/data';
    if (entry.isDirectory()) return isSkipped ? [] : sourceFiles(root, path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

const WORKER_URL = /new URL\(\s*['"](\.[^'"]+\.[cm]?[jt]sx?)['"]\s*,\s*import\.meta\.url/g;

const TYPES_ALONE = /^(import|export)\s+type\b/;

/**
 * What `text`, the file `from`, imports: static, re-exported, dynamic and worker addresses, and unless `isRun` those of
 * types alone, which leave no trace in what runs.
 */
export function importsOf(from: string, text: string, isRun = false): Import[] {
  const { module, errors } = parseSync(from, text);
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`);
  const stays = ({ start }: { start: number }) => !isRun || !TYPES_ALONE.test(text.slice(start));
  const named = [
    ...module.staticImports.filter(stays).map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports
      .filter(stays)
      .flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
      ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    ),
    ...[...text.matchAll(WORKER_URL)].map((match) => match[1] as string),
  ];
  return [...new Set(named)].map((name) => {
    const path = name.replace(/\?.*$/, '');
    if (!path.startsWith('.')) return { from, to: path, isPackage: true };
    return { from, to: posix.normalize(posix.join(dirname(from), path)), isPackage: false };
  });
}

/** Every import of the house below `root`. */
export function allImports(root: string, folders: readonly string[]): Import[] {
  return folders.flatMap((folder) =>
    sourceFiles(root, folder).flatMap((file) =>
      importsOf(relative('.', file).split(sep).join('/'), readFileSync(join(root, file), 'utf8')),
    ),
  );
}

/** The package that an import names: `zod`, `@fastify/static`, `node:fs`. */
export const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);

/**
 * The packages that files below `folders` import, those of tests and of types alone not counted.
 * @returns names such as `zod`, those of Node as `node:fs`
 */
export function packagesUsed(root: string, folders: readonly string[]): Set<string> {
  const files = folders.flatMap((folder) => sourceFiles(root, folder)).filter((f) => !isTest(f));
  const imports = files.flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8'), true),
  );
  return new Set(imports.filter(({ isPackage }) => isPackage).map(({ to }) => packageOf(to)));
}
