/** No page that does not trade fetches anything of market, wallet and plans: told by the imports and the pieces of the build. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { APP_PIECE, PAGE_PIECES } from '../src/pages/pieces.ts';
import { PIECES, readPieces } from '../tools/build/pieces.ts';

const root = join(import.meta.dirname, '..');
const MAIN = 'src/main.ts';

/** Code of what is traded. Schemas are left out: the build drops those that nobody uses. */
const TRADE = [
  /^src\/data\/(wallet\/|queries\/(market|plans)\.ts|stores\/wallet\.ts|rules\/(market|money)\/)/,
  /^src\/data\/(contract\/tradeCalls\.ts|rules\/account\/(planText|redeemText)\.ts)/,
  /^src\/hud\/(plus|market|account\/wallet|parts\/(plans|market|wallet))\//,
  /^src\/hud\/(account\/(PlanPanel|CheckoutReturn|Wallet)|moderation\/(Codes|NewCodes|codeText))/,
  /^node_modules\/(near-api-js|@near-js|@hot-labs|stripe)\//,
];
/** What other pages have of it: who is signed in to a wallet, and the ways that fetch the rest when they are taken. */
const THRESHOLDS = new Set([
  'src/data/stores/wallet.ts',
  'src/hud/parts/market/collectibleJam.tsx',
  'src/hud/parts/market/collectPiece.ts',
]);
const isTrade = (id: string) => !THRESHOLDS.has(id) && TRADE.some((test) => test.test(id));

/** What leads to it: pages and panels that are fetched only where somebody trades, or is offered something. */
const DOORS =
  /^src\/(pages\/(Plus|Market)\.tsx|hud\/(account\/(PlanPanel|Wallet\w*)|moderation\/CodesPanel|market\/\w+|parts\/(plans|market|wallet)\/\w+)\.tsx?|data\/wallet\/\w+\.ts)$/;

interface Module {
  importedIds: string[];
  dynamicallyImportedIds: string[];
  importers: string[];
}

/** What a file needs when it runs: types are gone by then. Packages are leaves. */
function read(id: string): Pick<Module, 'importedIds' | 'dynamicallyImportedIds'> {
  if (!/\.tsx?$/.test(id)) return { importedIds: [], dynamicallyImportedIds: [] };
  const text = readFileSync(join(root, id), 'utf8');
  const { module } = parseSync(id, text);
  const find = (name: string) => {
    if (!name.startsWith('.')) return name.includes('?') ? [] : [`node_modules/${name}/`];
    const path = posix.normalize(posix.join(dirname(id), name.replace(/\?.*$/, '')));
    return /\.tsx?$/.test(path) && existsSync(join(root, path)) ? [path] : [];
  };
  const isType = ({ isType }: { isType: boolean }) => isType;
  const statics = module.staticImports
    .filter(({ entries }) => entries.length === 0 || !entries.every(isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.moduleRequest && !entry.isType ? [entry.moduleRequest.value] : [],
    ),
  );
  const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
  );
  return {
    importedIds: [...new Set([...statics, ...passedOn])].flatMap(find),
    dynamicallyImportedIds: [...new Set(later)].flatMap(find),
  };
}

/** Every module that the app or the player of other sites may ever need. */
function readModules(): ReadonlyMap<string, Module> {
  const modules = new Map<string, Module>();
  const wanted = new Set([MAIN, 'src/embed/main.ts']);
  for (const id of wanted) {
    const found = { ...read(id), importers: [] };
    modules.set(id, found);
    for (const next of [...found.importedIds, ...found.dynamicallyImportedIds]) wanted.add(next);
  }
  for (const [id, { importedIds }] of modules) {
    for (const next of importedIds) modules.get(next)?.importers.push(id);
  }
  return modules;
}

const modules = readModules();

/** Modules by the piece that the build puts them into; a module that only one `import()` needs goes with that. */
function readBuild() {
  const absolute = (id: string) => join(root, id);
  const infoOf = (id: string) => {
    const info = modules.get(posix.relative(root, id) + (id.endsWith('/') ? '/' : ''));
    return (
      info && {
        importedIds: info.importedIds.map(absolute),
        dynamicallyImportedIds: info.dynamicallyImportedIds.map(absolute),
        importers: info.importers.map(absolute),
      }
    );
  };
  const { buildEnd } = readPieces() as unknown as { buildEnd(this: object): void };
  buildEnd.call({ getModuleInfo: infoOf });
  const closure = (from: string) => {
    const reached = new Set([from]);
    for (const id of reached)
      for (const next of modules.get(id)?.importedIds ?? []) reached.add(next);
    return reached;
  };
  const starts = new Set([MAIN, 'src/embed/main.ts']);
  for (const { dynamicallyImportedIds } of modules.values()) {
    for (const id of dynamicallyImportedIds) starts.add(id);
  }
  const pieces = new Map<string, Set<string>>();
  const pieceOf = new Map<string, string>();
  const needs = new Map([...starts].map((start) => [start, closure(start)]));
  for (const id of modules.keys()) {
    const named = PIECES.map(({ name }) => name(absolute(id))).find((name) => name !== null);
    const by = [...needs].filter(([, reached]) => reached.has(id)).map(([start]) => start);
    const piece = named ?? `of ${by.join()}`;
    pieceOf.set(id, piece);
    pieces.set(piece, (pieces.get(piece) ?? new Set()).add(id));
  }
  /** Everything in the pieces that come along with a module. */
  const cameWith = (start: string) => {
    const asked = new Set([pieceOf.get(start)!]);
    for (const piece of asked) {
      for (const id of pieces.get(piece) ?? []) {
        for (const next of modules.get(id)?.importedIds ?? []) asked.add(pieceOf.get(next)!);
      }
    }
    return [...asked].flatMap((piece) => [...(pieces.get(piece) ?? [])]);
  };
  return { starts, cameWith };
}

const { starts, cameWith } = readBuild();

it('no page or panel that does not trade brings along anything of what is traded', () => {
  const others = [...starts].filter((start) => !DOORS.test(start) && !isTrade(start));
  expect(others).toContain('src/pages/Landing.tsx');
  expect(others.length).toBeGreaterThan(60);
  const brought = others.flatMap((start) =>
    cameWith(start)
      .filter(isTrade)
      .map((id) => `${start} brings ${id}`),
  );
  expect(brought).toEqual([]);
});

it('what a document names at once holds nothing of it, but for the pages that trade', () => {
  const brought = PAGE_PIECES.filter(({ now }) => !now.some((one) => DOORS.test(one))).flatMap(
    ({ path, sound = [], now, next = [] }) =>
      [MAIN, APP_PIECE, ...sound, ...now, ...next]
        .filter((one) => cameWith(one).some(isTrade))
        .map((one) => `${path} brings it with ${one}`),
  );
  expect(brought).toEqual([]);
});

it('plus brings nothing of the market and of wallets', () => {
  const plus = cameWith('src/pages/Plus.tsx');
  expect(plus).toContain('src/data/queries/plans.ts');
  expect(plus.filter((id) => isTrade(id) && /\/(wallet|market)\b|near/.test(id))).toEqual([]);
});
