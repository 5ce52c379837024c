/** The reader's answer in a jam: begun by the first change of what is on show, in the same place. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { JamTarget } from '../../../data/device.ts';
import { listDrafts, withWholeLoops } from '../../../data/drafts.ts';
import { goesTo } from '../../../data/outbox/rules.ts';
import { type CarriedOver, carriedText, carryOver } from '../../../data/rules/draft/carryOver.ts';
import { inDraftState, usedSlots } from '../../../data/rules/draft/draft.ts';
import { commit, forgetAutoPlay } from '../../../data/stores/commit.ts';
import {
  draft,
  goOnFrom,
  restoreDraft,
  setDraftTarget,
  showCommitted,
  showEmpty,
} from '../../../data/stores/draft.ts';
import { chooseRifff, hear, listening } from '../../../data/stores/listening.ts';
import { session } from '../../../data/stores/session.ts';
import { notify } from '../../../data/stores/ui.ts';
import { useEngine } from '../../EngineContext.tsx';
import { startListening } from '../../parts/listening/startListening.ts';
import type { HistoryEntry } from '../history/historyEntry.ts';
import { type JamView, targetOf } from '../jam/useJam.ts';

/** A rifff that came while an answer to an older one is open. */
export interface Newer {
  entry: HistoryEntry;
  /** Takes it over: the answer goes on from it, with the changes that it leaves room for. */
  goOn(): void;
  /** Says no more of this one. */
  stay(): void;
}

export interface Answer {
  /** Is there one: does the draft differ from what it goes on from? */
  isOpen: boolean;
  /** Does it sound, and not the jam? */
  isHeard: boolean;
  /** Has the answer sound from the next beat on, or the jam. */
  listenTo(what: 'list' | 'draft'): void;
  newer: Newer | null;
}

const isSameTarget = (a: JamTarget | null, b: JamTarget | null) =>
  (a?.jamId ?? null) === (b?.jamId ?? null);

/** Takes up the draft of this device where it is an answer in this jam; any other stays where it is. */
async function takeUpHere(target: JamTarget | null, guestOf: string | undefined): Promise<void> {
  // After a commit the device may still keep the draft as it was before.
  if (draft.isRestored || draft.currentRifffId !== null) return;
  const [newest] = await listDrafts();
  if (!newest || usedSlots(newest.rifff) === 0) return;
  const isOpen = inDraftState(newest.rifff, newest.base ?? null);
  if (isOpen && isSameTarget(goesTo(newest.target ?? null, guestOf), target)) await restoreDraft();
}

/** In a room without a rifff: an empty draft for it, or the one of this device that goes there. */
export function useFirstAnswer(jam: Jam, mayMake: boolean): void {
  const { user } = useSnapshot(session);
  const { id, name, barLength } = jam;
  const guestOf = user?.guestOf;
  useEffect(() => {
    if (!mayMake) return;
    let isGone = false;
    const target = { jamId: id, name };
    takeUpHere(target, guestOf)
      .catch((cause) => console.warn('The drafts of this device could not be read', cause))
      .finally(() => {
        if (isGone) return;
        const isOpen = draft.inDraftState && usedSlots(draft.rifff as Rifff) > 0;
        const isHere = isSameTarget(goesTo(draft.target, guestOf), target);
        if (!(isOpen && isHere)) showEmpty(target, barLength);
        hear('draft');
      });
    return () => {
      isGone = true;
    };
  }, [mayMake, id, name, barLength, guestOf]);
}

/**
 * Keeps the draft on what is on show until it is changed, and says what sounds.
 * @param mayMake may the reader add to this jam?
 * @param shown what is on show of the jam
 * @param rifffs the list of the page
 * @param bring brings a rifff that was committed here: at the next bar while something plays, else only to sight
 */
