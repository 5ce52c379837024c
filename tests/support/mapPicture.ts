/** Maps of rifffs and people, the same for the same numbers. */
import { categoryOf, LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { placeMapDrafts } from '../../src/data/rules/jam/map/mapDrafts.ts';
import { layoutMap, type MapNode, wayTo } from '../../src/data/rules/jam/map/mapLayout.ts';
import { MapRulers } from '../../src/data/rules/jam/map/mapRulers.ts';
import { EdgeReach } from '../../src/data/rules/jam/map/mapSight.ts';
import { MAP_MARKS, type MapPicture } from '../../src/data/stores/historyMap.ts';
import { numberOf } from '../../src/drawing/ringNow.ts';
import { seeded } from '../gpu/musicalPeaks.ts';

const PEOPLE = ['mira', 'oduya', 'ilse', 'juno-b', 'tomasz_k', 'hexe'];

/** Rifffs that mostly answer the newest, by six people, over some evenings. */
export function sampleNodes(count: number, seed = 1): MapNode[] {
  const random = seeded(seed);
  let created = 1_700_000_000_000;
  return Array.from({ length: count }, (_, at) => {
    created += random() < 0.01 ? 70_000_000 : 20_000 + random() * 400_000;
    const back = random() < 0.15 ? 1 + Math.floor(random() * 8) : 1;
    return {
      id: `r${at}`,
      parentId: at === 0 ? null : `r${Math.max(0, at - back)}`,
      user: PEOPLE[Math.floor(random() * PEOPLE.length)]!,
      created,
    };
  });
}

/** Bands of the tree for a place. */
export const sampleBands = (at: number) =>
  [at, at + 1, at + 3].map((one) => LIBRARY_CATEGORIES[one % LIBRARY_CATEGORIES.length]!);

/**
 * A map of nodes.
 * @param rifff the emblem of all of them; without one they are known by their bands
 */
export function mapPictureOf(nodes: readonly MapNode[], rifff?: Rifff): MapPicture {
  const layout = layoutMap(nodes);
  const marks = new Uint8Array(layout.nodes.length);
  const shown = layout.nodes.length - 1;
  for (const place of wayTo(layout, shown)) marks[place]! |= MAP_MARKS.way;
  if (shown >= 0) marks[shown]! |= MAP_MARKS.shown;
  const drafts = placeMapDrafts(layout, []);
  return {
    layout,
    reach: new EdgeReach(layout.parents),
    rulers: new MapRulers(layout, () => 0),
    ends: { length: layout.length, rowCount: layout.rowCount },
    inks: Uint32Array.from(layout.nodes, (_, at) =>
      numberOf(categoryOf(sampleBands(at).at(-1)!).ink),
    ),
    marks,
    drafts,
    laneNames: layout.lanes.map(({ user }) => user),
    rifffAt: () => rifff,
    bandsAt: (at) => sampleBands(at).map((band) => categoryOf(band).ink),
    wordsAt: (at) => [`Nº ${at + 1}`, layout.nodes[at]!.user],
    tickText: ({ created }) => new Date(created).toISOString().slice(11, 16),
  };
}
