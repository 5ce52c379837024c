/**
 * Looks for better pieces: `npm run bench:pieces -- 120` tries other numbers of `tools/build/pieceKinds.ts` for two minutes
 * and prints the best ones, with what each page would weigh beside its limit. Build first: plans are weighed by the code of a
 * build without a plan, and put right by what the present pieces weigh in `dist`. The test of the build (`weight.e2e.ts`)
 * has the last word.
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  APP_PIECE,
  ENGINE,
  MAIN_PIECE,
  PAGE_LOADS,
  PAGE_PIECES,
  PASSKEYS,
  RING_PIECES,
  TRADE,
} from '../../src/pages/pieces.ts';
import { readBuild } from '../../tests/e2e/builtScripts.ts';
import {
  IN_VAIN,
  KB,
  LOGIN,
  RARE_IN_VAIN,
  UNTIL_RING,
  UNTIL_SOUND,
} from '../../tests/e2e/weights.ts';
import { KINDS, type Kinds } from '../../tools/build/pieceKinds.ts';
import { readUnplanned, short } from '../../tools/build/pieces.ts';
import { planPieces } from '../../tools/build/planPieces.ts';
import viteConfig from '../../vite.config.ts';
import { line, shown } from '../figure.ts';

const SECONDS = Number(process.argv[2] ?? 0);
/** A page further below its limit than this gains nothing: the numbers are for those that are near theirs. */
const ENOUGH = 0.985;
const unplanned = await readUnplanned(viteConfig, {
  main: MAIN_PIECE,
  loads: PAGE_LOADS,
  apart: TRADE,
});
const { chunks, chunkOf, needed } = unplanned;
const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
const shareOf = (names: readonly string[], at: number) => {
  let [all, vain] = [0, 0];
  for (const name of names) {
    for (const [id, { renderedLength }] of Object.entries(byName.get(name)!.modules)) {
      all += renderedLength;
      if (!needed[at]?.has(short(id))) vain += renderedLength;
    }
  }
  return vain / Math.max(1, all);
};

