/** Those who are told that something has changed. */
export function createListeners() {
  const all = new Set<() => void>();
  return {
    tell(): void {
      for (const listener of all) listener();
    },
    /** @returns what stops it */
    add(listener: () => void): () => void {
      all.add(listener);
      return () => all.delete(listener);
    },
  };
}
