/**
 * Puts the code of the pages into pieces, by what each page needs: no page fetches code of another one, and none asks
 * for many small files.
 *
 * A first build without any plan tells what needs what, after unused code is gone: its chunks are the modules that the
 * same starts need. `planPieces` then joins chunks as long as a request that is saved is worth more than the bytes that
 * are fetched for nothing.
 */
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';

/** A chunk of the build without a plan. */
export interface Chunk {
  readonly name: string;
  /** As gzip, in bytes. */
  readonly bytes: number;
  /** Chunks that it needs at once, by name. */
  readonly imports: readonly string[];
  /** It begins with an `import()` or a document, so it stays a file of its own. */
  readonly isStart: boolean;
  /** No start that does without it may fetch it. */
  readonly isApart: boolean;
}

/** Chunks that somebody fetches together, and how much it matters. */
export interface Load {
  readonly chunks: ReadonlySet<string>;
  /** 1 for a page, less for what is fetched when a page is there. */
  readonly weight: number;
  /** Bytes that it may fetch for nothing. */
  readonly mostInVain: number;
}

/** What one request costs besides its bytes: its headers, its turn on the line, and what gzip knows from before it. */
const REQUEST_BYTES = 2500;
/** What a page may fetch for nothing, and the script before all others, in bytes as gzip. */
const PAGE_IN_VAIN_BYTES = 12_000;
const MAIN_IN_VAIN_BYTES = 4000;
/** What is fetched when a page is there matters less. */
const LATER_WEIGHT = 0.15;
const LATER_IN_VAIN_BYTES = 40_000;

interface Piece {
  readonly names: readonly string[];
  readonly bytes: number;
  readonly isApart: boolean;
  /** Places of the loads that fetch it, in the list of loads. */
  readonly loads: Set<number>;
}

interface Pair {
  readonly a: Piece;
  readonly b: Piece;
  /** What joining them gains at most, in bytes. */
  readonly atMost: number;
}

const sumBytes = (pieces: readonly Piece[]) => pieces.reduce((sum, { bytes }) => sum + bytes, 0);

/** Pieces while they are joined. */
class Pieces {
  private readonly pieceOf = new Map<string, Piece>();
  private readonly imports: ReadonlyMap<string, readonly string[]>;
  private readonly loads: readonly Load[];
  /** Bytes that each load fetches for nothing. */
  private readonly inVain: number[] = [];

  constructor(chunks: readonly Chunk[], loads: readonly Load[]) {
    this.loads = loads;
    this.imports = new Map(chunks.map(({ name, imports }) => [name, imports]));
    for (const { name, bytes, isApart } of chunks) {
      const has = [...loads.keys()].filter((at) => loads[at]?.chunks.has(name));
      this.pieceOf.set(name, { names: [name], bytes, isApart, loads: new Set(has) });
    }
  }

  of(name: string): Piece {
    const piece = this.pieceOf.get(name);
    if (!piece) throw new Error(`There is no chunk ${name}`);
    return piece;
  }

  private needs(piece: Piece): Set<Piece> {
    const names = piece.names.flatMap((name) => this.imports.get(name) ?? []);
    return new Set(names.map((name) => this.of(name)).filter((one) => one !== piece));
  }

  /** A piece and everything that it needs. */
  private closure(...from: Piece[]): Set<Piece> {
    const reached = new Set(from);
    for (const one of reached) for (const next of this.needs(one)) reached.add(next);
    return reached;
  }

  /** Would the two as one need themselves by way of a third one? */
  isCircle(a: Piece, b: Piece): boolean {
    const beyond = [...this.needs(a), ...this.needs(b)].filter((one) => one !== a && one !== b);
    const reached = this.closure(...beyond);
    return reached.has(a) || reached.has(b);
  }

  private weight(at: number): number {
    return this.loads[at]?.weight ?? 0;
  }

  /** What joining gains when nothing of what the two need counts. */
  atMost(a: Piece, b: Piece): number {
    let gain = 0;
    for (const at of a.loads) {
      gain += this.weight(at) * (b.loads.has(at) ? REQUEST_BYTES : -b.bytes);
    }
    for (const at of b.loads) if (!a.loads.has(at)) gain -= this.weight(at) * a.bytes;
    return gain;
  }

  /** Pieces that a load would fetch besides if the two were one, by the place of the load. */
  private *brought(a: Piece, b: Piece): Generator<readonly [at: number, more: Piece[]]> {
    for (const [from, to] of [[a, b] as const, [b, a] as const]) {
      const all = [...this.closure(to)];
      for (const at of from.loads) {
        if (!to.loads.has(at)) yield [at, all.filter(({ loads }) => !loads.has(at))];
      }
    }
  }

  /** What joining gains; −Infinity where a load would fetch what is apart, or too much for nothing. */
  gain(a: Piece, b: Piece): number {
    let gain = this.atMost(a, b);
    for (const [at, more] of this.brought(a, b)) {
      const most = this.loads[at]?.mostInVain ?? 0;
      if (more.some(({ isApart }) => isApart)) return Number.NEGATIVE_INFINITY;
      if ((this.inVain[at] ?? 0) + sumBytes(more) > most) return Number.NEGATIVE_INFINITY;
      const besides = more.filter((piece) => piece !== a && piece !== b);
      gain -= this.weight(at) * (sumBytes(besides) + besides.length * REQUEST_BYTES);
    }
    return gain;
  }

