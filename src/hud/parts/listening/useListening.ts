import { useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { BlendBars } from '../../../audio/engine/Engine.ts';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { noteHeard } from '../../../data/heard.ts';
import type { Boundary } from '../../../data/rules/time/timing.ts';
import {
  chooseRifff,
  editMix,
  heardOf,
  itemOfRifff,
  listening,
  markTouched,
  musicKey,
  resetMix,
  takePlayWish,
} from '../../../data/stores/listening.ts';
import { useEngine } from '../../EngineContext.tsx';
import { type Command, registerCommands } from '../commands/registry.ts';
import { savesData, soundIsComing, soundIsReady } from '../page/firstSound.ts';
import { startListening } from './startListening.ts';

/** Heard for this long, it was listened to and not passed over. */
const HEARD_AFTER_MS = 5000;

/** Keeps the rifff that sounds among those heard last, once it was listened to. Only rifffs of jams are kept. */
function useNoteHeard({ title, rifff }: StarterRifff, isPlaying: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same rifff begins no new hearing
  useEffect(() => {
    if (!isPlaying || !rifff.jamId) return;
    const timer = setTimeout(() => void noteHeard(title, rifff), HEARD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, rifff._id]);
}

/** Ids here are those of items of the list, which differ where two shares are of one rifff. */
export interface Listening {
  /** The rifff on show: the one that sounds, else the one chosen. */
  shown: StarterRifff;
  /** The listener's version of it. */
  mix: Rifff;
  isChanged: boolean;
  isPlaying: boolean;
  /** Asked to play and not heard yet. */
  isWaiting: boolean;
  /** Item that comes in at the next boundary, or null. */
  pendingId: string | null;
  togglePlay(): void;
  /** Makes an item the one that is heard: at the next boundary while playing, else at once. */
  choose(id: string): void;
  /** As `choose` while playing; else only shows it. */
  show(id: string): void;
  /** Shows the neighbour before (−1) or after (1) in the list; nothing at either end. */
  skip(by: -1 | 1): void;
  hasPrevious: boolean;
  hasNext: boolean;
  edit(change: (mix: Rifff) => Rifff): void;
  reset(): void;
}

/** What a list may wish besides. */
interface ListeningWish {
  /** The item on show while none of the list was chosen; the first when left out. */
  firstId?: string;
  /** Called with the id of an item that is about to be brought in. Must stay the same function. */
  beforeStart?(id: string): void;
}

/**
 * Listening to a list of rifffs with one's own mix of each: connects the list, the store of mixes and the
 * engine. `rifffs` has at least one entry.
 *
 * @param boundary where a change to another rifff begins to sound
 * @param blendBars bars of the new rifff over which the two are blended from there on; 0 cuts
 */
export function useListening(
  rifffs: readonly StarterRifff[],
  boundary: Boundary = 'bar',
  blendBars: BlendBars = 0,
  { firstId, beforeStart }: ListeningWish = {},
): Listening {
  const engine = useEngine();
  const sound = useSnapshot(transport);
  const { mixes, chosenId, askedId, askedAs, hears } = useSnapshot(listening);

  const byId = (id: string | null | undefined) => rifffs.find((item) => item.id === id);
  const isAsked = byId(askedId) !== undefined;
  const heardId = itemOfRifff(rifffs, sound.currentRifffId, askedAs)?.id ?? null;
  const shownId = sound.status === 'playing' ? (heardId ?? chosenId) : (chosenId ?? heardId);
  const shown = byId(shownId) ?? byId(firstId) ?? (rifffs[0] as StarterRifff);
  const isPlaying = sound.status === 'playing' && heardId !== null;
  useNoteHeard(shown, isPlaying && shown.id === heardId);

  const start = useCallback(
    (id: string) => {
      beforeStart?.(id);
      const index = rifffs.findIndex((item) => item.id === id);
      return startListening(engine, rifffs, index, { boundary, blendBars });
    },
    [engine, rifffs, boundary, blendBars, beforeStart],
  );

  // A tap on the page before this one may have asked for it.
  const wishedId = shown.id;
  useEffect(() => {
    if (takePlayWish()) void start(wishedId);
  }, [start, wishedId]);

  const choose = useCallback(
    (id: string) => {
      markTouched();
      chooseRifff(id);
      if (mixer.solo >= 0) engine.setSolo(-1);
      void start(id);
    },
    [engine, start],
  );

  const index = rifffs.indexOf(shown);
  const show = useCallback(
    (id: string) => {
      if (isPlaying) choose(id);
      else chooseRifff(id);
    },
    [isPlaying, choose],
  );

  // What is heard stays on show when it is paused.
  useEffect(() => {
    if (isPlaying && heardId) chooseRifff(heardId);
  }, [isPlaying, heardId]);

  // Another page's rifff does not go on behind this one; an answer that became the first of its jam does.
  const isForeign =
    sound.status === 'playing' && sound.currentRifffId !== null && !heardId && hears === 'list';
  const [arrivedWithForeign] = useState(isForeign);
  useEffect(() => {
    if (arrivedWithForeign) engine.pause();
  }, [engine, arrivedWithForeign]);

  const mixKey = musicKey(shown.rifff);
  return {
    shown,
    mix: (mixes[mixKey] as Rifff | undefined) ?? shown.rifff,
    isChanged: mixKey in mixes,
    isPlaying,
    isWaiting: isAsked && !isPlaying,
    pendingId: itemOfRifff(rifffs, sound.pendingRifffId, askedAs)?.id ?? null,
    togglePlay: useCallback(() => {
      markTouched();
      if (isPlaying) engine.pause();
      else if (heardId === shown.id && sound.status === 'paused') void engine.play();
      else void start(shown.id);
    }, [engine, isPlaying, heardId, sound.status, shown, start]),
    choose,
    show,
    skip: useCallback(
      (by: -1 | 1) => {
        const neighbour = rifffs[index + by];
        if (neighbour) show(neighbour.id);
      },
      [rifffs, index, show],
    ),
    hasPrevious: index > 0,
    hasNext: index >= 0 && index < rifffs.length - 1,
    edit: useCallback(
      (change: (mix: Rifff) => Rifff) => {
        editMix(shown.rifff, change);
        const next = heardOf(shown.rifff);
        if (heardId === shown.id) void engine.setRifff(next).catch(() => {});
        // A reader who changes a ring before the first sound wants to hear the change.
        else if (!isAsked) void start(shown.id);
      },
      [engine, heardId, shown, isAsked, start],
    ),
    reset: useCallback(() => {
      resetMix(shown.rifff);
      const original = heardOf(shown.rifff);
      if (heardId === shown.id) void engine.setRifff(original).catch(() => {});
    }, [engine, heardId, shown]),
  };
}

const AT_ONCE = () => Promise.resolve();

/**
 * Fetches and decodes the rifff on show, so that the first tap sounds quickly. Not where little data is asked for.
 * @param turn resolves when that may begin; at once when left out. Must stay the same function
 */
export function usePreload(rifff: Rifff, turn: () => Promise<void> = AT_ONCE): void {
  const engine = useEngine();
  useEffect(() => {
    // A tap fetches it.
    if (savesData()) return soundIsReady();
    const controller = new AbortController();
    soundIsComing();
    turn()
      .then(() => engine.preload(rifff, controller.signal))
      .then(() => engine.prepare())
      // A tap meets the same failure and says so.
      .catch(() => {})
      .finally(soundIsReady);
    return () => controller.abort();
  }, [engine, rifff, turn]);
}

/** How a list is called on the sheet of keys. */
interface ListWords {
  group: string;
  previous: string;
  next: string;
}

const LIST_WORDS: ListWords = {
  group: 'Listening',
  previous: 'Previous rifff',
  next: 'Next rifff',
};

/** Keys of a page that plays a rifff. @param words null where there is nothing to skip to */
export function useListeningKeys(own: Listening, words: ListWords | null = LIST_WORDS): void {
  const latest = useRef(own);
  latest.current = own;
  useEffect(() => {
    const group = words?.group ?? LIST_WORDS.group;
    const now = () => latest.current;
    const commands: Command[] = [
      {
        id: 'listening.play',
        title: 'Play or pause',
        group,
        keys: ['Space'],
        run: () => now().togglePlay(),
      },
      {
        id: 'listening.reset',
        title: 'Reset the mix',
        group,
        keys: ['Shift+R'],
        isEnabled: () => now().isChanged,
        run: () => now().reset(),
      },
    ];
    if (words) {
      commands.splice(
        1,
        0,
        {
          id: 'listening.next',
          title: words.next,
          group,
          keys: ['ArrowRight'],
          isEnabled: () => now().hasNext,
          run: () => now().skip(1),
        },
        {
          id: 'listening.previous',
          title: words.previous,
          group,
          keys: ['ArrowLeft'],
          isEnabled: () => now().hasPrevious,
          run: () => now().skip(-1),
        },
      );
    }
    return registerCommands(commands);
  }, [words]);
}
