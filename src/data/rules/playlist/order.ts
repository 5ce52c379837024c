/**
 * The order of a playlist after a person asked for another one, whatever others did meanwhile: it holds every item that
 * is there exactly once. Items that the wish names come in the order of the wish. One that it does not name (added by
 * another person, or not loaded yet) stays behind the item that it stood behind, at the top if it stood there.
 *
 * @param current the current ids, each once
 * @param wish ids in the order that is wished; unknown ones and repetitions are passed over
 */
export function mergeOrder(current: readonly string[], wish: readonly string[]): string[] {
  const here = new Set(current);
  const named = new Set(wish.filter((id) => here.has(id)));
  /** What follows an item that is named, or the top (null), without being named itself. */
  const behind = new Map<string | null, string[]>([[null, []]]);
  let last: string | null = null;
  for (const id of current) {
    if (named.has(id)) {
      last = id;
      behind.set(id, []);
    } else behind.get(last)!.push(id);
  }
  return [...behind.get(null)!, ...[...named].flatMap((id) => [id, ...behind.get(id)!])];
}
