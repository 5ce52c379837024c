/** Changes to a look while it is made. Pure: each answers another document, which is valid where the one before was. */
import type {
  FinishMod,
  LayerMod,
  LookChoice,
  LookDocument,
  LookFinish,
  LookLayer,
  LookMod,
} from '../../contract/looks.ts';
import {
  type FinishKind,
  type FinishMove,
  finishMoves,
  isLayerMod,
  LOOK_REST,
  type LookCamera,
  type LookParameter,
  MOST_CHOICES,
  MOST_FINISHES,
  MOST_LAYERS,
  MOST_MODS,
  RING_DRAWINGS,
  type RingDrawingName,
} from '../../contract/stageLooks.ts';

const FROM_ABOVE: LookCamera = { tilt: 0, turn: 0 };
type RingLayer = Extract<LookLayer, { source: 'rings' }>;

/** What a layer can be: a way of drawing the rings, or something besides them. */
export type LayerKind = RingDrawingName | Exclude<LookLayer['source'], 'rings'>;
export const LAYER_KINDS: readonly LayerKind[] = [...RING_DRAWINGS, 'growth', 'echo', 'flight'];

/** Parameters that can be seen in a layer. */
const SEEN: Readonly<Record<LayerKind, readonly LookParameter[]>> = {
  filled: ['turn', 'cut', 'spread'],
  ribbons: ['turn', 'cut', 'spread'],
  engraved: ['turn', 'cut', 'spread', 'density'],
  plates: ['turn', 'cut', 'spread', 'density', 'lift'],
  dots: ['turn', 'cut', 'spread', 'density'],
  gouged: ['turn', 'cut', 'spread', 'density'],
  terraces: ['turn', 'cut', 'spread', 'density', 'lift'],
  cutouts: ['turn', 'cut', 'spread', 'lift'],
  screens: ['turn', 'cut', 'spread', 'density', 'lift'],
  letters: ['turn', 'cut', 'spread'],
  growth: ['density'],
  echo: ['turn', 'cut', 'density', 'lift'],
  flight: ['density', 'lift'],
};
export const parametersOf = (layer: LookLayer): readonly LookParameter[] => SEEN[kindOf(layer)];

export const kindOf = (layer: LookLayer): LayerKind =>
  layer.source === 'rings' ? layer.drawn : layer.source;

const isRings = (kind: LayerKind): kind is RingDrawingName =>
  (RING_DRAWINGS as readonly string[]).includes(kind);

function layerOf(kind: LayerKind): LookLayer {
  if (!isRings(kind)) return { source: kind };
  return { source: 'rings', drawn: kind, size: 1000, wedges: 1, part: 0 };
}

/** A look that begins with plain rings. */
export function newLook(): LookDocument {
  const mods: LookMod[] = [
    { layer: 0, value: 'cut', source: 'high', amount: 400, rise: 0, fall: 0 },
    { layer: 0, value: 'spread', source: 'bass', amount: 500, rise: 0, fall: 0 },
  ];
  return {
    v: 1,
    name: 'New look',
    ground: 'ground',
    layers: [layerOf('filled')],
    mods,
    choices: [],
  };
}

const replaced = <T>(list: readonly T[], at: number, one: T): T[] =>
  list.map((other, index) => (index === at ? one : other));

/** Puts a layer in front of the others. A look that is full stays as it is. */
export function addLayer(look: LookDocument, kind: LayerKind): LookDocument {
  if (look.layers.length >= MOST_LAYERS) return look;
  return { ...look, layers: [...look.layers, layerOf(kind)] };
}

/** Gives mods and choices the places that their layers have now. @param placeOf −1 for a layer that is gone */
function following(
  look: LookDocument,
  layers: LookLayer[],
  placeOf: (layer: number) => number,
): LookDocument {
  const placed = <T extends { layer: number }>(one: T): T[] => {
    const layer = placeOf(one.layer);
    return layer >= 0 ? [{ ...one, layer }] : [];
  };
  const mods = look.mods.flatMap((mod): LookMod[] => (isLayerMod(mod) ? placed(mod) : [mod]));
  return { ...look, layers, mods, choices: look.choices.flatMap(placed) };
}

