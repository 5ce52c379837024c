/** A page with one rifff on it, for the tests of the ring controls: keeps the document and what was asked. */
import { useCallback, useMemo, useState } from 'react';
import type { Rifff } from '../../data/contract/rifff.ts';
import { deleteLoop } from '../../data/rules/draft/draft.ts';
import { RifffPlace } from './RifffPlace.tsx';
import { RingControls } from './RingControls.tsx';
import { rifffOf } from './rifffOf.ts';
import type { RingActions } from './ringActions.ts';

export const PLACE_PX = 400;
export const PLACE_ID = 'under-test';

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
