/** How pointer and arrow keys find the place where what is dragged can be dropped. */
import {
  type Active,
  type CollisionDetection,
  closestCenter,
  KeyboardSensor,
  type KeyboardSensorOptions,
  type Over,
  pointerWithin,
  type SensorContext,
} from '@dnd-kit/core';
import type { Dragged, Target } from './drag.ts';

/** What a drag holds. */
export const draggedOf = (active: Active | null) => active?.data.current as Dragged | undefined;
/** What a place takes it for. */
export const targetOf = (over: Pick<Over, 'data'> | null) =>
  over?.data.current as Target | undefined;

function takes(target: Target | undefined, dragged: Dragged | undefined): boolean {
  if (dragged?.kind === 'loop') return target?.kind === 'rings' || target?.kind === 'slot';
  if (target?.kind === 'slot') return target.list === dragged?.list;
  return target?.kind === 'bin';
}

/** Ids of what the element under the pointer belongs to: what lies under a sheet takes nothing. */
const underPointer: CollisionDetection = ({ pointerCoordinates, droppableContainers }) => {
  if (!pointerCoordinates) return [];
  const element = document.elementFromPoint(pointerCoordinates.x, pointerCoordinates.y);
  const found = droppableContainers.find(({ node }) => node.current?.contains(element));
  return found ? [{ id: found.id }] : [];
};

/** A loop goes where the pointer is; a slot to the nearest place of its list, or into the bin. */
export const findTarget: CollisionDetection = (args) => {
  const dragged = draggedOf(args.active);
  const all = args.droppableContainers.filter(({ data }) => takes(targetOf({ data }), dragged));
  const isBin = ({ data }: (typeof all)[number]) => targetOf({ data })?.kind === 'bin';
  if (!args.pointerCoordinates) return closestCenter({ ...args, droppableContainers: all });
  if (dragged?.kind === 'loop') return underPointer({ ...args, droppableContainers: all });
  const bin = pointerWithin({ ...args, droppableContainers: all.filter(isBin) });
  if (bin.length > 0) return bin;
  return closestCenter({ ...args, droppableContainers: all.filter((one) => !isBin(one)) });
};

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** The middle of the next place that takes what is dragged, for an arrow key. */
function nextPlace(
  event: globalThis.KeyboardEvent,
  { context }: { context: SensorContext },
): { x: number; y: number } | undefined {
  const step = STEPS[event.code];
  const { active, collisionRect, droppableContainers, droppableRects, over } = context;
  if (!step || !collisionRect) return undefined;
  event.preventDefault();
  const places = droppableContainers
    .getEnabled()
    .filter(({ data }) => takes(targetOf({ data }), draggedOf(active)));
  const at = places.findIndex(({ id }) => id === over?.id);
  const place = places[Math.min(places.length - 1, Math.max(0, at + step))];
  const rect = place && droppableRects.get(place.id);
  if (!rect) return undefined;
  return {
    x: rect.left + (rect.width - collisionRect.width) / 2,
    y: rect.top + (rect.height - collisionRect.height) / 2,
  };
}

const [byKey] = KeyboardSensor.activators;

/** Enter alone adds a loop or selects a slot, so it is Shift and Enter that take something up. */
export class ShiftEnterSensor extends KeyboardSensor {
  static override activators: typeof KeyboardSensor.activators = byKey
    ? [
        {
          ...byKey,
          handler: (event, options, context) =>
            event.shiftKey && byKey.handler(event, options, context),
        },
      ]
    : [];
}

/** What is pressed while something is taken up by keyboard. */
export const KEYS: KeyboardSensorOptions = {
  keyboardCodes: { start: ['Enter'], end: ['Enter', 'Space'], cancel: ['Escape'] },
  coordinateGetter: nextPlace,
};