/** Takes a layer out, with all that moves it. The last one stays. */
export function removeLayer(look: LookDocument, at: number): LookDocument {
  if (look.layers.length <= 1) return look;
  return following(look, look.layers.toSpliced(at, 1), (layer) =>
    layer === at ? -1 : layer > at ? layer - 1 : layer,
  );
}

/** Moves a layer to another place. */
export function moveLayer(look: LookDocument, from: number, to: number): LookDocument {
  const places = look.layers.map((_, at) => at);
  const [moved] = places.splice(from, 1);
  if (moved === undefined || to < 0 || to > places.length) return look;
  places.splice(to, 0, moved);
  return following(
    look,
    places.map((at) => look.layers[at]!),
    (layer) => places.indexOf(layer),
  );
}

/** Draws a layer in another way. What is the same for both stays; choices are for rings alone. */
export function setKind(look: LookDocument, at: number, kind: LayerKind): LookDocument {
  const before = look.layers[at];
  if (!before || kindOf(before) === kind) return look;
  const { turn, cut, spread, density, lift } = before;
  const given = Object.entries({ turn, cut, spread, density, lift }).filter(
    ([, value]) => value !== undefined,
  );
  const own =
    before.source === 'rings' && isRings(kind) ? { ...before, drawn: kind } : layerOf(kind);
  const layer = { ...own, ...Object.fromEntries(given) } as LookLayer;
  const choices = isRings(kind) ? look.choices : look.choices.filter(({ layer }) => layer !== at);
  return { ...look, layers: replaced(look.layers, at, layer), choices };
}

/** Where a parameter of a layer is when nothing moves it, in thousandths. */
export const baseOf = (layer: LookLayer, parameter: LookParameter): number =>
  layer[parameter] ?? Math.round(1000 * LOOK_REST[parameter]);

/** @param base in thousandths, 0 to 1000 */
export function setBase(
  look: LookDocument,
  at: number,
  parameter: LookParameter,
  base: number,
): LookDocument {
  const layer = look.layers[at];
  if (!layer) return look;
  return { ...look, layers: replaced(look.layers, at, { ...layer, [parameter]: base }) };
}

/** Size, wedges and part of a layer of rings. */
export function setRings(
  look: LookDocument,
  at: number,
  part: Partial<Pick<RingLayer, 'size' | 'wedges' | 'part'>>,
): LookDocument {
  const layer = look.layers[at];
  if (layer?.source !== 'rings') return look;
  return { ...look, layers: replaced(look.layers, at, { ...layer, ...part }) };
}

/** Where a look is seen from: straight from above where it says nothing. */
export const cameraOf = ({ camera }: LookDocument): LookCamera => camera ?? FROM_ABOVE;

/** Moves the camera of a look. One that is straight above is none. @param part in thousandths, 0 to 1000 */
export function setCamera(look: LookDocument, part: Partial<LookCamera>): LookDocument {
  const { camera: _, ...flat } = look;
  const camera = { ...cameraOf(look), ...part };
  return camera.tilt === 0 && camera.turn === 0 ? flat : { ...flat, camera };
}

/** Each kind of finish as it begins: where it is well seen. */
const FIRST: Readonly<{ [K in FinishKind]: Extract<LookFinish, { kind: K }> }> = {
  shadow: { kind: 'shadow', distance: 500, turn: 375 },
  plates: { kind: 'plates', distance: 400, turn: 125 },
  lines: { kind: 'lines', width: 300, pitch: 200, turn: 125 },
  dots: { kind: 'dots', width: 400, pitch: 200, turn: 125 },
};

/** The finishes of a look, in their order. */
export const finishesOf = ({ finish = [] }: LookDocument): readonly LookFinish[] => finish;

/** What of a finish can be set, in thousandths. */
export type FinishValue = 'distance' | 'width' | 'pitch' | 'turn';
export const finishValues = (finish: LookFinish): readonly FinishValue[] =>
  'pitch' in finish ? ['width', 'pitch', 'turn'] : ['distance', 'turn'];

/** A look with these finishes; one without any says nothing of them. */
function withFinishes(look: LookDocument, finishes: readonly LookFinish[]): LookDocument {
  const { finish: _, ...bare } = look;
  return finishes.length > 0 ? { ...bare, finish: [...finishes] } : bare;
}

