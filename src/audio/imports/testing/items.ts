/** What a source gives, by kind. */
import type { JamSource, SourceItem } from '../JamSource.ts';

type ItemOf<K extends SourceItem['kind']> = Extract<SourceItem, { kind: K }>;

export async function itemsOf(source: JamSource) {
  const all: SourceItem[] = [];
  for await (const item of source) all.push(item);
  const of = <K extends SourceItem['kind']>(kind: K) =>
    all.filter((item): item is ItemOf<K> => item.kind === kind);
  return {
    all,
    kinds: all.map(({ kind }) => kind).join(' '),
    jams: of('jam'),
    people: of('person').map(({ person }) => person.id),
    loops: of('loop'),
    rifffs: of('rifff').map(({ rifff }) => rifff),
    skipped: of('skipped').map(({ what, reason }) => `${what}: ${reason}`),
  };
}
