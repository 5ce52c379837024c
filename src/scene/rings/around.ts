/** What is around a rifff on the page: the room with its people, or the look of a stage. */
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import type { RifffView } from '../../data/stores/places.ts';
import { firstRoomTouch, roomTouch, roomTouches } from '../../data/stores/roomTouches.ts';
import { knobLine, knobTimeAt } from '../../data/stores/stageKnobs.ts';
import { composeRifff } from '../../drawing/composeRifff.ts';
import { RoomAround } from '../../drawing/jam/composeRoom.ts';
import type { Echo } from '../../drawing/jam/light.ts';
import { StagePicture } from '../../drawing/jam/stagePicture.ts';
import { layoutRings } from '../../drawing/layout.ts';
import { rifffModel } from '../../drawing/model.ts';
import type { PaintList } from '../../drawing/paintList.ts';
import { PlainPose } from '../../drawing/plainPose.ts';
import type { RifffDrawing } from './rifffDrawing.ts';

/** Radius that echoes are cut for: they are lines, so fine cells would be lost. */
const ECHO_RADIUS_PX = 160;

const modelOf = (rifff: Rifff) => rifffModel(rifff, rifffBars(rifff));

function echoesOf(before: readonly Rifff[], dpr: number): Echo[] {
  return before.flatMap((rifff) => {
    const model = modelOf(rifff);
    const last = model.rings.at(-1);
    if (!last) return [];
    const pose = new PlainPose();
    pose.lay(model, layoutRings(model.rings, ECHO_RADIUS_PX), dpr);
    return [{ pose, category: last.category }];
  });
}

/** Kept for a drawing as long as that lives. */
class Around {
  private room: RoomAround | null = null;
  private stage: StagePicture | null = null;
  private view: RifffView | null = null;
  private sizePx = 0;
  private dpr = 0;
  private seen = firstRoomTouch();

  /** Takes what is shown, where that is new. */
  take(drawing: RifffDrawing): void {
    const { view, sizePx, dpr } = drawing;
    if (this.view === view && this.sizePx === sizePx && this.dpr === dpr) return;
    this.takeStage(view, dpr);
    this.takeRoom(view, dpr);
    this.view = view;
    this.sizePx = sizePx;
    this.dpr = dpr;
  }

  private takeStage({ stage }: RifffView, dpr: number): void {
    if (!stage) {
      this.stage = null;
      return;
    }
    this.stage ??= new StagePicture(stage.look);
    this.stage.choose(stage.look);
    this.stage.prepare(stage.coming ?? null);
    this.stage.routes = stage.routes;
    if (this.view?.stage?.before !== stage.before || this.dpr !== dpr) {
      this.stage.echoes = echoesOf(stage.before, dpr);
    }
  }

  private takeRoom({ room, rifff }: RifffView, dpr: number): void {
    if (!room) {
      this.room = null;
      return;
    }
    const { view } = this;
    if (view?.room === room && view.rifff === rifff && this.dpr === dpr) return;
    this.room ??= new RoomAround();
    const history = room.history.map((node) => ({
      id: node.rifff._id,
      parentId: node.parentId,
      created: node.rifff.created,
      model: modelOf(node.rifff),
    }));
    this.room.lay({ history, people: room.people }, rifff._id, room.widthPx, room.heightPx, dpr);
  }

  /** Draws everything. @returns whether it moves by itself */
  compose(list: PaintList, drawing: RifffDrawing): boolean {
    let isMoving = false;
    if (this.stage) {
      this.stage.turns = knobLine.turns;
      this.stage.turnsAheadMs = knobTimeAt(drawing.nowMs) - drawing.nowMs;
      if (this.stage.advance(drawing)) isMoving = true;
      this.stage.compose(list, drawing);
      list.isClear = drawing.view.stage?.isClear === true && this.stage.canBeClear;
    } else composeRifff(list, drawing);
    if (!this.room) return isMoving;
    this.seen = Math.max(this.seen, firstRoomTouch());
    for (; this.seen < roomTouches.count; this.seen++) {
      const touch = roomTouch(this.seen);
      this.room.touch(touch, touch.atMs);
    }
    return this.room.compose(list, drawing) || isMoving;
  }
}

const kept = new WeakMap<RifffDrawing, Around>();

/** Draws a rifff with its look or its room. Marks the drawing while that moves. */
export function composeAround(list: PaintList, drawing: RifffDrawing): void {
  let around = kept.get(drawing);
  if (!around) {
    around = new Around();
    kept.set(drawing, around);
  }
  around.take(drawing);
  if (around.compose(list, drawing)) drawing.isDirty = true;
}
