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
import { KINDS, type Kinds } from './pieceKinds.ts';
import { type Chunk, type Load, planPieces } from './planPieces.ts';

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
export const short = (id: string) => id.replace(`${ROOT}/`, '');

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

/** What a build that follows no plan has, for plans. */
interface Unplanned {
  readonly chunks: readonly (Chunk &
    Pick<Rolldown.OutputChunk, 'code' | 'moduleIds' | 'modules'>)[];
  /** Modules that each of the loads of `PieceOptions` needs. */
  readonly needed: readonly ReadonlySet<string>[];
  /** The name of the chunk that a module is in. Throws for one that no page needs. */
  chunkOf(module: string): string;
  loads(kinds: Kinds): Load[];
}

/** Builds without a plan, and tells what needs what. */
export async function readUnplanned(
  config: UserConfig,
  { main, loads: starts, apart }: PieceOptions,
): Promise<Unplanned> {
  const built = await buildUnplanned(config);
  const homeOf = new Map(
    built.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)),
  );
  const byFile = new Map(built.map((chunk) => [chunk.fileName, chunk]));
  const reach = (files: Iterable<string>) => {
    const reached = new Set(files);
    for (const file of reached) {
      for (const next of byFile.get(file)?.imports ?? []) reached.add(next);
    }
    return reached;
  };
  const chunkOf = (module: string) => {
    const chunk = homeOf.get(resolve(ROOT, module));
    if (!chunk) throw new Error(`src/pages/pieces.ts names ${module}, which no page needs`);
    return chunk.fileName;
  };
  const wholes = starts.map(({ modules, isRare, bar }) => {
    const kind: keyof Kinds = isRare ? 'rare' : (bar ?? 'page');
    return { chunks: reach(modules.map(chunkOf)), kind };
  });
  const isStart = (chunk: Rolldown.OutputChunk) => chunk.isEntry || chunk.isDynamicEntry;
  const others = built.filter((chunk) => isStart(chunk) && chunk.fileName !== chunkOf(main));
  return {
    chunks: built.map((chunk) => ({
      name: chunk.fileName,
      bytes: gzipSync(chunk.code).length,
      imports: chunk.imports,
      isStart: isStart(chunk),
      isApart: chunk.moduleIds.some((id) => apart.test(id)),
      code: chunk.code,
      moduleIds: chunk.moduleIds,
      modules: chunk.modules,
    })),
    needed: wholes.map(
      ({ chunks }) =>
        new Set([...chunks].flatMap((file) => byFile.get(file)?.moduleIds ?? []).map(short)),
    ),
    chunkOf,
    loads: (kinds) => [
      { chunks: reach([chunkOf(main)]), ...kinds.main },
      ...wholes.map(({ chunks, kind }) => ({ chunks, ...kinds[kind] })),
      ...others.map(({ fileName, isEntry }) => ({
        chunks: reach([fileName]),
        ...kinds[isEntry ? 'near' : 'later'],
      })),
    ],
  };
}

/** Plans the pieces of every build. */
export function pieces(options: PieceOptions): Plugin {
  let needed: Unplanned['needed'] = [];
  return {
    name: 'rondo-pieces',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      await mkdir(join(dir, PAGES_FOLDER), { recursive: true });
      const text = JSON.stringify(describePieces(bundle, options.loads, needed));
      await writeFile(join(dir, PIECES_LIST), text);
    },
    async config(config) {
      const unplanned = await readUnplanned(config, options);
      needed = unplanned.needed;
      const { chunks } = unplanned;
      const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
      const nameOf = new Map<string, string>();
      for (const [at, names] of planPieces(chunks, unplanned.loads(KINDS)).entries()) {
        const modules = names.flatMap((one) => Object.entries(byName.get(one)?.modules ?? {}));
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
