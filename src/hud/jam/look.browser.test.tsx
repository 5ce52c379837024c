import '../system/base.css';
import { MemoryRouter } from 'react-router';
import { test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { referenceDocument } from '../../../tests/gpu/musicalPeaks.ts';
import { sampleBands, sampleNodes } from '../../../tests/support/mapPicture.ts';
import { EVERYTHING } from '../../data/rules/jam/historyFilter.ts';
import { currentMap } from '../../data/stores/historyMap.ts';
import { chooseRingDrawing } from '../../data/stores/ringDrawing.ts';
import { setPresence } from '../../data/stores/room.ts';
import { cssTokens } from '../../drawing/tokens.ts';
import MapHost from '../../scene/MapHost.tsx';
import { History } from './History.tsx';
import { historyEntries } from './historyEntry.ts';

const style = document.createElement('style');
style.textContent = cssTokens();
document.head.append(style);

const plain = referenceDocument();
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

function show(count: number, isNarrow: boolean, h: number) {
  const nodes = sampleNodes(count);
  const tree = nodes.map((node, at) => ({ ...node, bps: 2, bands: sampleBands(at) }));
  const rifffs = nodes.slice(-60).map(({ id, parentId, user, created }, at) => {
    const playback = plain.state.playback.map((one, slot) =>
      slot > at % 7 ? { ...one, slot: { current: null } } : one,
    );
    return {
      ...plain,
      _id: id,
      userName: user,
      created,
      state: { ...plain.state, playback },
      parent: parentId === null ? null : { jamId: 'j', rifffId: parentId },
    };
  });
  const numbers = new Map(nodes.map(({ id }, at) => [id, at + 1]));
  const entries = historyEntries(rifffs as never, count, [], 'j', numbers);
  return (
    <MemoryRouter>
      <div style={{ width: '100%', height: h }}>
        <History
          view={{
            tree,
            numbers,
            matches: null,
            makers: new Map(nodes.map(({ user }) => [user, undefined])),
            filter: EVERYTHING,
            setFilter: () => {},
            need: () => {},
          }}
          fresh={new Set(count > 2 ? [nodes.at(-2)!.id] : [])}
          entries={entries}
          draft={count > 5 ? { parent: { jamId: 'j', rifffId: nodes.at(-1)!.id }, loops: 2 } : null}
          shownId={nodes.at(-1)!.id}
          pendingId={count > 5 ? nodes.at(-4)!.id : null}
          total={count}
          isNarrow={isNarrow}
          older={{
            hasNextPage: false,
            isFetchingNextPage: false,
            isFetchNextPageError: false,
            fetchNextPage() {},
          }}
          onChoose={() => {}}
          onScrub={() => {}}
        />
      </div>
      <MapHost />
    </MemoryRouter>
  );
}

test('pictures', async () => {
  document.body.style.cssText = 'margin:0;background:#15120E;color:#F2EBDD;--margin:32px';
  setPresence({
    isWhole: true,
    here: [
      { user: 'mira', displayName: 'Mira', activity: 'recording', answers: 'r29', isGuest: false },
    ],
    gone: [],
    count: 1,
  });
  for (const way of ['webgl', 'canvas'] as const) {
    chooseRingDrawing(way);
    for (const [w, h] of [
      [1440, 288],
      [1440, 700],
      [390, 400],
      [300, 120],
    ] as const) {
      await page.viewport(w, Math.max(h, 200));
      for (const count of [1, 30, 5000]) {
        const { unmount } = await render(show(count, w < 900, h));
        await pause(700);
        await page.screenshot({ path: `../../../test-results/map/${way}-${w}x${h}-${count}.png` });
        if (count > 1) {
          const { map } = currentMap()!;
          for (const [name, zoom] of [
            ['whole', 0],
            ['mid', 12],
            ['near', 130],
            ['nearest', 900],
          ] as const) {
            if (way === 'canvas' && name !== 'whole') continue;
            map.go(
              {
                x: name === 'whole' ? 0 : map.picture.layout.xs[count - 6]!,
                y: map.picture.layout.rows[count - 6]!,
                zoom,
              },
              true,
            );
            await pause(400);
            await page.screenshot({
              path: `../../../test-results/map/${way}-${w}x${h}-${count}-${name}.png`,
            });
          }
        }
        await unmount();
      }
    }
  }
});
