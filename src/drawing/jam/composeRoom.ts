/**
 * A room as one picture: the rings that sound now, the recent history along its tree, people and what they touch. The
 * same data, size and moment give the same picture for every viewer. One list, so one draw call by WebGL.
 */
import { composeRifff } from '../composeRifff.ts';
import { layoutRings } from '../layout.ts';
import type { RifffModel } from '../model.ts';
import type { PaintList } from '../paintList.ts';
import { PlainPose } from '../plainPose.ts';
import type { RifffPose } from '../ringNow.ts';
import { Branches } from './branches.ts';
import { People } from './people.ts';
import type { RoomData, RoomTouch } from './room.ts';
import { type RoomFrame, roomFrame } from './roomFrame.ts';
import { Traces } from './traces.ts';

/** What is around a rifff: kept and moved on, composed after the rifff's own picture. */
export class RoomAround {
  readonly branches = new Branches();
  readonly people = new People();
  readonly traces = new Traces();
  frame: RoomFrame = roomFrame(1, 1);
  private rifffId = '';
  private lastMs = Number.NEGATIVE_INFINITY;

  /** Takes the room, the rifff that sounds now, and the size of the picture in CSS pixels. */
  lay(data: RoomData, rifffId: string, width: number, height: number, dpr: number): void {
    this.rifffId = rifffId;
    this.frame = roomFrame(width, height);
    this.branches.lay(data.history, rifffId, this.frame, dpr);
    this.people.show(data.people);
  }

  /** A person touched a ring. @param atMs by the clock of the frames */
  touch(touch: RoomTouch, atMs: number): void {
    this.traces.add(touch, atMs);
    this.people.touch(touch);
  }

  /** Adds it to the picture of the rifff. Allocates nothing. @returns whether something moves by itself */
  compose(list: PaintList, pose: RifffPose): boolean {
    const stepSec = Math.max(0, pose.nowMs - this.lastMs) / 1000;
    this.lastMs = pose.nowMs;
    this.branches.compose(list, pose.dpr);
    const hasTraces = this.traces.compose(list, pose, this.rifffId, pose.nowMs);
    const isMoving = this.people.compose(list, pose, this.rifffId, stepSec);
    return hasTraces || isMoving;
  }
}

/** A whole room without state: for still pictures, videos and tests. */
export class RoomDrawing {
  readonly pose = new PlainPose();
  readonly around = new RoomAround();

  /** Takes everything anew. Lengths in CSS pixels. */
  lay(current: RifffModel, data: RoomData, width: number, height: number, dpr: number): void {
    this.around.lay(data, current.id, width, height, dpr);
    const { radius } = this.around.frame;
    this.pose.lay(
      current,
      layoutRings(current.rings, radius, { character: current.character }),
      dpr,
    );
    for (const ring of this.pose.rings) ring.hasArrived = true;
  }

  /** Draws it as it is at a moment. @param phase of the sound, or −1 */
  compose(list: PaintList, phase: number, nowMs: number): void {
    this.pose.phase = phase;
    this.pose.isLive = phase >= 0;
    this.pose.nowMs = nowMs;
    composeRifff(list, this.pose);
    this.around.compose(list, this.pose);
  }
}
