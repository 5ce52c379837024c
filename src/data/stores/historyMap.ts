/**
 * The map of a jam as its page and the scene share it: what is on it changes at human speed, the view of it in every frame.
 * Plain objects, never proxied. The page owns the map and moves its view; the scene only reads.
 */
import type { Rifff } from '../contract/rifff.ts';
import type { PlacedMapDraft } from '../rules/jam/map/mapDrafts.ts';
import type { MapLayout } from '../rules/jam/map/mapLayout.ts';
import type { MapRulers, MapTick } from '../rules/jam/map/mapRulers.ts';
import type { EdgeReach } from '../rules/jam/map/mapSight.ts';
import {
  limitView,
  type MapBox,
  type MapView,
  panView,
  viewBetween,
  zoomView,
} from '../rules/jam/map/mapView.ts';
import { createListeners } from './listeners.ts';

/** What marks a rifff; bits of `MapPicture.marks`. */
export const MAP_MARKS = {
  /** It is on the way from the root to now. */
  way: 1,
  /** It does not match the filter. */
  dim: 2,
  fresh: 4,
  unsent: 8,
  shown: 16,
  pending: 32,
  /** It came of a rifff of another jam. */
  remix: 64,
} as const;

/** What is on a map. Another object where anything differs. */
export interface MapPicture {
  readonly layout: MapLayout;
  readonly reach: EdgeReach;
  readonly rulers: MapRulers;
  /** Ends of the map with what is being made. */
  readonly ends: { readonly length: number; readonly rowCount: number };
  /** Ink of each place from far away, `0xRRGGBB`. */
  readonly inks: Uint32Array;
  /** Bits of `MAP_MARKS` for each place. */
  readonly marks: Uint8Array;
  /** Lines of what is being made. */
  readonly drafts: readonly PlacedMapDraft[];
  /** Who has each lane, for people. */
  readonly laneNames: readonly string[];
  /** The rifff of a place, where it is known. */
  rifffAt(place: number): Rifff | undefined;
  /** Inks of what is not known closer, `#RRGGBB`. */
  bandsAt(place: number): readonly string[];
  /** `Nº 12` and by whom, for people. */
  wordsAt(place: number): readonly [title: string, maker: string];
  tickText(tick: MapTick): string;
}

const FLIGHT_MS = 420;
/** The ease of the house: `cubic-bezier(.2, 0, 0, 1)` is near to this. */
const eased = (share: number) => 1 - (1 - share) ** 3;

const listeners = createListeners();

interface Flight {
  readonly from: MapView;
  readonly to: MapView;
  startMs: number;
}

/** A map in its box. */
export class HistoryMap {
  box: MapBox = { widthPx: 1, heightPx: 1 };
  view: MapView = { x: 0, y: 0, zoom: 1 };
  picture: MapPicture;
  /** Place under the pointer, or −1. */
  hovered = -1;
  private flight: Flight | null = null;

  constructor(picture: MapPicture) {
    this.picture = picture;
  }

  /** Where the view is going, or is. */
  get aim(): MapView {
    return this.flight?.to ?? this.view;
  }

  /** Goes to a view. @param isSudden at once: as a finger moves it, or for who wants less motion */
  go(to: MapView, isSudden: boolean): void {
    const limited = limitView(to, this.picture.ends, this.box);
    if (isSudden) {
      this.flight = null;
      this.view = limited;
    } else this.flight = { from: this.view, to: limited, startMs: Number.NaN };
    wakeMap();
  }

  /** Moves on by pixels. */
  pan(rightPx: number, downPx: number): void {
    this.go(panView(this.view, rightPx, downPx, this.picture.ends, this.box), true);
  }

  /** Comes nearer by a factor round a point of the box. */
  zoom(factor: number, atX: number, atY: number, isSudden: boolean): void {
    const from = isSudden ? this.view : this.aim;
    this.go(zoomView(from, factor, atX, atY, this.picture.ends, this.box), isSudden);
  }

  /** Brings the view to a moment; asked again in one frame it stays. @returns whether it goes on moving */
  advance(nowMs: number): boolean {
    const { flight } = this;
    if (!flight) return false;
    if (Number.isNaN(flight.startMs)) flight.startMs = nowMs;
    const share = Math.min(1, Math.max(0, (nowMs - flight.startMs) / FLIGHT_MS));
    this.view = viewBetween(flight.from, flight.to, eased(share));
    if (share === 1) this.flight = null;
    return this.flight !== null;
  }
}

interface MapPlace {
  readonly map: HistoryMap;
  /** The element that the picture fills. */
  readonly element: HTMLElement;
}

let place: MapPlace | null = null;

/** The map on show and where it lies, or null. */
export const currentMap = (): MapPlace | null => place;

/** Shows a map in the place of another one. @returns what takes it away */
export function showMap(shown: MapPlace): () => void {
  place = shown;
  wakeMap();
  return () => {
    if (place !== shown) return;
    place = null;
    wakeMap();
  };
}

/** Something of the map has to be drawn. */
export const wakeMap = (): void => listeners.tell();

/** @returns what stops it */
export const onMapWake = listeners.add;
