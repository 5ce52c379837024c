/** What every reader is made of: items one after the other, and how far they are. */
import type { JamSource, SourceItem } from '../JamSource.ts';

/** Says how far a source has been read, in bytes of all of it. */
export type Reached = (bytes: number) => void;

/** A source out of a walk through its items. @param walk begins anew at each call */
export function jamSource(
  totalBytes: number,
  walk: (reached: Reached) => AsyncGenerator<SourceItem, void>,
): JamSource {
  let readBytes = 0;
  const reached: Reached = (bytes) => {
    readBytes = Math.min(totalBytes, bytes);
  };
  return {
    totalBytes,
    get readBytes() {
      return readBytes;
    },
    [Symbol.asyncIterator]() {
      readBytes = 0;
      return walk(reached);
    },
  };
}

/** Several sources, one after the other. One that cannot be read to its end is named, and the others come all the same. */
export function joinedSources(
  sources: readonly { readonly name: string; readonly source: JamSource }[],
): JamSource {
  const totalBytes = sources.reduce((sum, { source }) => sum + source.totalBytes, 0);
  return jamSource(totalBytes, async function* walk(reached) {
    let before = 0;
    for (const { name, source } of sources) {
      try {
        for await (const item of source) {
          reached(before + source.readBytes);
          yield item;
        }
      } catch (cause) {
        if (sources.length === 1) throw cause;
        yield skipped(name, cause instanceof Error ? cause.message : String(cause));
      }
      before += source.totalBytes;
    }
    reached(totalBytes);
  });
}

/** A thing that is left out, with the reason. */
export const skipped = (what: string, reason: string): SourceItem => ({
  kind: 'skipped',
  what,
  reason,
});

/** A person by name, where they were not said yet. */
export function* newPerson(name: string, people: Set<string>): Generator<SourceItem, void> {
  if (people.has(name)) return;
  people.add(name);
  yield { kind: 'person', person: { id: name, displayName: name } };
}
