/**
 * Merges a change into a state, skipping fields that do not differ: who listens to them is told nothing.
 * @param isSame whether two values of a field are
 */
export function merge<S extends object>(
  state: S,
  change: Partial<S>,
  isSame: (a: unknown, b: unknown) => boolean = (a, b) => a === b,
): void {
  for (const [key, value] of Object.entries(change)) {
    if (!isSame(state[key as keyof S], value)) Object.assign(state, { [key]: value });
  }
}