const sizes = new Map<string, { gzip: number; brotli: number | null }>();
const codeOf = (names: readonly string[]) => names.map((name) => byName.get(name)!.code).join('\n');
/** What a piece weighs, kept for the next plan that has it. */
function sizeOf(names: readonly string[]) {
  const key = names.toSorted().join(' ');
  let size = sizes.get(key);
  if (!size) {
    size = { gzip: gzipSync(codeOf(names), { level: 9 }).length, brotli: null };
    sizes.set(key, size);
  }
  return size;
}
function brotliOf(names: readonly string[]): number {
  const size = sizeOf(names);
  size.brotli ??= brotliCompressSync(codeOf(names), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;
  return size.brotli;
}

interface Weighed {
  readonly what: string;
  readonly value: number;
  readonly most: number;
}

/** How files are found and weighed, of a plan or of the build. */
interface Weighing<File> {
  filesOf(modules: readonly string[]): readonly File[];
  /** The files that the document of a page names. */
  namedBy(path: string): readonly File[];
  gzip(file: File): number;
  sent(file: File): number;
  /** Share of a file that a load, by its place in the list of them, does not need. */
  shareInVain(file: File, at: number): number;
}

/** Everything with a limit. */
function weighAll<File>({ filesOf, namedBy, gzip, sent, shareInVain }: Weighing<File>): Weighed[] {
  const sum = (files: readonly File[], of = gzip) =>
    [...new Set(files)].reduce((all, file) => all + of(file), 0) / KB;
  const all: Weighed[] = [];
  for (const [path, [canvas, webgl, most]] of Object.entries(UNTIL_RING)) {
    for (const [way, limit] of [['canvas', canvas] as const, ['webgl', webgl] as const]) {
      const files = new Set([...namedBy(path), ...filesOf([RING_PIECES[way]])]);
      all.push({ what: `${path} ${way}, kB`, value: sum([...files]), most: limit });
      if (way === 'canvas') all.push({ what: `${path}, files`, value: files.size, most });
    }
  }
  const sound = sum(filesOf([MAIN_PIECE, ...ENGINE]));
  all.push({ what: 'first sound, kB', value: sound, most: UNTIL_SOUND });
  const login = sum([...namedBy('/login'), ...filesOf(PASSKEYS)], sent);
  all.push({ what: 'signing in, kB', value: login, most: LOGIN });
  for (const [at, { modules, isRare }] of PAGE_LOADS.entries()) {
    const value = sum(filesOf(modules), (file) => gzip(file) * shareInVain(file, at));
    const what = `in vain with ${modules[2] ?? modules[0]}, kB`;
    all.push({ what, value, most: isRare ? RARE_IN_VAIN : IN_VAIN });
  }
  return all;
}

/** What the build in `dist` weighs. */
function weighBuild(): Weighed[] {
  const { scriptsOf, namedBy, sumBytes, sentBytes, shareBytes, inVain } = readBuild();
  const gzip = (file: string) => sumBytes([file]);
  return weighAll({
    filesOf: (modules) => [...new Set(modules.flatMap(scriptsOf))],
    namedBy,
    gzip,
    sent: sentBytes,
    shareInVain: (file, at) => shareBytes([file], new Set(inVain[at])) / gzip(file),
  });
}

/** What the pieces by these numbers weigh, before they are put right. */
function weighPlan(kinds: Kinds): Weighed[] {
  const pieceOf = new Map<string, readonly string[]>(chunks.map(({ name }) => [name, [name]]));
  for (const names of planPieces(chunks, unplanned.loads(kinds))) {
    for (const name of names) pieceOf.set(name, names);
  }
  const filesOf = (modules: readonly string[]) => {
    const reached = new Set(modules.map((module) => pieceOf.get(chunkOf(module))!));
    for (const piece of reached) {
      for (const name of piece) {
        for (const next of byName.get(name)!.imports) reached.add(pieceOf.get(next)!);
      }
    }
    return [...reached];
  };
  return weighAll({
    filesOf,
    namedBy: (path) => {
      const { sound = [], now, next = [] } = PAGE_PIECES.find((page) => page.path === path)!;
      return filesOf([MAIN_PIECE, APP_PIECE, ...sound, ...now, ...next]);
    },
    gzip: (names) => sizeOf(names).gzip,
    sent: brotliOf,
    shareInVain: shareOf,
  });
}

const present = weighPlan(KINDS);
const built = weighBuild();
/** What the pieces by these numbers weigh: the plan's figure, by how far that of the present ones is off. */
const weigh = (kinds: Kinds): Weighed[] =>
  weighPlan(kinds).map(({ what, value, most }, at) => {
    const [is, was] = [built[at]!.value, present[at]!.value];
    const put = what.endsWith('files') ? value + is - was : (value * is) / was;
    // Nothing was fetched in vain.
    return { what, most, value: Number.isFinite(put) ? put : value };
  });

/** How far the worst is over its limit, and all others that are near it: less is better. */
function costOf(all: readonly Weighed[]): number {
  const over = all.map(({ what, value, most }) =>
    // A file more is over the limit, however many there may be.
    what.endsWith('files') ? (value > most ? 1 + (value - most) / most : 0) : value / most,
  );
  return Math.max(...over) + over.reduce((sum, one) => sum + Math.max(0, one - ENOUGH), 0) * 3;
}

/** The same numbers, with one or two of them moved at random. */
function moved(kinds: Kinds): Kinds {
  const next = structuredClone(kinds) as Record<
    keyof Kinds,
    { weight: number; mostInVain: number }
  >;
  const names = Object.keys(next) as (keyof Kinds)[];
  for (let time = 0; time < 1 + Math.random() * 2; time++) {
    const kind = next[names[Math.floor(Math.random() * names.length)]!];
    const by = Math.exp((Math.random() + Math.random() - 1) * 0.9);
    if (Math.random() < 0.5) kind.weight = Number((kind.weight * by).toPrecision(4));
    else kind.mostInVain = Math.round(kind.mostInVain * by);
  }
  return next;
}

let best: Kinds = KINDS;
let found = weigh(best);
let least = costOf(found);
const endMs = Date.now() + SECONDS * 1000;
let tried = 0;
while (Date.now() < endMs) {
  const kinds = moved(best);
  const all = weigh(kinds);
  const cost = costOf(all);
  tried += 1;
  if (cost < least) [best, found, least] = [kinds, all, cost];
}
for (const { what, value, most } of found) {
  if (what.startsWith('in vain') && value < most * 0.8) continue;
  line(what, shown(value), `≤ ${most}`, value <= most);
}
if (SECONDS > 0) {
  console.log(`\nThe best of ${tried} for tools/build/pieceKinds.ts:`);
  for (const [name, { weight, mostInVain }] of Object.entries(best)) {
    console.log(`  ${name}: { weight: ${weight}, mostInVain: ${mostInVain} },`);
  }
}
