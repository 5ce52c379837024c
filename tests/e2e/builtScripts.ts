/** What pages of the build fetch, told by the documents and pieces of `dist` alone. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type BuiltPage,
  type BuiltPieces,
  PAGES_LIST,
  PIECES_LIST,
} from '../../src/data/contract/builtPages.ts';

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const readJson = <T>(file: string): T => JSON.parse(readFileSync(join(DIST, file), 'utf8')) as T;

/** The scripts of a build with what each page needs of them. */
export function readBuild() {
  const { pieces, inVain } = readJson<BuiltPieces>(PIECES_LIST);
  const pages = readJson<BuiltPage[]>(PAGES_LIST);

  /** Scripts and everything that they need at once. */
  const closure = (files: readonly string[]): string[] => {
    const reached = new Set(files);
    for (const file of reached) for (const next of pieces[file]?.imports ?? []) reached.add(next);
    return [...reached];
  };
  /** The scripts that a module of ours comes with. Throws for one that no piece has. */
  const scriptsOf = (module: string): string[] => {
    const file = Object.keys(pieces).find((one) => module in pieces[one]!.modules);
    if (!file) throw new Error(`No piece has ${module}`);
    return closure([file]);
  };
  /** The scripts that the document of a page names, by the path of `pages/pieces.ts`. */
  const namedBy = (path: string): string[] => {
    const page = pages.find((one) => one.path === path);
    if (!page) throw new Error(`No document is for ${path}`);
    const document = readFileSync(join(DIST, page.file), 'utf8');
    return closure([...document.matchAll(/="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!));
  };
  const modulesOf = (files: readonly string[]) =>
    files.flatMap((file) => Object.keys(pieces[file]?.modules ?? {}));
  const gzipBytes = (file: string) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
  /** Bytes of scripts, each counted once. */
  const sumBytes = (files: readonly string[], of = gzipBytes) =>
    [...new Set(files)].reduce((sum, file) => sum + of(file), 0);
  /** As a browser gets it: compressed by Brotli, unless it is tiny. */
  const sentBytes = (file: string) =>
    statSync(join(DIST, `${file}.br`), { throwIfNoEntry: false })?.size ??
    statSync(join(DIST, file)).size;
  /** About how many bytes of scripts are of some modules. */
  const shareBytes = (files: readonly string[], some: ReadonlySet<string>) =>
    sumBytes(files, (file) => {
      const lengths = Object.entries(pieces[file]?.modules ?? {});
      const sum = (of: typeof lengths) => of.reduce((all, [, length]) => all + length, 0);
      return (
        (gzipBytes(file) * sum(lengths.filter(([module]) => some.has(module)))) /
        Math.max(1, sum(lengths))
      );
    });
  return { pieces, inVain, scriptsOf, namedBy, modulesOf, sumBytes, sentBytes, shareBytes };
}
