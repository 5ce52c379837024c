/** The history of a jam as its page shows it, filled with samples. */
import { MemoryRouter } from 'react-router';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { EVERYTHING } from '../../src/data/rules/jam/historyFilter.ts';
import type { MapNode } from '../../src/data/rules/jam/map/mapLayout.ts';
import { History } from '../../src/hud/studio/history/History.tsx';
import { historyEntries } from '../../src/hud/studio/history/historyEntry.ts';
import type { HistoryProps } from '../../src/hud/studio/history/map/historyProps.ts';
import { sampleBands } from './mapPicture.ts';

const JAM = 'mira';

/** What the page gives to a history of nodes: the whole tree, and the newest of its rifffs. */
export function sampleHistory(
  nodes: readonly MapNode[],
  plain: Rifff,
  newest: number,
): HistoryProps {
  const rifffs = nodes.slice(-newest).map(({ id, parentId, user, created }, at): Rifff => {
    const { playback } = plain.state;
    const some = playback.map((one, slot) =>
      slot > at % playback.length ? { ...one, slot: { current: null } } : one,
    ) as Rifff['state']['playback'];
    return {
      ...plain,
      _id: id,
      userName: user,
      created,
      state: { ...plain.state, playback: some },
      parent: parentId === null ? null : { jamId: JAM, rifffId: parentId },
    };
  });
  const numbers = new Map(nodes.map(({ id }, at) => [id, at + 1]));
  return {
    view: {
      tree: nodes.map((node, at) => ({ ...node, bps: 2, bands: sampleBands(at) })),
      matches: null,
      numbers,
      makers: new Map(nodes.map(({ user }) => [user, undefined])),
      filter: EVERYTHING,
      setFilter() {},
      need() {},
    },
    fresh: new Set(),
    entries: historyEntries(rifffs, nodes.length, [], JAM, numbers),
    draft: null,
    onDraft: null,
    shownId: nodes.at(-1)?.id ?? '',
    pendingId: null,
    total: nodes.length,
    isNarrow: false,
    older: {
      hasNextPage: false,
      isFetchingNextPage: false,
      isFetchNextPageError: false,
      fetchNextPage() {},
    },
    onChoose() {},
    onScrub() {},
  };
}

/** A history in a box of its parent's. */
export function SampleHistory({ of, heightPx }: { of: HistoryProps; heightPx: number }) {
  return (
    <MemoryRouter>
      <main style={{ height: heightPx }}>
        <History {...of} />
      </main>
    </MemoryRouter>
  );
}
