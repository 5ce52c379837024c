/**
 * The draft rules of the specification, section 4: pure functions from rifff to rifff. None changes its
 * argument; each returns the same object when it changes nothing. Slots are numbered from 0.
 * Invariants: at most eight loops, no used slot after a free one, every loop held by a slot.
 */
import {
  DEFAULT_BAR_LENGTH,
  DEFAULT_BPS,
  DEFAULT_GAIN,
  DEFAULT_PLAYBACK_RATE,
  MAX_BPS,
  MAX_GAIN,
  MAX_LOOPS_PER_RIFFF,
  MAX_SHIFT_SEMITONES,
  MIN_BPS,
} from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import type { PlaybackSlot, PlayingSlot, Rifff } from '../../contract/rifff.ts';
import { newId } from '../ids.ts';
import { clamp } from '../numbers.ts';
import { clampPlaybackRate } from '../time/timing.ts';

const freeSlot = (): PlaybackSlot => ({ slot: { current: null } });

/** An empty draft by `userName`, at `bps` quarter notes per second. */
export function createDraft(userName: string, bps: number = DEFAULT_BPS, now = Date.now()): Rifff {
  return {
    _id: newId(now),
    created: now,
    userName,
    creators: [],
    state: {
      barLength: DEFAULT_BAR_LENGTH,
      bps,
      playback: Array.from({ length: MAX_LOOPS_PER_RIFFF }, freeSlot),
    },
    loops: [],
    scale: 0,
    root: 0,
    parent: null,
  };
}

/** An empty draft that keeps the tempo of `rifff`. */
export function resetDraft(rifff: Rifff | null, userName: string, now = Date.now()): Rifff {
  return createDraft(userName, rifff?.state.bps ?? DEFAULT_BPS, now);
}

/** Used slots first, in their order; loops that no slot holds are dropped. */
export function sortSlots(rifff: Rifff): Rifff {
  const used = rifff.state.playback.filter(({ slot }) => slot.current);
  const playback = [...used.slice(0, MAX_LOOPS_PER_RIFFF)];
  while (playback.length < MAX_LOOPS_PER_RIFFF) playback.push(freeSlot());
  const held = new Set(playback.map(({ slot }) => slot.current?.currentLoop));
  const loops = rifff.loops.filter((loop) => held.has(loop._id));
  return { ...rifff, loops, state: { ...rifff.state, playback } };
}

/** Number of used slots. */
export function usedSlots(rifff: Rifff): number {
  return rifff.state.playback.filter(({ slot }) => slot.current).length;
}

/** What slot `index` plays, or null when it is free or out of range. */
export function playingSlot(rifff: Rifff, index: number): PlayingSlot | null {
  return rifff.state.playback[index]?.slot.current ?? null;
}

/** The loop in slot `index`, or undefined. */
export function loopInSlot(rifff: Rifff, index: number): Loop | undefined {
  const id = playingSlot(rifff, index)?.currentLoop;
  return id === undefined ? undefined : rifff.loops.find((loop) => loop._id === id);
}

function isStretched(rifff: Rifff, loop: Loop): boolean {
  return Math.abs(rifff.state.bps / loop.bps - 1) > 1e-6;
}

function slotFor(rifff: Rifff, loop: Loop, keep?: PlayingSlot): PlayingSlot {
  const range = keep?.pitchShiftSettings.autoKeyMatchRange;
  return {
    currentLoop: loop._id,
    gain: keep?.gain ?? DEFAULT_GAIN,
    on: keep?.on ?? true,
    type: 'Looper',
    category: loop.category,
    playbackRate: DEFAULT_PLAYBACK_RATE,
    pitchShiftSettings: {
      shiftSemitones: 0,
      timeStretch: isStretched(rifff, loop),
      ...(range !== undefined && { autoKeyMatchRange: range }),
    },
    ...(keep?.effects && { effects: keep.effects }),
  };
}

