import { useMemo } from 'react';
import { categoryOf } from '../../../../data/contract/categories.ts';
import type { Rifff } from '../../../../data/contract/rifff.ts';
import { type PlacedMapDraft, placeMapDrafts } from '../../../../data/rules/jam/map/mapDrafts.ts';
import { layoutMap, type MapLayout, wayTo } from '../../../../data/rules/jam/map/mapLayout.ts';
import { MapRulers } from '../../../../data/rules/jam/map/mapRulers.ts';
import { EdgeReach } from '../../../../data/rules/jam/map/mapSight.ts';
import { importedText, type NameOf } from '../../../../data/rules/sharing/accountText.ts';
import { MAP_MARKS, type MapPicture } from '../../../../data/stores/historyMap.ts';
import { numberOf } from '../../../../drawing/ringNow.ts';
import { TOKENS } from '../../../../drawing/tokens.ts';
import { numberTitle } from '../../../parts/controls/format.ts';
import { useNames } from '../../../parts/people/useNames.ts';
import { type RegionText, useRegionText } from '../../../parts/useRegionText.ts';
import { type HistoryEntry, originText } from '../historyEntry.ts';
import type { HistoryProps } from './historyProps.ts';
import { type Maker, useMakers, useMapDrafts, useMapNodes } from './useMapNodes.ts';

/** What the page knows of a map besides its picture. */
export interface MapFacts {
  picture: MapPicture;
  makers: readonly Maker[];
  drafts: readonly PlacedMapDraft[];
  byId: ReadonlyMap<string, HistoryEntry>;
  /** What there is to say of a place: `Nº 12, 21:14, by Ada, from Nº 11`. */
  nameAt(place: number): string;
}

/** Inks of a rifff, of its used slots in order. */
function inksOf(rifff: Rifff): string[] {
  return rifff.state.playback.flatMap(({ slot: { current } }) => {
    if (!current) return [];
    const loop = rifff.loops.find((one) => one._id === current.currentLoop);
    return [categoryOf(current.category ?? loop?.category ?? '?').ink];
  });
}

const minutesAhead = (createdMs: number) => -new Date(createdMs).getTimezoneOffset();

/** What stands where: everything that only a new rifff changes. */
function useStanding(nodes: ReturnType<typeof useMapNodes>) {
  return useMemo(() => {
    const layout = layoutMap(nodes);
    return {
      layout,
      reach: new EdgeReach(layout.parents),
      rulers: new MapRulers(layout, minutesAhead),
    };
  }, [nodes]);
}

function marksOf(
  layout: MapLayout,
  { fresh, shownId, pendingId, view }: HistoryProps,
  byId: MapFacts['byId'],
): Uint8Array {
  const marks = new Uint8Array(layout.nodes.length);
  for (const place of wayTo(layout, layout.placeOf.get(shownId) ?? -1)) {
    marks[place]! |= MAP_MARKS.way;
  }
  layout.nodes.forEach(({ id }, place) => {
    const entry = byId.get(id);
    let own = marks[place]!;
    if (id === shownId) own |= MAP_MARKS.shown;
    else if (id === pendingId) own |= MAP_MARKS.pending;
    if (fresh.has(id)) own |= MAP_MARKS.fresh;
    if (entry?.unsent) own |= MAP_MARKS.unsent;
    // One that waits here is always shown.
    else if (view.matches && !view.matches.has(id)) own |= MAP_MARKS.dim;
    if (entry && entry.remixOf !== null && entry.remixOf !== '') own |= MAP_MARKS.remix;
    marks[place] = own;
  });
  return marks;
}

