/** What gestures and keys on a rifff's rings need to know at the moment when they happen. */
import type { Rifff } from '../../data/contract/rifff.ts';
import {
  loopInSlot,
  playingSlot,
  setSlotGain,
  setSlotOn,
  toggleMute,
} from '../../data/rules/draft/draft.ts';
import { pickRing, type RingLayout } from '../../drawing/layout.ts';
import { findPlace, placeCentre } from './placeGeometry.ts';
import type { RingActions } from './ringActions.ts';

export interface RingContext {
  readonly placeId: string;
  readonly rifff: Rifff;
  readonly layout: RingLayout;
  /** Full radius of the rifff, in CSS pixels. */
  readonly radiusPx: number;
  /** Slot that alone sounds, or −1. */
  readonly solo: number;
  readonly canPitch: boolean;
  readonly actions: RingActions;
  /** Tells the page of the first touch or key; later calls do nothing. */
  firstTouch(): void;
}

/** One undo step for a mute and the second tap that takes it back. */
const muteKey = (slot: number) => `on:${slot}`;

/** Mutes or unmutes a ring. */
export function muteRing({ actions }: RingContext, slot: number): void {
  actions.edit((rifff) => toggleMute(rifff, slot), muteKey(slot));
}

/** Lets a ring alone sound, or ends its solo; either way it is on. */
export function soloRing({ actions, solo }: RingContext, slot: number): void {
  actions.edit((rifff) => setSlotOn(rifff, slot, true), muteKey(slot));
  actions.solo(solo === slot ? -1 : slot);
}

/** Is there a ring in this slot: a used one whose loop is known? */
export function hasRing(rifff: Rifff, slot: number): boolean {
  return playingSlot(rifff, slot) !== null && loopInSlot(rifff, slot) !== undefined;
}

/** Centre of the rifff in CSS pixels of the viewport. */
export function placeCentreOf({ placeId }: RingContext): { x: number; y: number } {
  const place = findPlace(placeId);
  return place ? placeCentre(place) : { x: 0, y: 0 };
}

/** Slot of the ring nearest to a point of the viewport, −1 in the hole, outside or without rings. */
export function pickSlot(context: RingContext, clientX: number, clientY: number): number {
  const centre = placeCentreOf(context);
  const slot = pickRing(context.layout, clientX - centre.x, clientY - centre.y);
  return hasRing(context.rifff, slot) ? slot : -1;
}

/** Sets a gain step by step, from keys or the wheel: at once for the sound, joined to one undo step. */
export function setRingGain(context: RingContext, slot: number, gain: number): void {
  const { actions, firstTouch } = context;
  firstTouch();
  actions.gain(slot, gain);
  actions.edit((rifff) => setSlotGain(rifff, slot, gain), `gain:${slot}`);
}