export function useAnswer(
  view: JamView,
  mayMake: boolean,
  shown: HistoryEntry,
  rifffs: readonly StarterRifff[],
  bring: (id: string) => void,
): Answer {
  const engine = useEngine();
  const { user } = useSnapshot(session);
  const { lastId } = useSnapshot(commit);
  const { hears } = useSnapshot(listening);
  const now = useSnapshot(draft);
  const [isReady, setReady] = useState(false);
  const [stayedId, setStayed] = useState('');
  /** Was the draft brought here? What was open for another jam waits then. */
  const isHere = useRef(false);

  const target = targetOf(view.jam);
  const targetId = target?.jamId;
  const guestOf = user?.guestOf;
  const jamId = view.jam?.id ?? view.id ?? '';
  const isOpen = isReady && now.inDraftState && usedSlots(now.rifff as Rifff) > 0;
  const latest = useRef({ target, shown, rifffs, bring });
  latest.current = { target, shown, rifffs, bring };

  /** The last commit of this window that was brought to sight; one of before is not brought, unless it still sounds. */
  const [broughtId, setBrought] = useState(() => (hears === 'draft' ? null : lastId));
  const isComing = lastId !== null && lastId !== broughtId && !isOpen;
  const isThere = isComing && rifffs.some(({ id }) => id === lastId);
  useEffect(() => {
    if (!isThere || lastId === null) return;
    setBrought(lastId);
    forgetAutoPlay();
    // First: a draft that is heard would be declared again, over what is brought.
    hear('list');
    // After what else the end of the answer brings: one's own is chosen over the newest that others made meanwhile.
    queueMicrotask(() => latest.current.bring(lastId));
  }, [isThere, lastId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: begun anew in another jam
  useEffect(() => {
    if (!mayMake) return;
    let isGone = false;
    takeUpHere(latest.current.target, guestOf)
      .catch((cause) => console.warn('The drafts of this device could not be read', cause))
      .finally(() => {
        if (isGone) return;
        hear('list');
        setReady(true);
      });
    return () => {
      isGone = true;
      isHere.current = false;
      setReady(false);
    };
  }, [mayMake, jamId, targetId, guestOf]);

  // The draft stands on what is on show.
  const goesHere = isSameTarget(goesTo(now.target as JamTarget | null, guestOf), target);
  const shownId = shown.rifff._id;
  useEffect(() => {
    if (!isReady || isComing) return;
    if (isOpen && goesHere) isHere.current = true;
    // Opened from the list of drafts: what is opened here goes here.
    if (isOpen && isHere.current)
      return goesHere ? undefined : setDraftTarget(latest.current.target);
    if (!isOpen && goesHere && draft.currentRifffId === shownId) return;
    let isGone = false;
    const { rifff, title } = latest.current.shown;
    withWholeLoops({ ...rifff, jamId }).then(
      (whole) => {
        if (isGone) return;
        isHere.current = true;
        showCommitted(whole, jamId, title, latest.current.target);
      },
      (cause) => console.warn('What is on show cannot be changed', cause),
    );
    return () => {
      isGone = true;
    };
  }, [isReady, isComing, isOpen, goesHere, shownId, jamId]);

  const toList = useCallback(() => {
    hear('list');
    const { shown: on, rifffs: list } = latest.current;
    const index = list.findIndex(({ id }) => id === on.rifff._id);
    if (transport.status !== 'playing' || index < 0) return;
    void startListening(engine, list, index, { boundary: 'beat', blendBars: 0 });
  }, [engine]);

  // Taken back to its beginning it is the jam again. What was committed goes on until the jam has it.
  const isHeard = hears === 'draft';
  useEffect(() => {
    if (!isReady || isOpen || !isHeard) return;
    if (isComing) hear('list');
    else toList();
  }, [isReady, isOpen, isHeard, isComing, toList]);

  const parentId = now.rifff.parent?.rifffId;
  const base = view.entries.find(({ rifff }) => rifff._id === parentId);
  const last = view.entries.findLast(({ unsent }) => unsent === null);
  const isNewer =
    isOpen &&
    base !== undefined &&
    last !== undefined &&
    last.created > base.created &&
    last.rifff._id !== stayedId;
  const goOn = async (from: HistoryEntry, to: HistoryEntry) => {
    const whole = await withWholeLoops({ ...to.rifff, jamId });
    const mine = draft.rifff as Rifff;
    let result: CarriedOver | null = null;
    goOnFrom(whole, jamId, to.title, (copy) => {
      result = carryOver(from.rifff, mine, copy);
      return result.rifff;
    });
    chooseRifff(to.rifff._id);
    if (result) notify(carriedText(result, to.title));
  };
  return {
    isOpen,
    isHeard: isOpen && isHeard,
    listenTo: (what) => (what === 'list' ? toList() : hear('draft')),
    newer: isNewer
      ? {
          entry: last,
          goOn: () => void goOn(base, last),
          stay: () => setStayed(last.rifff._id),
        }
      : null,
  };
}
