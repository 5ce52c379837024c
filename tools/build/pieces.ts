/** Tells the built code apart into pieces: few and whole, so that a page asks for little and not often. */
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const inTree = (path: string) => join(import.meta.dirname, '..', '..', path);

/** What of the graph of modules the pieces are told by. */
interface Graph {
  /** Modules that an entry or an `import()` begins with, by the modules that it needs at once. */
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Modules that cannot do without a large package, by the name of the piece that has it. */
  readonly heavy: ReadonlyMap<string, ReadonlySet<string>>;
}

const MAIN = inTree('src/main.ts');
const APP = inTree('src/pages/start.tsx');
const EMBED = inTree('src/embed/main.ts');
const OF_EMBED = /[\\/]src[\\/]embed[\\/]/;
/** Packages that every page needs before anything is shown; without the parts that only some pages use. */
const FRAME = /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/;
/** Large packages that some pages need. The setting of zod that our policy needs comes with it. */
const HEAVY = {
  widgets:
    /node_modules[\\/](@radix-ui|radix-ui|@floating-ui|@dnd-kit|aria-hidden|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref)[\\/]/,
  schemas: /node_modules[\\/]zod[\\/]|contract[\\/]jitless\.ts$/,
};
/**
 * What begins pages and panels that trade. What only they need stands in pieces of its own, of which no other page
 * fetches anything.
 */
const TRADES = {
  plans:
    /[\\/](pages[\\/]Plus\.tsx|hud[\\/](parts[\\/]plans[\\/]|account[\\/]PlanPanel|moderation[\\/]CodesPanel))/,
  market: /[\\/](pages[\\/]Market\.tsx|hud[\\/](parts[\\/])?market[\\/])/,
  wallet:
    /[\\/](src[\\/]data[\\/]wallet[\\/]|hud[\\/](parts[\\/]wallet[\\/]|account[\\/][Ww]allet)|node_modules[\\/](near-api-js|@hot-labs|@near-js)[\\/])/,
};
/** The synced database of the device: large, and fetched when there is a draft to keep or to list. */
const DEVICE =
  /node_modules[\\/](pouchdb-browser|spark-md5|uuid|vuvuzela|events)[\\/]|[\\/]src[\\/]data[\\/]sync[\\/]/;
const SYSTEM = /[\\/]hud[\\/]system[\\/]/;
const SCENE = /[\\/]scene[\\/]/;

type Info = (id: string) => Rolldown.ModuleInfo | null;

/** Every module that is needed at once by `from`. */
function closure(from: string, info: Info): Set<string> {
  const reached = new Set([from]);
  for (const id of reached) for (const next of info(id)?.importedIds ?? []) reached.add(next);
  return reached;
}

function readGraph(info: Info): Graph {
  const needs = new Map<string, Set<string>>();
  const starts = new Set([MAIN, EMBED]);
  for (const start of starts) {
    const reached = closure(start, info);
    needs.set(start, reached);
    for (const id of reached) {
      for (const next of info(id)?.dynamicallyImportedIds ?? []) starts.add(next);
    }
  }
  const all = new Set([...needs.values()].flatMap((reached) => [...reached]));
  const leadingTo = (test: RegExp) => {
    const found = new Set([...all].filter((id) => test.test(id)));
    for (const id of found) for (const one of info(id)?.importers ?? []) found.add(one);
    return found;
  };
  const heavy = Object.entries(HEAVY).map(([name, test]) => [name, leadingTo(test)] as const);
  return { needs, heavy: new Map(heavy) };
}

/** What the present build is made of; set when every module has been read. */
let graph: Graph | undefined;

/** Reads the graph of modules of every build, by which `PIECES` are told. */
export function readPieces(): Plugin {
  return {
    name: 'rondo-pieces',
    apply: 'build',
    buildEnd() {
      graph = readGraph((id) => this.getModuleInfo(id));
    },
  };
}

/** A piece of what more than one page needs and the first page does not. */
function commonPiece(id: string, heavy: Graph['heavy']): string {
  const [package_] = Object.entries(HEAVY).find(([, test]) => test.test(id)) ?? [];
  if (package_) return package_ === 'schemas' ? 'work' : package_;
  const [, room] = /[\\/]hud[\\/](\w+)[\\/]/.exec(id) ?? [];
  const isHeavy = heavy.get('widgets')?.has(id) || heavy.get('schemas')?.has(id);
  // The small parts of the design system, and what signing in shares, serve every page.
  if ((room === 'system' || room === 'account') && !isHeavy) return 'start';
  if (heavy.get('schemas')?.has(id)) return 'work';
  return isHeavy ? 'widgets' : 'parts';
}