/** Adds a finish after the others. A look that has two of them, or one of this kind, stays as it is. */
export function addFinish(look: LookDocument, kind: FinishKind): LookDocument {
  const finishes = finishesOf(look);
  if (finishes.length >= MOST_FINISHES || finishes.some((one) => one.kind === kind)) return look;
  return withFinishes(look, [...finishes, FIRST[kind]]);
}

/** Takes a finish out, with all that moves it. */
export function removeFinish(look: LookDocument, at: number): LookDocument {
  const mods = look.mods.flatMap((mod) => {
    if (isLayerMod(mod) || mod.finish < at) return [mod];
    return mod.finish > at ? [{ ...mod, finish: mod.finish - 1 }] : [];
  });
  return withFinishes({ ...look, mods }, finishesOf(look).toSpliced(at, 1));
}

/** May something move a value of a finish? */
export const isMovable = (finish: LookFinish, value: FinishValue): value is FinishMove =>
  (finishMoves(finish.kind) as readonly FinishValue[]).includes(value);

/** Sets one value of a finish. @param to in thousandths, 0 to 1000 */
export function setFinish(
  look: LookDocument,
  at: number,
  value: FinishValue,
  to: number,
): LookDocument {
  const finish = finishesOf(look)[at];
  if (!finish || !finishValues(finish).includes(value)) return look;
  const other = { ...finish, [value]: to } as LookFinish;
  return withFinishes(look, replaced(finishesOf(look), at, other));
}

/** Finishes between those of two looks that have the same kinds. */
function blendFinishes(
  from: LookDocument,
  to: LookDocument,
  between: (a: number, b: number) => number,
): LookFinish[] {
  return finishesOf(from).map((one, at) => {
    const other = finishesOf(to)[at]!;
    const values = finishValues(one).map((value) => [
      value,
      between(finishValueOf(one, value), finishValueOf(other, value)),
    ]);
    return { ...one, ...Object.fromEntries(values) } as LookFinish;
  });
}

/** A value of a finish, in thousandths; 0 where it has none of that name. */
export const finishValueOf = (finish: LookFinish, value: FinishValue): number =>
  (finish as Partial<Record<FinishValue, number>>)[value] ?? 0;

/** A camera between two of them. */
function blendCameras(from: LookDocument, to: LookDocument, share: number): LookCamera | undefined {
  if (!from.camera && !to.camera) return undefined;
  const [a, b] = [cameraOf(from), cameraOf(to)];
  // One that is straight above has no side of its own.
  const [turnA, turnB] = [a.tilt === 0 ? b.turn : a.turn, b.tilt === 0 ? a.turn : b.turn];
  return {
    tilt: Math.round(a.tilt + share * (b.tilt - a.tilt)),
    turn: Math.round(turnA + share * (turnB - turnA)),
  };
}

/** What can be moved: a parameter of a layer, or a value of a finish. */
export type Movable = Pick<LayerMod, 'layer' | 'value'> | Pick<FinishMod, 'finish' | 'value'>;

const isMoved = (mod: LookMod, of: Movable): boolean =>
  mod.value === of.value &&
  (isLayerMod(mod)
    ? isLayerMod(of) && mod.layer === of.layer
    : !isLayerMod(of) && mod.finish === of.finish);

/** What moves something, each with its place among all mods of the look. */
export const modsOf = ({ mods }: LookDocument, of: Movable): { mod: LookMod; at: number }[] =>
  mods.flatMap((mod, at) => (isMoved(mod, of) ? [{ mod, at }] : []));

/** Adds something that moves it. A look that has sixteen of them stays as it is. */
export function addMod(look: LookDocument, of: Movable): LookDocument {
  if (look.mods.length >= MOST_MODS) return look;
  const mod: LookMod = { ...of, source: 'level', amount: 300, rise: 0, fall: 0 };
  return { ...look, mods: [...look.mods, mod] };
}

export type ModPart = Partial<Pick<LookMod, 'source' | 'amount' | 'rise' | 'fall'>>;

