/** Rifffs in every state as still pictures, for the style guide and its poster. */
import { useEffect, useRef } from 'react';
import { type CategorySlug, categoryOf } from '../../data/contract/categories.ts';
import { LOOP_PEAK_BINS } from '../../data/contract/constants.ts';
import { CanvasPainter } from '../../drawing/canvas.ts';
import type { RifffCharacter } from '../../drawing/character.ts';
import { composePulled, composeRifff } from '../../drawing/composeRifff.ts';
import { edgeAt } from '../../drawing/knives.ts';
import { layoutRings } from '../../drawing/layout.ts';
import type { RingModel } from '../../drawing/model.ts';
import { edgeRadius, ringCells } from '../../drawing/outline.ts';
import { PaintList } from '../../drawing/paintList.ts';
import { PlainPose } from '../../drawing/plainPose.ts';

const SAMPLE: readonly (readonly [CategorySlug, number])[] = [
  ['bass', 3],
  ['leads', 8],
  ['chords', 5],
  ['pads', 4],
  ['vocals', 7],
  ['perc', 6],
  ['drums', 4],
  ['fx', 3],
];

/** One ring with an edge of so many waves and a slower one over it. */
export function sampleRing(category: CategorySlug, waves: number, slot: number): RingModel {
  const peaks = Uint8Array.from({ length: LOOP_PEAK_BINS }, (_, at) => {
    const turn = (2 * Math.PI * at) / LOOP_PEAK_BINS;
    return Math.round(
      128 + 84 * Math.sin(waves * turn + slot) + 42 * Math.sin(3 * turn + 2 * slot),
    );
  });
  return { slot, category, peaks, repeats: 1, gain: 1, isOn: true };
}

/** The rifff of the style guide with its first `count` rings (1–8), from the inside out; `turn` picks another start. */
export function sampleRings(count: number, turn = 0): RingModel[] {
  return Array.from({ length: count }, (_, slot) => {
    const [category, waves] = SAMPLE[(slot + turn) % SAMPLE.length]!;
    return sampleRing(category, waves, slot);
  });
}

interface SheetState {
  /** Where the notch is, in turns. */
  notch?: number;
  /** Slots in outline and hatch. */
  muted?: readonly number[];
  /** The one slot in full ink. */
  solo?: number;
  selected?: number;
  focused?: number;
  /** Slot whose thickness follows a finger, and the linear gain that it has by now. */
  dragged?: { slot: number; gain: number };
  /** Slot that stands out of its place, in shares of the radius. */
  away?: { slot: number; x: number; y: number };
  /** What the rifff sounds like; left out, nothing is known of it. */
  character?: RifffCharacter;
  /** Slot that is being cut in: drawn up to the notch, outlined beyond it. */
  arriving?: number;
  /** Slots whose loop did not come. */
  failed?: readonly number[];
  isUnsent?: boolean;
}

const TAU = 2 * Math.PI;
/** Where the handle of a selected ring stands, in turns, and how large it is: as on the page. */
const HANDLE_TURNS = 1 / 6;
const HANDLE_PX = 11;
const LEAST_HANDLE_RADIUS_PX = 60;
/** Room round the rings for keylines and swells, in CSS pixels. */
const ROOM_PX = 8;

/** Places of the rings; beside a dragged one those outside it move along, and the others stay. */
function layoutOf(rings: readonly RingModel[], sizePx: number, state: SheetState) {
  const { dragged, character } = state;
  const radius = sizePx / 2 - ROOM_PX;
  const layout = layoutRings(rings, radius, { sizePx, character });
  if (!dragged) return layout;
  const pulled = rings.map((ring) =>
    ring.slot === dragged.slot ? { ...ring, gain: dragged.gain } : ring,
  );
  return layoutRings(pulled, radius, { sizePx, character, frozenWeight: layout.weight });
}

/** Puts the touch dot on the edge of a ring. */
function placeHandle(pose: PlainPose, at: number): void {
  const place = pose.layout.rings[at];
  const ring = place && pose.model.rings[place.index];
  if (!place || !ring || pose.layout.radius < LEAST_HANDLE_RADIUS_PX) return;
  const edge = edgeAt(categoryOf(ring.category).knife, ringCells(ring, place), HANDLE_TURNS);
  const far = edgeRadius(place, edge);
  pose.dotX = Math.sin(HANDLE_TURNS * TAU) * far;
  pose.dotY = -Math.cos(HANDLE_TURNS * TAU) * far;
  pose.dotRadius = HANDLE_PX;
}

function poseOf(
  rings: readonly RingModel[],
  sizePx: number,
  state: SheetState,
  dpr: number,
): PlainPose {
  const muted = rings.map((ring) => ({ ...ring, isOn: !state.muted?.includes(ring.slot) }));
  const pose = new PlainPose();
  pose.lay({ id: '', rings: muted }, layoutOf(rings, sizePx, state), dpr, state.solo);
  const indexOf = (slot: number | undefined) => (slot === undefined ? -1 : pose.indexOf(slot));
  pose.phase = state.notch ?? -1;
  pose.selected = indexOf(state.selected);
  pose.focused = indexOf(state.focused);
  pose.dragged = indexOf(state.dragged?.slot);
  pose.pulled = indexOf(state.away?.slot);
  pose.failed = state.failed ?? [];
  pose.isUnsent = state.isUnsent === true;
  pose.arrivedShare = state.notch ?? -1;
  for (const ring of pose.rings) ring.hasArrived = ring.key !== `slot ${state.arriving}`;
  placeHandle(pose, Math.max(pose.selected, pose.dragged));
  return pose;
}

