/** A page with one rifff on it, for the tests of the ring controls: keeps the document and what was asked. */
import { useCallback, useMemo, useState } from 'react';
import { LIBRARY_CATEGORIES } from '../../data/contract/categories.ts';
import type { Loop } from '../../data/contract/loop.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { addLoop, createDraft, deleteLoop } from '../../data/rules/draft.ts';
import { RifffPlace } from './RifffPlace.tsx';
import { RingControls } from './RingControls.tsx';
import type { RingActions } from './ringActions.ts';

export const PLACE_PX = 400;
export const PLACE_ID = 'under-test';

function loopOf(index: number): Loop {
  return {
    _id: `loop${index}`,
    name: `Line ${index}`,
    creatorUserName: 'tester',
    created: 0,
    startOffsetSamples: 0,
    barLength: 16,
    length16ths: 32,
    bps: 2,
    sampleRate: 48_000,
    category: LIBRARY_CATEGORIES[index % LIBRARY_CATEGORIES.length]!,
  };
}

/** A rifff of so many loops, one of each category in turn; slot 0 is drums, 1 bass, 2 melody. */
export function rifffOf(count: number): Rifff {
  return Array.from({ length: count }, (_, index) => loopOf(index)).reduce(
    addLoop,
    createDraft('tester', 2, 0),
  );
}

export interface Asked {
  rifff: Rifff;
  solo: number;
  /** Undo keys of the edits that changed something, in order. */
  edits: (string | null)[];
  /** Names and arguments of every other action, in order. */
  calls: unknown[][];
  /** Removes a loop as somebody else would. */
  remove(slot: number): void;
}

export interface RingsPageProps {
  asked: Asked;
  canPitch?: boolean;
  /** Leaves out the actions that a page of listeners has not. */
  isPlain?: boolean;
}

/** What a fresh page has been asked: nothing. */
export function nothingAsked(count = 4): Asked {
  return { rifff: rifffOf(count), solo: -1, edits: [], calls: [], remove() {} };
}

/** The rifff in a square of 400 px, scrolled into a page that is taller than the window. */
export function RingsPage({ asked, canPitch, isPlain }: RingsPageProps) {
  const [rifff, setRifff] = useState(asked.rifff);
  const [solo, setSolo] = useState(asked.solo);
  const edit = useCallback(
    (change: (rifff: Rifff) => Rifff, key: string | null) => {
      const next = change(asked.rifff);
      if (next === asked.rifff) return;
      asked.rifff = next;
      asked.edits.push(key);
      setRifff(next);
    },
    [asked],
  );
  asked.remove = (slot) => edit((one) => deleteLoop(one, slot), null);
  const actions = useMemo<RingActions>(() => {
    const note =
      (name: string) =>
      (...args: unknown[]) =>
        void asked.calls.push([name, ...args]);
    const plain: RingActions = {
      edit,
      gain: note('gain'),
      solo(slot) {
        asked.solo = slot;
        setSolo(slot);
      },
      firstTouch: note('firstTouch'),
    };
    if (isPlain) return plain;
    return {
      ...plain,
      select: note('select'),
      focus: note('focus'),
      open: note('open'),
      swap: note('swap'),
      remove(slot) {
        asked.calls.push(['remove', slot]);
        edit((one) => deleteLoop(one, slot), null);
      },
    };
  }, [asked, edit, isPlain]);
  const view = useMemo(() => ({ rifff, isLive: false, marginPx: 0 }), [rifff]);
  return (
    <main style={{ height: 2000 }}>
      <h1>Rings</h1>
      <div style={{ width: PLACE_PX, marginLeft: 20 }}>
        <RifffPlace id={PLACE_ID} view={view}>
          <RingControls
            placeId={PLACE_ID}
            rifff={rifff}
            solo={solo}
            canPitch={canPitch}
            actions={actions}
          />
        </RifffPlace>
      </div>
      <button type="button" data-bin="" style={{ position: 'absolute', left: 20, top: 640 }}>
        Bin
      </button>
    </main>
  );
}
