import type { Import } from '../../tools/house/imports.ts';

/** Rooms of `src/hud` that every page may use; each other room belongs to one page and is closed to the rest. */
const OPEN_ROOMS = ['system', 'kit', 'parts', 'shell'];
/** What the open rooms that are built on others may use. The design system knows no product. */
const FOUNDATIONS: Readonly<Record<string, readonly string[]>> = {
  system: [],
  kit: ['system', 'parts'],
};

const roomOf = (path: string) => /^src\/hud\/([^/]+)\//.exec(path)?.[1];

const isTestHelper = (path: string) => /\/(testing|support)\/|\.test\.tsx?$|^tests\//.test(path);

/** A sentence for every import from one page's room of the HUD into another's; the design system imports neither. */
export function trespasses(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to, isPackage }) => {
    const home = roomOf(from);
    const visited = roomOf(to);
    if (isPackage || !home || !visited || home === visited) return [];
    const isOpen = (FOUNDATIONS[home] ?? OPEN_ROOMS).includes(visited);
    return isOpen ? [] : [`${home} may not import ${visited} (${from} imports ${to})`];
  });
}

/** A sentence for every file of the product that imports what only tests use. */
export function borrowedHelpers(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to, isPackage }) => !isPackage && !isTestHelper(from) && isTestHelper(to))
    .map(({ from, to }) => `${from} imports ${to}, which is for tests`);
}

/**
 * The circles among the files of a tree: each a set of files of which every one imports, in some steps, every other.
 * Types count. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1(2), 1972.
 */
export function circles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to, isPackage } of imports) {
    if (!isPackage && from !== to) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.get(file) as number);
    stack.push(file);
    for (const next of targets.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next))
        low.set(file, Math.min(low.get(file) as number, low.get(next) as number));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of targets.keys()) if (!index.has(file)) visit(file);
  return found;
}