  join(a: Piece, b: Piece): Piece {
    for (const [at, more] of this.brought(a, b)) {
      this.inVain[at] = (this.inVain[at] ?? 0) + sumBytes(more);
    }
    const joined: Piece = {
      names: [...a.names, ...b.names],
      bytes: a.bytes + b.bytes,
      isApart: a.isApart || b.isApart,
      loads: new Set([...a.loads, ...b.loads]),
    };
    for (const name of joined.names) this.pieceOf.set(name, joined);
    for (const piece of this.closure(joined)) for (const at of joined.loads) piece.loads.add(at);
    return joined;
  }
}

/**
 * Joins chunks to pieces, the best two first. No piece needs itself by way of another one.
 * @returns names of chunks that become one file; those of starts are left out
 */
export function planPieces(chunks: readonly Chunk[], loads: readonly Load[]): string[][] {
  const pieces = new Pieces(chunks, loads);
  let free = chunks.filter(({ isStart }) => !isStart).map(({ name }) => pieces.of(name));
  const pair = (a: Piece, b: Piece): Pair => ({ a, b, atMost: pieces.atMost(a, b) });
  let pairs = free.flatMap((a, at) => free.slice(at + 1).map((b) => pair(a, b)));
  for (;;) {
    pairs = pairs.filter(({ atMost }) => atMost > 0);
    const [first, ...rest] = pairs;
    if (!first) break;
    const best = rest.reduce((most, one) => (one.atMost > most.atMost ? one : most), first);
    const { a, b } = best;
    pairs = pairs.filter((one) => one !== best);
    const gain = pieces.isCircle(a, b) ? 0 : pieces.gain(a, b);
    // What it needs costs something too: it waits until others gain no more.
    if (gain > 0 && gain < best.atMost) pairs.push({ a, b, atMost: gain });
    if (gain < best.atMost) continue;
    const joined = pieces.join(a, b);
    const isGone = (one: Piece) => one === a || one === b;
    free = free.filter((one) => !isGone(one));
    pairs = pairs.filter((one) => !isGone(one.a) && !isGone(one.b));
    pairs.push(...free.map((one) => pair(one, joined)));
    free.push(joined);
  }
  return free.map(({ names }) => [...names]);
}

const ROOT = resolve(import.meta.dirname, '../..');

/** Workers are built by themselves: what pages need is known without them. */
const withoutWorkers: Plugin = {
  name: 'rondo-without-workers',
  enforce: 'pre',
  load: (id) => (/[?&]worker\b/.test(id) ? 'export default class {}' : undefined),
  transform: (code) => code.replace(/new URL\('[^']+\.worker\.ts', import\.meta\.url\)/g, "''"),
};

/** The chunks of a build that follows no plan. */
export async function buildUnplanned({ resolve, build: options }: UserConfig) {
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

export interface PieceOptions {
  /** Modules, from the root of the repository: what every page begins with, before anything else. */
  readonly main: string;
  /** For each page, or part of one that is fetched by itself, the modules that it begins with. */
  readonly loads: readonly (readonly string[])[];
  /** Modules that nobody fetches who can do without them. */
  readonly apart: RegExp;
}

/** Plans the pieces of every build. */
export function pieces({ main, loads: starts, apart }: PieceOptions): Plugin {
  return {
    name: 'rondo-pieces',
    apply: 'build',
    async config(config) {
      const built = await buildUnplanned(config);
      const chunkOf = new Map(
        built.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)),
      );
      const byFile = new Map(built.map((chunk) => [chunk.fileName, chunk]));
      const together = (files: Iterable<string>, weight: number, mostInVain: number): Load => {
        const reached = new Set(files);
        for (const file of reached) {
          for (const next of byFile.get(file)?.imports ?? []) reached.add(next);
        }
        return { chunks: reached, weight, mostInVain };
      };
      const fileOf = (module: string) => {
        const chunk = chunkOf.get(resolve(ROOT, module));
        if (!chunk) throw new Error(`src/pages/pieces.ts names ${module}, which no page needs`);
        return chunk.fileName;
      };
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
          together([fileOf(main)], 1, MAIN_IN_VAIN_BYTES),
          ...starts.map((modules) => together(modules.map(fileOf), 1, PAGE_IN_VAIN_BYTES)),
          ...built
            .filter(isStart)
            .map(({ fileName, isEntry }) =>
              isEntry
                ? together([fileName], 1, MAIN_IN_VAIN_BYTES)
                : together([fileName], LATER_WEIGHT, LATER_IN_VAIN_BYTES),
            ),
        ],
      );
      const nameOf = new Map<string, string>();
      for (const files of plan) {
        const modules = files.flatMap((file) => Object.entries(byFile.get(file)?.modules ?? {}));
        const [largest = ''] = modules.reduce((most, one) =>
          one[1].renderedLength > most[1].renderedLength ? one : most,
        );
        const [, name = 'piece'] = /([\w-]+)(?:\.\w+)*$/.exec(largest) ?? [];
        const named = `${name}.${nameOf.size}`;
        for (const [id] of modules) nameOf.set(id, named);
      }
      const codeSplitting = {
        includeDependenciesRecursively: false,
        groups: [{ name: (id: string) => nameOf.get(id) ?? null }],
      };
      return { build: { rolldownOptions: { output: { codeSplitting } } } };
    },
  };
}
