/**
 * Joins chunks to pieces: as long as a request that is saved is worth more than the bytes that are fetched for nothing.
 */

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

/** Chunks that are fetched together, and how much it matters. */
export interface Load {
  readonly chunks: ReadonlySet<string>;
  /** 1 for a page, less for what is fetched when a page is there. */
  readonly weight: number;
  /** Bytes that it may fetch for nothing. */
  readonly mostInVain: number;
}

/** What one request costs besides its bytes: its headers, its turn on the line, and what gzip knows from before it. */
const REQUEST_BYTES = 5930;

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
  /** What joining them is worth at most: bytes saved for each that is fetched for nothing. */
  readonly worth: number;
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

  /** Two pieces with all that one of them needs by way of which the other is needed: else there would be a circle. */
  whole(a: Piece, b: Piece): Piece[] {
    const beyond = [...this.needs(a), ...this.needs(b)].filter((one) => one !== a && one !== b);
    const between = [...this.closure(...beyond)].filter((one) => {
      if (one === a || one === b) return false;
      const reached = this.closure(one);
      return reached.has(a) || reached.has(b);
    });
    return [a, b, ...between];
  }

  /** Bytes that joining saves for all loads, and those that are fetched for nothing when what they need is left out. */
  private compare(some: readonly Piece[]): { saved: number; lost: number } {
    const bytes = sumBytes(some);
    let [saved, lost] = [0, 0];
    for (const at of new Set(some.flatMap(({ loads }) => [...loads]))) {
      const had = some.filter(({ loads }) => loads.has(at));
      const weight = this.loads[at]?.weight ?? 0;
      saved += weight * REQUEST_BYTES * (had.length - 1);
      lost += weight * (bytes - sumBytes(had));
    }
    return { saved, lost };
  }

  worthAtMost(a: Piece, b: Piece): number {
    const { saved, lost } = this.compare([a, b]);
    return saved / (lost + 1);
  }

  /** Pieces that loads would fetch besides if some were one, by the place of the load. */
  private brought(some: readonly Piece[]): (readonly [at: number, more: Piece[]])[] {
    const all = [...this.closure(...some)];
    const loads = new Set(some.flatMap((one) => [...one.loads]));
    return [...loads].map((at) => [at, all.filter((one) => !one.loads.has(at))] as const);
  }

  /** What joining is worth; 0 where a load would fetch what is apart, or too much for nothing. */
  worth(some: readonly Piece[]): number {
    let { saved, lost } = this.compare(some);
    for (const [at, more] of this.brought(some)) {
      const { mostInVain = 0, weight = 0 } = this.loads[at] ?? {};
      if (more.some(({ isApart }) => isApart)) return 0;
      if ((this.inVain[at] ?? 0) + sumBytes(more) > mostInVain) return 0;
      const besides = more.filter((piece) => !some.includes(piece));
      lost += weight * (sumBytes(besides) + besides.length * REQUEST_BYTES);
    }
    return saved / (lost + 1);
  }

  join(some: readonly Piece[]): Piece {
    for (const [at, more] of this.brought(some)) {
      this.inVain[at] = (this.inVain[at] ?? 0) + sumBytes(more);
    }
    const joined: Piece = {
      names: some.flatMap(({ names }) => [...names]),
      bytes: sumBytes(some),
      isApart: some.some(({ isApart }) => isApart),
      loads: new Set(some.flatMap(({ loads }) => [...loads])),
    };
    for (const name of joined.names) this.pieceOf.set(name, joined);
    for (const piece of this.closure(joined)) for (const at of joined.loads) piece.loads.add(at);
    return joined;
  }
}

/**
 * Joins chunks to pieces, those first that are worth most. No piece needs itself by way of another one.
 * @returns names of chunks that become one file; those of starts are left out
 */
export function planPieces(chunks: readonly Chunk[], loads: readonly Load[]): string[][] {
  const pieces = new Pieces(chunks, loads);
  const free = new Set(chunks.flatMap(({ name, isStart }) => (isStart ? [] : pieces.of(name))));
  const pair = (a: Piece, b: Piece): Pair => ({ a, b, worth: pieces.worthAtMost(a, b) });
  const all = [...free];
  let pairs = all.flatMap((a, at) => all.slice(at + 1).map((b) => pair(a, b)));
  for (;;) {
    pairs = pairs.filter(({ worth }) => worth > 1);
    const [first, ...rest] = pairs;
    if (!first) break;
    const best = rest.reduce((most, one) => (one.worth > most.worth ? one : most), first);
    pairs = pairs.filter((one) => one !== best);
    const whole = pieces.whole(best.a, best.b);
    const worth = whole.every((one) => free.has(one)) ? pieces.worth(whole) : 0;
    if (worth < best.worth) {
      // What they need costs something too: others may be worth more.
      pairs.push({ ...best, worth });
      continue;
    }
    for (const one of whole) free.delete(one);
    pairs = pairs.filter(({ a, b }) => free.has(a) && free.has(b));
    const joined = pieces.join(whole);
    pairs.push(...[...free].map((one) => pair(one, joined)));
    free.add(joined);
  }
  return [...free].map(({ names }) => [...names]);
}
