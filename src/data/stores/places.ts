/**
 * Where rifffs are drawn: DOM elements that reserve room on the page, and what each shows. The one canvas
 * draws into their rectangles. Plain objects, never proxied: rectangles move with every scroll.
 */
import type { LookDocument } from '../contract/looks.ts';
import type { Rifff } from '../contract/rifff.ts';
import type { LookRoutes, StageLook } from '../contract/stageLooks.ts';
import { createListeners } from './listeners.ts';

/** A stage: how the rifff is looked at. */
export interface StageView {
  /** One of the house by its name, or a document. */
  readonly look: StageLook | LookDocument;
  /** The one that comes next, where that is known: it is made ready. */
  readonly coming?: StageLook | LookDocument;
  readonly routes: LookRoutes;
  /** Rifffs before this one, newest first. */
  readonly before: readonly Rifff[];
  /** Is the ground transparent, also in gaps and notch? */
  readonly isClear: boolean;
}

/** What is around the rifff of a room. */
export interface RoomView {
  /** Recent rifffs, each with what it answers; drawn as discs along their tree. Empty where the page shows them. */
  readonly history: readonly { readonly rifff: Rifff; readonly parentId: string | null }[];
  readonly people: readonly { readonly user: string; readonly isMaking: boolean }[];
  /** Size of the whole picture; the place has to lie where `roomFrame` of `drawing/jam` puts the rings. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What a place shows. All of it changes at human speed; what moves per frame is in `touch` and telemetry. */
export interface RifffView {
  rifff: Rifff;
  /** Does it follow the sound: notch at the musical position, thickness by level? Else it is idle. */
  isLive: boolean;
  /** Is it of a list, and live only while the sound is what the list plays? Left out, only while it is not. */
  isListed?: boolean;
  /** Notch at a fixed phase 0–1 for pictures and tests; leave out to follow the sound. */
  phase?: number;
  /** Editor drawing: smaller hole, radius grows with the number of loops, empty state with a dashed circle. */
  isEditor?: boolean;
  /** Slot numbers, −1 or left out for none. */
  selected?: number;
  focused?: number;
  solo?: number;
  /** Slots that have just been added and are cut in by the notch over one turn. */
  arriving?: readonly number[];
  /** Not on the server yet: hatched over in ground. */
  isUnsent?: boolean;
  /** Turns silently until first touched, one ring thickening every four seconds. */
  isInviting?: boolean;
  /** Pixels of ground around the outline where it lies over other things. */
  bitePx?: number;
  /** Share of the rifff's radius that is left free inside the place for tips and keylines. */
  marginPx?: number;
  /** Drawn as a stage; left out, as print alone. */
  stage?: StageView;
  /** People, touches and history around it. */
  room?: RoomView;
}

export interface Place {
  readonly id: string;
  readonly element: HTMLElement;
  view: RifffView;
}

const places = new Map<string, Place>();
const listeners = createListeners();
let version = 0;

function announce(): void {
  version += 1;
  listeners.tell();
}

/** Adds a place, or replaces the one of the same id. @returns what removes it */
export function registerPlace(place: Place): () => void {
  places.set(place.id, place);
  announce();
  return () => {
    if (places.get(place.id) !== place) return;
    places.delete(place.id);
    announce();
  };
}

/** Shows something else in a place. */
export function updatePlace(id: string, view: RifffView): void {
  const place = places.get(id);
  if (!place) return;
  place.view = view;
  announce();
}

/** Says that elements have moved (layout, scroll, resize). */
export function movePlaces(): void {
  announce();
}

/** Every place, in order of registration. */
export function allPlaces(): IterableIterator<Place> {
  return places.values();
}

/** Rises with every change, for useSyncExternalStore and per-frame checks. */
export function placesVersion(): number {
  return version;
}

/** @returns what stops it */
export const onPlacesChange = listeners.add;