/** Everything to say of one place. */
function nameOfPlace(
  layout: MapLayout,
  place: number,
  props: HistoryProps,
  byId: MapFacts['byId'],
  text: RegionText,
  nameOf: NameOf,
  maker: string,
): string {
  const node = layout.nodes[place]!;
  const entry = byId.get(node.id);
  const isFresh = props.fresh.has(node.id);
  const number = props.view.numbers.get(node.id);
  const title = entry?.title ?? (number === undefined ? 'Rifff' : numberTitle(number));
  const unsent = entry?.unsent;
  const who = unsent ? '' : entry ? nameOf(entry.rifff.userName, entry.rifff) : maker;
  const isOut = props.view.matches !== null && !props.view.matches.has(node.id) && !unsent;
  const words = [
    title,
    isFresh && 'new',
    text.time(node.created),
    who && `by ${who}`,
    entry && originText(entry, props.entries, nameOf),
    unsent && (unsent.state === 'refused' ? `not sent: ${unsent.reason}` : 'not sent yet'),
    isOut && 'not among those looked for',
  ];
  return words.filter(Boolean).join(', ');
}

/** What is on the map of a history, and what is said of it. */
export function useMapPicture(props: HistoryProps): MapFacts {
  const { entries, view, draft, fresh, shownId, pendingId } = props;
  const text = useRegionText();
  const nameOf = useNames();
  const nodes = useMapNodes(entries, view);
  const makers = useMakers();
  const wanted = useMapDrafts(draft, makers);
  const standing = useStanding(nodes);
  const { layout } = standing;
  const byId = useMemo(() => new Map(entries.map((one) => [one.rifff._id, one])), [entries]);
  const bands = useMemo(
    () => new Map(view.tree?.map((node) => [node.id, node.bands])),
    [view.tree],
  );
  const drafts = useMemo(() => placeMapDrafts(layout, wanted), [layout, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rifff of the tree that has come has the inks of the tree
  const inks = useMemo(
    () =>
      Uint32Array.from(layout.nodes, ({ id }) => {
        const own = byId.get(id);
        const outer = bands.has(id)
          ? bands
              .get(id)
              ?.map((band) => categoryOf(band).ink)
              .at(-1)
          : own && inksOf(own.rifff).at(-1);
        return numberOf(outer ?? TOKENS.edge);
      }),
    [layout, bands],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that marks depend on
  const marks = useMemo(
    () => marksOf(layout, props, byId),
    [layout, fresh, shownId, pendingId, view.matches, byId],
  );
  const isWithImported = (user: string) => {
    const imported = view.makers.get(user);
    return imported ? importedText(imported) : nameOf(user);
  };
  const names = layout.lanes.map(({ user }) => (user === '' ? '' : isWithImported(user)));
  const key = names.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all names
  const laneNames = useMemo(() => names, [key]);
  const makerOf = useMemo(
    () => new Map(layout.lanes.map(({ user }, at) => [user, laneNames[at] ?? ''])),
    [layout, laneNames],
  );
  const numbers = view.numbers;
  const picture = useMemo(
    (): MapPicture => ({
      ...standing,
      ends: {
        length: drafts.reduce((most, { x }) => Math.max(most, x), layout.length),
        rowCount: layout.rowCount,
      },
      inks,
      marks,
      drafts,
      laneNames,
      rifffAt: (place) => byId.get(layout.nodes[place]!.id)?.rifff,
      bandsAt: (place) =>
        (bands.get(layout.nodes[place]!.id) ?? []).map((band) => categoryOf(band).ink),
      wordsAt: (place) => {
        const { id, user } = layout.nodes[place]!;
        const number = numbers.get(id);
        const title = byId.get(id)?.title ?? (number === undefined ? 'Rifff' : numberTitle(number));
        return [title, makerOf.get(user) ?? ''];
      },
      tickText: ({ created, isDay }) => (isDay ? text.day(created) : text.clock(created)),
    }),
    [standing, layout, drafts, inks, marks, laneNames, byId, bands, numbers, makerOf, text],
  );
  return {
    picture,
    makers,
    drafts,
    byId,
    nameAt: (place) =>
      nameOfPlace(
        layout,
        place,
        props,
        byId,
        text,
        nameOf,
        makerOf.get(layout.nodes[place]!.user) ?? '',
      ),
  };
}
