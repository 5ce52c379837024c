/** Who gets how much of a sale. Pure. */

/** Names in the order of their letters, whatever the language of the machine. */
const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Splits whole basis points over weights by the largest remainder (Hare's method): each gets its exact share rounded
 * down, and what is left goes, one each, to those who lost most by that, ties to the first name. The same weights in
 * another order split the same way.
 * @param weights above 0, by name; others are ignored
 * @param totalBps whole, not below 0
 * @param most names that get anything at most: those with the largest weights, ties to the first name
 * @returns whole basis points by name, in the order of names; they sum to `totalBps` unless all weights are 0. None
 * with 0 is among them.
 */
export function splitRoyalty(
  weights: ReadonlyMap<string, number>,
  totalBps: number,
  most: number,
): Map<string, number> {
  const chosen = [...weights]
    .filter(([, weight]) => weight > 0)
    .sort(([a, x], [b, y]) => y - x || byName(a, b))
    .slice(0, most);
  const sum = chosen.reduce((total, [, weight]) => total + weight, 0);
  const shares = chosen.map(([name, weight]) => {
    const exact = (totalBps * weight) / sum;
    const bps = Math.floor(exact);
    return { name, bps, lost: exact - bps };
  });
  const left = totalBps - shares.reduce((total, { bps }) => total + bps, 0);
  const first = [...shares].sort((a, b) => b.lost - a.lost || byName(a.name, b.name));
  for (const share of first.slice(0, left)) share.bps += 1;
  return new Map(
    shares
      .filter(({ bps }) => bps > 0)
      .sort((a, b) => byName(a.name, b.name))
      .map(({ name, bps }) => [name, bps]),
  );
}