/** @param at place among all mods of the look */
export function setMod(look: LookDocument, at: number, part: ModPart): LookDocument {
  const mod = look.mods[at];
  return mod ? { ...look, mods: replaced(look.mods, at, { ...mod, ...part }) } : look;
}

export const removeMod = (look: LookDocument, at: number): LookDocument => ({
  ...look,
  mods: look.mods.toSpliced(at, 1),
});

type ChoiceOf = Pick<LookChoice, 'layer' | 'value'>;

/** What changes wedges or part of a layer by whole bars; undefined where nothing does. */
export const choiceOf = ({ choices }: LookDocument, { layer, value }: ChoiceOf) =>
  choices.find((one) => one.layer === layer && one.value === value);

/** Sets what changes wedges or part of a layer by whole bars; null for nothing. A fifth choice is not taken. */
export function setChoice(
  look: LookDocument,
  { layer, value }: ChoiceOf,
  choice: Pick<LookChoice, 'everyBars' | 'of'> | null,
): LookDocument {
  const others = look.choices.filter((one) => one.layer !== layer || one.value !== value);
  if (!choice) return { ...look, choices: others };
  if (others.length >= MOST_CHOICES) return look;
  return { ...look, choices: [...others, { layer, value, ...choice }] };
}

/** Longest rise and fall that a look may have, in ms. */
const LONGEST_MS = 10_000;

/** The same look, moved less and more slowly. */
export function calmer(look: LookDocument): LookDocument {
  const slower = (ms: number) => Math.min(LONGEST_MS, Math.max(400, Math.round(1.5 * ms)));
  return {
    ...look,
    mods: look.mods.map((mod) => ({
      ...mod,
      amount: Math.round(0.75 * mod.amount),
      rise: slower(mod.rise),
      fall: slower(mod.fall),
    })),
  };
}

/**
 * A look between two that have the same layers and the same mods: only numbers lie between them.
 *
 * @param share 0 for `from`, 1 for `to`
 * @returns null where they differ in more than numbers
 */
export function blendLooks(
  from: LookDocument,
  to: LookDocument,
  share: number,
): LookDocument | null {
  const isAlike =
    from.ground === to.ground &&
    from.layers.length === to.layers.length &&
    from.layers.every((layer, at) => kindOf(layer) === kindOf(to.layers[at]!)) &&
    finishesOf(from).length === finishesOf(to).length &&
    finishesOf(from).every(({ kind }, at) => kind === finishesOf(to)[at]!.kind) &&
    from.mods.length === to.mods.length &&
    from.mods.every((mod, at) => {
      const other = to.mods[at]!;
      return isMoved(mod, other) && mod.source === other.source;
    });
  if (!isAlike) return null;
  const between = (a: number, b: number) => Math.round(a + share * (b - a));
  const nearest = share < 0.5 ? from : to;
  const layers = from.layers.map((layer, at) => {
    const other = to.layers[at]!;
    const bases = (['turn', 'cut', 'spread', 'density', 'lift'] as const)
      .filter((name) => layer[name] !== undefined || other[name] !== undefined)
      .map((name) => [name, between(baseOf(layer, name), baseOf(other, name))]);
    const size =
      layer.source === 'rings' && other.source === 'rings'
        ? { size: between(layer.size, other.size) }
        : {};
    return { ...nearest.layers[at]!, ...size, ...Object.fromEntries(bases) } as LookLayer;
  });
  const mods = from.mods.map((mod, at) => {
    const other = to.mods[at]!;
    return {
      ...mod,
      amount: between(mod.amount, other.amount),
      rise: between(mod.rise, other.rise),
      fall: between(mod.fall, other.fall),
    };
  });
  const camera = blendCameras(from, to, share);
  const blended = { ...nearest, ...(camera && { camera }), layers, mods };
  return withFinishes(blended, blendFinishes(from, to, between));
}

/** Numbers of the knobs that move a look, 1 to 8, in their order. */
export function knobsOf({ mods }: LookDocument): number[] {
  const numbers = mods.flatMap(({ source }) => /^knob(\d)$/.exec(source)?.[1] ?? []).map(Number);
  return [...new Set(numbers)].sort((a, b) => a - b);
}
