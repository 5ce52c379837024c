/** A jam of LORE's as items: each stem before the first riff that plays it, each person before what they made. */
import type { ImportedJam } from '../../../data/contract/imports.ts';
import { keptId, personName } from '../files/names.ts';
import { newPerson, skipped } from '../files/source.ts';
import type { SourceItem, SourceSound } from '../JamSource.ts';
import { type LoreRiff, type LoreStem, loopOfStem, type Made, rifffOfRiff } from './documents.ts';

/** What one jam has, found again by id. */
export interface LoreJam {
  readonly jam: ImportedJam;
  readonly origin: string;
  /** Oldest first; a reason where there should be one and is none. */
  riffs(): AsyncIterable<Made<LoreRiff> & { readonly what?: string }>;
  stem(id: string): Promise<Made<LoreStem>>;
  /** @throws Error that says why there is none */
  sound(id: string): Promise<SourceSound>;
}

async function* stemItems(source: LoreJam, id: string, people: Set<string>) {
  const found = await source.stem(id);
  const made = 'made' in found ? await loopOfStem(found.made) : found;
  if ('reason' in made) {
    yield skipped(`stem ${id}`, made.reason);
    return;
  }
  yield* newPerson(made.made.creatorUserName, people);
  const sound = () => source.sound(id);
  yield { kind: 'loop', loop: made.made, sound } satisfies SourceItem;
}

/**
 * The items of a jam. What is held is ids: of stems and people that were named.
 * @param onRiff called before each riff, for telling how far it is
 */
export async function* walkJam(
  source: LoreJam,
  onRiff: () => void = () => {},
): AsyncGenerator<SourceItem, void> {
  const { jam, origin } = source;
  yield { kind: 'jam', from: 'lore', origin, jam };
  const people = new Set<string>();
  const stems = new Set<string>();
  const seen = new Set<string>();
  let parent: string | null = null;
  for await (const found of source.riffs()) {
    onRiff();
    if ('reason' in found) {
      yield skipped(found.what ?? 'a riff', found.reason);
      continue;
    }
    const riff = found.made;
    const { id } = await keptId(riff.id);
    // An archive that was put together by hand may have one twice.
    if (seen.has(id)) continue;
    seen.add(id);
    const made = await rifffOfRiff(riff, jam.id, parent);
    if ('reason' in made) {
      yield skipped(`riff ${riff.id}`, made.reason);
      continue;
    }
    for (const { stemId } of riff.slots) {
      if (!stemId || stems.has(stemId)) continue;
      stems.add(stemId);
      yield* stemItems(source, stemId, people);
    }
    yield* newPerson(personName(riff.user), people);
    yield { kind: 'rifff', rifff: made.made };
    parent = id;
  }
}