/** The rifff with another content of a slot, the others as they were. */
export function withSlot(rifff: Rifff, index: number, current: PlayingSlot | null): Rifff {
  const playback = rifff.state.playback.map((entry, at) =>
    at === index ? { ...entry, slot: { ...entry.slot, current } } : entry,
  );
  return { ...rifff, state: { ...rifff.state, playback } };
}

/** The rifff with a loop among those that slots may name. */
export function withLoop(rifff: Rifff, loop: Loop): Rifff {
  if (rifff.loops.some((one) => one._id === loop._id)) return rifff;
  return { ...rifff, loops: [...rifff.loops, loop] };
}

/**
 * Adds a loop to the first free slot. The first loop gives the rifff its tempo, metre and key. With eight
 * loops nothing changes (the caller logs it and says "8 of 8").
 */
export function addLoop(rifff: Rifff, loop: Loop): Rifff {
  const sorted = sortSlots(rifff);
  const count = usedSlots(sorted);
  if (count >= MAX_LOOPS_PER_RIFFF) return rifff;
  const first = count === 0;
  const base: Rifff = first
    ? {
        ...sorted,
        root: loop.root ?? sorted.root,
        scale: loop.scale ?? sorted.scale,
        state: { ...sorted.state, bps: loop.bps, barLength: loop.barLength },
      }
    : sorted;
  return withLoop(withSlot(base, count, slotFor(base, loop)), loop);
}

/**
 * Puts another loop in a used slot; gain, mute, effects and the match of the key stay with the slot. A free slot
 * changes nothing.
 */
export function swapLoop(rifff: Rifff, index: number, loop: Loop): Rifff {
  const current = playingSlot(rifff, index);
  if (!current || current.currentLoop === loop._id) return rifff;
  return sortSlots(withLoop(withSlot(rifff, index, slotFor(rifff, loop, current)), loop));
}

/** Empties a slot, closes the gap and lets its loop go if no other slot holds it. */
export function deleteLoop(rifff: Rifff, index: number): Rifff {
  return playingSlot(rifff, index) ? sortSlots(withSlot(rifff, index, null)) : rifff;
}

/** A slot with some of its values changed; the same rifff when nothing differs or the slot is free. */
export function editSlot(rifff: Rifff, index: number, change: Partial<PlayingSlot>): Rifff {
  const current = playingSlot(rifff, index);
  if (!current) return rifff;
  const keys = Object.keys(change) as (keyof PlayingSlot)[];
  if (keys.every((key) => current[key] === change[key])) return rifff;
  return withSlot(rifff, index, { ...current, ...change });
}

/** Sets the on flag of a slot. */
export function setSlotOn(rifff: Rifff, index: number, on: boolean): Rifff {
  return editSlot(rifff, index, { on });
}

/** Toggles the on flag of a slot. */
export function toggleMute(rifff: Rifff, index: number): Rifff {
  const current = playingSlot(rifff, index);
  return current ? setSlotOn(rifff, index, !current.on) : rifff;
}

/** Sets the linear gain of a slot, held to 0–2. */
export function setSlotGain(rifff: Rifff, index: number, gain: number): Rifff {
  return Number.isFinite(gain) ? editSlot(rifff, index, { gain: clamp(gain, 0, MAX_GAIN) }) : rifff;
}

/** Sets whole semitones of a slot, held to ±12. */
export function setSlotSemitones(rifff: Rifff, index: number, semitones: number): Rifff {
  const current = playingSlot(rifff, index);
  if (!current || !Number.isFinite(semitones)) return rifff;
  const shiftSemitones = clamp(Math.round(semitones), -MAX_SHIFT_SEMITONES, MAX_SHIFT_SEMITONES);
  if (current.pitchShiftSettings.shiftSemitones === shiftSemitones) return rifff;
  const pitchShiftSettings = { ...current.pitchShiftSettings, shiftSemitones };
  return editSlot(rifff, index, { pitchShiftSettings });
}

