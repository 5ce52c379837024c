/**
 * People as presences on the rings: a small disc at the edge of the ring that they touched last, or outside all of them
 * at a place that follows from who they are. Who records or edits has a full disc, who listens an open one.
 */
import type { PaintList } from '../paintList.ts';
import { numberOf, type RifffPose } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import { homeTurn, type RoomPerson, type RoomTouch } from './room.ts';
import { disc, turnX, turnY } from './stamp.ts';

const PAPER = numberOf(TOKENS.paper);
const GROUND = numberOf(TOKENS.ground);

/** People drawn at most: those who make something first. The rest is a number in words. */
export const MOST_PEOPLE = 24;
/** Least distance of two people round the circle, as a share of a turn. */
const APART = 1 / (2 * MOST_PEOPLE);
const RIM_PX = 2;
const SLIDE_PER_SEC = 4;

interface Presence {
  user: string;
  isMaking: boolean;
  home: number;
  /** Slot of the ring that they touched last in this rifff, or −1. */
  slot: number;
  /** Where they are and where they go, in turns and pixels from the centre; radius 0 is not placed yet. */
  turn: number;
  radius: number;
  toTurn: number;
}

/** The shortest way round, in turns, −½ to ½. */
const wayTo = (from: number, to: number) => to - from - Math.round(to - from);

/** Radius of a person's disc, in CSS pixels, at a rifff's radius. */
export const personRadius = (radius: number) => Math.min(9, Math.max(3, 0.022 * radius));

/** Pushes homes apart in their order round the circle, so that the same people always stand alike. */
function spread(people: Presence[]): void {
  const order = [...people].sort((a, b) => a.home - b.home || (a.user < b.user ? -1 : 1));
  for (let at = 1; at < order.length; at++) {
    order[at]!.home = Math.max(order[at]!.home, order[at - 1]!.home + APART);
  }
  // What was pushed over the top begins again: there is room for all.
  const over = (order.at(-1)?.home ?? 0) - (order[0]?.home ?? 0) - (1 - APART);
  if (over <= 0) return;
  for (let at = 0; at < order.length; at++) {
    order[at]!.home -= (over * at) / (order.length - 1);
  }
}

/** The people of a room round its rifff. */
export class People {
  private people: Presence[] = [];
  private rifffId = '';

  /** Takes who is there now. */
  show(list: readonly RoomPerson[]): void {
    const before = new Map(this.people.map((one) => [one.user, one]));
    const makers = list.filter(({ isMaking }) => isMaking);
    const shown = [...makers, ...list.filter(({ isMaking }) => !isMaking)].slice(0, MOST_PEOPLE);
    this.people = shown.map(({ user, isMaking }) => {
      const known = before.get(user);
      const home = homeTurn(user);
      return {
        user,
        isMaking,
        home,
        slot: known?.slot ?? -1,
        turn: known?.turn ?? home,
        radius: known?.radius ?? 0,
        toTurn: known?.toTurn ?? home,
      };
    });
    spread(this.people);
    for (const one of this.people) if (one.slot < 0) one.toTurn = one.home;
  }

  /** A person touched a ring: they stand there from now on. Unknown people are not drawn. */
  touch({ user, rifffId, slot, turn }: RoomTouch): void {
    for (let at = 0; at < this.people.length; at++) {
      const one = this.people[at]!;
      if (one.user !== user) continue;
      this.rifffId = rifffId;
      one.slot = slot;
      one.toTurn = turn;
    }
  }

  /**
   * Draws them round a rifff.
   *
   * @param stepSec time since the last frame, 0 or more; infinity puts everybody where they belong
   * @returns whether a person still moves
   */
  compose(list: PaintList, pose: RifffPose, rifffId: string, stepSec: number): boolean {
    const size = personRadius(pose.layout.radius);
    const share = pose.isReduced ? 1 : 1 - Math.exp(-SLIDE_PER_SEC * stepSec);
    let isMoving = false;
    for (let at = 0; at < this.people.length; at++) {
      const one = this.people[at]!;
      const isOn = one.slot >= 0 && this.rifffId === rifffId;
      const radius = isOn ? ringRadius(pose, one.slot) : 1.06 * pose.layout.radius + 2 * size;
      const turn = isOn ? one.toTurn : one.home;
      if (one.radius === 0) {
        one.radius = radius;
        one.turn = turn;
      }
      one.radius += (radius - one.radius) * share;
      one.turn += wayTo(one.turn, turn) * share;
      if (Math.abs(one.radius - radius) > 0.2 || Math.abs(wayTo(one.turn, turn)) > 1e-4) {
        isMoving = true;
      }
      composePerson(list, one, size, pose.dpr);
    }
    return isMoving;
  }
}

/** Where a person stands who touched a slot: the middle of its ring; outside where it is not drawn. */
function ringRadius({ layout, rings }: RifffPose, slot: number): number {
  for (let at = 0; at < layout.rings.length; at++) {
    const place = layout.rings[at]!;
    if (place.slot === slot) return rings[at]!.outer - 0.5 * place.pitch;
  }
  return 1.06 * layout.radius;
}

function composePerson(list: PaintList, one: Presence, size: number, dpr: number): void {
  const x = turnX(one.turn, one.radius);
  const y = turnY(one.turn, one.radius);
  disc(list, x, y, size + RIM_PX, GROUND, dpr);
  disc(list, x, y, size, PAPER, dpr);
  if (!one.isMaking) disc(list, x, y, size - Math.min(2, 0.4 * size), GROUND, dpr);
}
