/**
 * Puts the code of the pages into pieces, by what each page needs: no page fetches code of another one, and none asks
 * for many small files.
 *
 * A first build without any plan tells what needs what, after unused code is gone: its chunks are the modules that the
 * same starts need. `planPieces` then joins them to fewer.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { type BuiltPieces, PAGES_FOLDER, PIECES_LIST } from '../../src/data/contract/builtPages.ts';
import { type Load, planPieces } from './planPieces.ts';

/** How much what is fetched together matters, and what it may fetch for nothing, in bytes as gzip. */
const KINDS = {
  /** The script before all others. */
  main: { weight: 1, mostInVain: 9800 },
  page: { weight: 0.58, mostInVain: 18_200 },
  /** A page of many parts, where people make music. */
  busy: { weight: 2.321, mostInVain: 8541 },
  /** A page whose bar is near, and the document for other sites. */
  near: { weight: 1.923, mostInVain: 1290 },
  /** The page that most people see first. */
  first: { weight: 1.266, mostInVain: 8671 },
  rare: { weight: 0.23, mostInVain: 25_871 },
  /** What is fetched when a page is there. */
  later: { weight: 0.0373, mostInVain: 69_040 },
} as const;

const ROOT = resolve(import.meta.dirname, '../..');

/** Workers are built by themselves: what pages need is known without them. */
const withoutWorkers: Plugin = {
  name: 'rondo-without-workers',
  enforce: 'pre',
  load: (id) => (/[?&]worker\b/.test(id) ? 'export default class {}' : undefined),
  transform: (code) => code.replace(/new URL\('[^']+\.worker\.ts', import\.meta\.url\)/g, "''"),
};

/** The chunks of a build that follows no plan. */
async function buildUnplanned({ resolve, build: options }: UserConfig) {
  const built = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'silent',
    publicDir: false,
    resolve,
    plugins: [react(), withoutWorkers],
    build: { ...options, write: false, manifest: false, reportCompressedSize: false },
  })) as Rolldown.RolldownOutput;
  return built.output.filter((one) => one.type === 'chunk');
}

/** Modules, from the root of the repository, that are fetched together. */
interface Together {
  readonly modules: readonly string[];
  /** Few people open it, or open it first. */
  readonly isRare?: boolean | undefined;
  /** What its bar asks for, see `KINDS`. */
  readonly bar?: 'near' | 'first' | 'busy' | undefined;
}

export interface PieceOptions {
  /** Modules, from the root of the repository: what every page begins with, before anything else. */
  readonly main: string;
  /** For each page, or part of one that is fetched by itself, the modules that it begins with. */
  readonly loads: readonly Together[];
  /** Modules that are fetched only where they are needed. */
  readonly apart: RegExp;
}

/** A path from the root of the repository, as the list of pieces has it. */
const short = (id: string) => id.replace(`${ROOT}/`, '');

/** What became of the plan, for tests and benches. */
function describePieces(
  bundle: Rolldown.OutputBundle,
  starts: PieceOptions['loads'],
  needed: readonly ReadonlySet<string>[],
): BuiltPieces {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const pieces = Object.fromEntries(
    chunks.map(({ fileName, modules, imports, dynamicImports }) => {
      const lengths = Object.entries(modules).map(
        ([id, { renderedLength }]) => [short(id), renderedLength] as const,
      );
      return [fileName, { modules: Object.fromEntries(lengths), imports, later: dynamicImports }];
    }),
  );
  const inVain = starts.map(({ modules }, at) => {
    const begun = chunks.filter(({ moduleIds }) =>
      modules.some((module) => moduleIds.includes(resolve(ROOT, module))),
    );
    const files = new Set(begun.map(({ fileName }) => fileName));
    for (const file of files) for (const next of pieces[file]?.imports ?? []) files.add(next);
    return [...files]
      .flatMap((file) => Object.keys(pieces[file]?.modules ?? {}))
      .filter((module) => !needed[at]?.has(module));
  });
  return { pieces, inVain };
}

/** Plans the pieces of every build. */
export function pieces({ main, loads: starts, apart }: PieceOptions): Plugin {
  /** Modules that each of `starts` needs. */
  let needed: ReadonlySet<string>[] = [];
  return {
    name: 'rondo-pieces',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      await mkdir(join(dir, PAGES_FOLDER), { recursive: true });
      const text = JSON.stringify(describePieces(bundle, starts, needed));
      await writeFile(join(dir, PIECES_LIST), text);
    },
    async config(config) {
      const built = await buildUnplanned(config);
      const chunkOf = new Map(
        built.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)),
      );
      const byFile = new Map(built.map((chunk) => [chunk.fileName, chunk]));
      const together = (files: Iterable<string>, kind: keyof typeof KINDS): Load => {
        const reached = new Set(files);
        for (const file of reached) {
          for (const next of byFile.get(file)?.imports ?? []) reached.add(next);
        }
        return { chunks: reached, ...KINDS[kind] };
      };
      const fileOf = (module: string) => {
        const chunk = chunkOf.get(resolve(ROOT, module));
        if (!chunk) throw new Error(`src/pages/pieces.ts names ${module}, which no page needs`);
        return chunk.fileName;
      };
      const wholes = starts.map(({ modules, isRare, bar }) =>
        together(modules.map(fileOf), isRare ? 'rare' : (bar ?? 'page')),
      );
      needed = wholes.map(
        ({ chunks }) =>
          new Set([...chunks].flatMap((file) => byFile.get(file)?.moduleIds ?? []).map(short)),
      );
      const isStart = (chunk: Rolldown.OutputChunk) => chunk.isEntry || chunk.isDynamicEntry;
      const plan = planPieces(
        built.map((chunk) => ({
          name: chunk.fileName,
          bytes: gzipSync(chunk.code).length,
          imports: chunk.imports,
          isStart: isStart(chunk),
          isApart: chunk.moduleIds.some((id) => apart.test(id)),
        })),
        [
          together([fileOf(main)], 'main'),
          ...wholes,
          ...built
            .filter((chunk) => isStart(chunk) && chunk.fileName !== fileOf(main))
            .map(({ fileName, isEntry }) => together([fileName], isEntry ? 'near' : 'later')),
        ],
      );
      const nameOf = new Map<string, string>();
      for (const [at, files] of plan.entries()) {
        const modules = files.flatMap((file) => Object.entries(byFile.get(file)?.modules ?? {}));
        const [largest = ''] = modules.reduce((most, one) =>
          one[1].renderedLength > most[1].renderedLength ? one : most,
        );
        const [, name = 'piece'] = /([\w-]+)(?:\.\w+)*$/.exec(largest) ?? [];
        const named = `${name}.${at.toString(36)}`;
        for (const [id] of modules) nameOf.set(id, named);
      }
      const codeSplitting = {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'pieces', name: (id: string) => nameOf.get(id) ?? null }],
      };
      return { build: { rolldownOptions: { output: { codeSplitting } } } };
    },
  };
}