/** Sets the playback rate of a slot, held to 0.5–2 in steps of 0.25. */
export function setSlotRate(rifff: Rifff, index: number, rate: number): Rifff {
  return editSlot(rifff, index, { playbackRate: clampPlaybackRate(rate) });
}

/** Overrides the category of a slot. */
export function setSlotCategory(rifff: Rifff, index: number, category: string): Rifff {
  return editSlot(rifff, index, { category });
}

/** Corrects the tempo of the loop in a slot, in quarter notes per second. */
export function setSlotLoopBps(rifff: Rifff, index: number, loopBps: number): Rifff {
  if (!Number.isFinite(loopBps)) return rifff;
  return editSlot(rifff, index, { loopBps: clamp(loopBps, MIN_BPS, MAX_BPS) });
}

/** Sets the tempo of the rifff, in quarter notes per second. */
export function setTempo(rifff: Rifff, bps: number): Rifff {
  if (!Number.isFinite(bps)) return rifff;
  const held = clamp(bps, MIN_BPS, MAX_BPS);
  return held === rifff.state.bps ? rifff : { ...rifff, state: { ...rifff.state, bps: held } };
}

/** Moves a used slot to another place among the used ones. */
export function moveSlot(rifff: Rifff, from: number, to: number): Rifff {
  const count = usedSlots(rifff);
  const target = clamp(Math.round(to), 0, count - 1);
  if (!playingSlot(rifff, from) || from === target) return rifff;
  const playback = [...rifff.state.playback];
  playback.splice(target, 0, ...playback.splice(from, 1));
  return { ...rifff, state: { ...rifff.state, playback } };
}

/**
 * A copy of a rifff to work on, with a fresh id. `originalId` is recorded when the remixer is not the
 * author; slots beyond the eighth, and slots whose loop is missing, are dropped.
 */
export function remix(rifff: Rifff, userName: string, now = Date.now()): Rifff {
  const known = new Set(rifff.loops.map((loop) => loop._id));
  const playback = rifff.state.playback
    .slice(0, MAX_LOOPS_PER_RIFFF)
    .map((entry) =>
      entry.slot.current && known.has(entry.slot.current.currentLoop) ? entry : freeSlot(),
    );
  const copy = sortSlots({ ...rifff, state: { ...rifff.state, playback } });
  // Rights are said when it is made: those of what it began with are not its own.
  const { originalId: _original, license: _license, access: _access, ...rest } = copy;
  const isOwn = rifff.userName === userName;
  return {
    ...rest,
    _id: newId(now),
    created: now,
    userName,
    creators: [...new Set([...(rifff.creators ?? []), rifff.userName])],
    parent: rifff.jamId ? { jamId: rifff.jamId, rifffId: rifff._id } : null,
    ...(isOwn ? {} : { originalId: rifff._id }),
  };
}

/** The rifff that a draft is committed as: the same under an id of its own, since committed ones never change. */
export function commitOf(rifff: Rifff, now = Date.now()): Rifff {
  return { ...rifff, _id: newId(now), created: now };
}

/** The draft after its commit: the next change makes a child of what was committed. */
export function continueFrom(rifff: Rifff, base: { jamId: string; rifffId: string }): Rifff {
  const { originalId: _original, ...rest } = rifff;
  return { ...rest, parent: { jamId: base.jamId, rifffId: base.rifffId } };
}

/** Do two versions of a rifff sound the same? Compares slots and tempo, not loops or lineage. */
export function isSameMusic(a: Rifff['state'], b: Rifff['state']): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Is the rifff in the editor a draft: something else than the rifff that was committed last?
 * @param base the commit that it goes on from, with its key where that is known, or null before the first
 */
export function inDraftState(
  rifff: Rifff,
  base: { rifffId: string; state: Rifff['state']; root?: number; scale?: number } | null,
): boolean {
  if (!base || rifff.parent?.rifffId !== base.rifffId) return true;
  const { root = rifff.root, scale = rifff.scale } = base;
  if (root !== rifff.root || scale !== rifff.scale) return true;
  return !isSameMusic(rifff.state, base.state);
}