const tradeOf = (start: string) =>
  Object.entries(TRADES).find(([, test]) => test.test(start))?.[0] ?? null;

/**
 * The piece of what no page needs that does not trade, or no more than one; null for one of its own.
 * @param by what needs it, more than one
 * @returns undefined for what other pages share
 */
function tradePiece(by: readonly string[]): string | null | undefined {
  const kinds = new Set(by.map(tradeOf));
  const others = by.filter((start) => tradeOf(start) === null);
  if (others.length > 1) return undefined;
  // A page shares it with a panel of its own that trades: no other page has it for that.
  if (others.length === 1) return kinds.size > 1 ? null : undefined;
  const [kind = null] = kinds;
  if (kinds.size === 1) return kind;
  // Wallets and the market share much, plans little of it.
  return kinds.has('plans') ? 'trade' : 'market';
}

/**
 * The piece that a module goes into; null for one that only one `import()` needs, which makes its own. Told by what
 * needs the module, so that files may move: a piece brings nothing to a page that did not ask for its like.
 */
function pieceOf(id: string): string | null {
  if (!graph) return null;
  if (id.includes('vite/preload-helper') || id.includes('rolldown/runtime')) return 'shared';
  const by = [...graph.needs].filter(([, reached]) => reached.has(id)).map(([start]) => start);
  if (by.length === 0) return null;
  const has = (test: RegExp) => by.some((start) => test.test(start));
  const isFirst = has(/[\\/]pages[\\/]Landing/);
  // What only embeds need stays with them, and the app's pieces stay out of what their lists fetch.
  if (by.every((start) => OF_EMBED.test(start)) && OF_EMBED.test(id)) return null;
  if (!by.includes(EMBED) && by.some((start) => OF_EMBED.test(start))) {
    // A request of its own for a few rules would cost every page more than they weigh.
    return by.every((start) => OF_EMBED.test(start)) ? null : 'drawing';
  }
  // Neither the embed nor the app brings the other's own modules along.
  if (by.includes(EMBED)) {
    if (by.includes(MAIN) || by.includes(APP) || isFirst) return 'shared';
    if (has(/[\\/]audio[\\/]/)) return 'player';
    return by.length > 1 ? 'drawing' : null;
  }
  const isSound = has(/liveEngine/);
  // What sounds before the app is there waits for nothing of it.
  if (by.includes(MAIN) || (isSound && (by.includes(APP) || isFirst))) return 'begin';
  if (by.includes(APP)) return FRAME.test(id) ? 'frame' : 'start';
  if (isFirst && !SYSTEM.test(id)) return by.length > 1 ? 'first' : null;
  if (isSound) return 'sound';
  if (by.every((start) => SCENE.test(start) && !/SceneHost/.test(start))) return 'scene';
  if (DEVICE.test(id)) return 'device';
  if (by.length < 2) return null;
  const trade = tradePiece(by);
  if (trade !== undefined) return trade;
  // One page alone does not bring to all others what besides it only coders and decoders need.
  const rooms = by.filter((start) => /[\\/](pages|hud)[\\/]/.test(start));
  if (rooms.length === 0 || (rooms.length === 1 && /node_modules/.test(id))) {
    return by.every((start) => SCENE.test(start)) ? 'scene' : 'files';
  }
  // What the panels of the editor share no other page needs.
  const isEditor = rooms.every((start) =>
    /[\\/](hud[\\/]editor[\\/]|pages[\\/]Editor)/.test(start),
  );
  const piece = isEditor ? 'work' : commonPiece(id, graph.heavy);
  // Signing in asks for a few rules of others, not for all of them.
  return piece === 'parts' && has(/[\\/]pages[\\/]sign/) ? 'start' : piece;
}

/** Kinds of pieces in the order of need: each may need those before it. */
const ORDER = [
  /^shared$/,
  /^begin$/,
  /^frame$/,
  /^start$/,
  /^first$/,
  /^player$/,
  /^drawing$/,
  /^sound$/,
  /^parts$/,
  /^widgets$/,
  /^work$/,
  /^scene$/,
  /^files$/,
  /^device$/,
  /^trade$/,
  /^plans$/,
  /^market$/,
  /^wallet$/,
];

/** The pieces of a build, for `output.codeSplitting.groups`; `readPieces` must be among the plugins. */
export const PIECES = ORDER.map((kind, at) => ({
  debugName: kind.source,
  name: (id: string) => {
    const piece = pieceOf(id);
    return piece !== null && kind.test(piece) ? piece : null;
  },
  priority: ORDER.length - at,
}));
