import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Chunk, type Load, planPieces } from './planPieces.ts';

/** Chunks that need only those before them, and what is fetched together: some of them with all that they need. */
const builds = fc
  .array(
    fc.record({
      bytes: fc.integer({ min: 50, max: 20_000 }),
      needs: fc.array(fc.nat(30), { maxLength: 4 }),
      isStart: fc.boolean(),
      isApart: fc.boolean(),
    }),
    { minLength: 2, maxLength: 30 },
  )
  .chain((made) => {
    const chunks: Chunk[] = made.map(({ needs, ...rest }, at) => ({
      ...rest,
      name: String(at),
      imports: [...new Set(needs.map((need) => need % (at + 1)))]
        .filter((need) => need !== at)
        .map(String),
    }));
    const together = (starts: readonly number[]) => {
      const reached = new Set(starts.map((at) => String(at % chunks.length)));
      for (const name of reached)
        for (const next of chunks[Number(name)]!.imports) reached.add(next);
      return reached;
    };
    const load = fc.record({
      chunks: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }).map(together),
      weight: fc.constantFrom(0.2, 1),
      mostInVain: fc.constantFrom(0, 5000, 30_000),
    });
    return fc.record({
      chunks: fc.constant(chunks),
      loads: fc.array(load, { minLength: 1, maxLength: 6 }),
    });
  });

it('joins chunks without a circle, and no load fetches what is apart or too much for nothing', () => {
  const holds = ({ chunks, loads }: { chunks: readonly Chunk[]; loads: readonly Load[] }) => {
    const plan = planPieces(chunks, loads);
    const starts = chunks.filter(({ isStart }) => isStart).map(({ name }) => [name]);
    const pieces = [...plan, ...starts];
    const names = pieces.flat().sort();
    expect(names).toEqual(chunks.map(({ name }) => name).sort());
    const pieceOf = new Map(
      pieces.flatMap((piece, at) => piece.map((name) => [name, at] as const)),
    );
    const closure = (from: Iterable<number>) => {
      const reached = new Set(from);
      for (const at of reached) {
        for (const name of pieces[at]!) {
          for (const next of chunks[Number(name)]!.imports) reached.add(pieceOf.get(next)!);
        }
      }
      return reached;
    };
    for (const [at, piece] of pieces.entries()) {
      const needs = piece
        .flatMap((name) => chunks[Number(name)]!.imports.map((next) => pieceOf.get(next)!))
        .filter((next) => next !== at);
      expect(closure(needs).has(at)).toBe(false);
    }
    for (const load of loads) {
      const fetched = [...closure([...load.chunks].map((name) => pieceOf.get(name)!))];
      const others = fetched
        .flatMap((at) => pieces[at]!)
        .filter((name) => !load.chunks.has(name))
        .map((name) => chunks[Number(name)]!);
      expect(others.filter(({ isApart }) => isApart)).toEqual([]);
      const bytes = others.reduce((sum, chunk) => sum + chunk.bytes, 0);
      expect(bytes).toBeLessThanOrEqual(load.mostInVain);
    }
  };
  fc.assert(fc.property(builds, holds), { numRuns: 300 });
});