/**
 * Draws a rifff in a state as the pages do.
 *
 * @param sizePx side of the picture, CSS pixels
 * @param dpr device pixels per CSS pixel
 */
function drawRings(
  canvas: HTMLCanvasElement,
  rings: readonly RingModel[],
  sizePx: number,
  state: SheetState,
  dpr: number,
): void {
  canvas.width = Math.round(sizePx * dpr);
  canvas.height = canvas.width;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  const pose = poseOf(rings, sizePx, state, dpr);
  const painter = new CanvasPainter(context);
  const list = new PaintList();
  const middle = canvas.width / 2;
  composeRifff(list, pose);
  painter.draw(list, middle, middle, dpr);
  if (!state.away) return;
  composePulled(list, pose, false);
  const { radius } = pose.layout;
  painter.draw(
    list,
    middle + state.away.x * radius * dpr,
    middle + state.away.y * radius * dpr,
    dpr,
  );
}

/** A state of a ring: its name, what is to be seen, and how it is drawn. */
type RingStateRow = readonly [title: string, text: string, state: SheetState];

/** Rings that the states are shown on. */
const STATE_RINGS = sampleRings(7);

export const RING_STATES: readonly RingStateRow[] = [
  ['Idle', 'No notch. Nothing moves.', {}],
  ['Playing', 'The notch goes round, once in a rifff.', { notch: 0.37 }],
  ['Muted', 'Outline and hatch. The notch skips it.', { muted: [3, 5], notch: 0.37 }],
  ['Solo', 'The others at 15 %.', { solo: 4, notch: 0.37 }],
  ['Selected', 'A keyline in a doubled gap, and a handle.', { selected: 4 }],
  ['Focused', 'By keyboard: a broken keyline.', { focused: 4 }],
  [
    'Dragged out',
    'Thicker is louder. The old edge stays, dashed.',
    { dragged: { slot: 4, gain: 1.4 } },
  ],
  ['Dragged off', 'Its place is kept until you let go.', { away: { slot: 2, x: 0.5, y: -0.42 } }],
  ['Arriving', 'A dashed outline, cut in by the notch.', { arriving: 6, notch: 0.36 }],
  ['Not sent', 'Hatched over until the server has it.', { isUnsent: true }],
  ['Without its loop', 'Hatched over where nothing can sound.', { failed: [4], notch: 0.37 }],
];

const CHARACTER_RINGS = sampleRings(5, 2);
const busy = (density: number) => CHARACTER_RINGS.map((ring) => ({ ...ring, density }));
const soundsLike = (tempo: number, brightness: number): SheetState => ({
  character: { tempo, brightness },
});

/** What a rifff says of its sound while it stands still: three rules, each at its least, in the middle, at its most. */
export const CHARACTERS: readonly (readonly [...RingStateRow, rings: readonly RingModel[]])[] = [
  ['60 a minute', 'A wide hole, .21 of the radius.', soundsLike(0, 0.5), CHARACTER_RINGS],
  ['104 a minute', 'A hole of .15.', soundsLike(0.5, 0.5), CHARACTER_RINGS],
  ['180 a minute', 'A narrow hole, .107.', soundsLike(1, 0.5), CHARACTER_RINGS],
  ['Dark', 'Cuts .74 as deep: nearly round.', soundsLike(0.5, 0), CHARACTER_RINGS],
  ['Between', 'Cuts as deep as their place says.', soundsLike(0.5, 0.5), CHARACTER_RINGS],
  ['Bright', 'Cuts 1.35 times as deep.', soundsLike(0.5, 1), CHARACTER_RINGS],
  ['Sparse', 'Half the cells of its kind.', {}, busy(0)],
  ['As usual', 'The cells of its kind.', {}, busy(0.5)],
  ['Busy', 'Twice the cells, but for steps and facets.', {}, busy(1)],
];

interface RingPictureProps {
  /** Seven of them if left out. Keep them outside the component, and the state too: other objects draw again. */
  rings?: readonly RingModel[];
  sizePx: number;
  state?: SheetState;
}

const IDLE: SheetState = {};
/** A picture may be printed, or looked at closely. */
const LEAST_DPR = 2;

/** A rifff in a state, as a still picture. What stands beside it says what it shows. */
export function RingPicture({ rings = STATE_RINGS, sizePx, state = IDLE }: RingPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    drawRings(canvas.current!, rings, sizePx, state, Math.max(LEAST_DPR, devicePixelRatio || 1));
  }, [rings, sizePx, state]);
  return (
    <span aria-hidden="true">
      <canvas ref={canvas} style={{ display: 'block', width: sizePx, maxWidth: '100%' }} />
    </span>
  );
}
