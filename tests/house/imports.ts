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

/** What `text`, the file `from`, imports: static, type-only, re-exported, dynamic and worker addresses. */
export function importsOf(from: string, text: string): Import[] {
  const { module, errors } = parseSync(from, text);
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
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
