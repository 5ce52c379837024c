/**
 * How one flies: thrust with drag, a hand that pulls the ground along, and goals. Every step is the exact solution of
 * its motion, so that the flight is the same whatever the frames. Columns and rows, seconds.
 */
import { type CrowdCamera, type CrowdPlace, columnX } from './crowd.ts';

/** Columns and rows in a second at full thrust. */
const TOP_SPEED = { x: 4, depth: 2.6 } as const;
/** How soon thrust reaches its speed, and how soon a flight without thrust ends, in 1/s. */
const THRUST_RATE = 5;
const COAST_RATE = 2.6;
/** How soon a goal is reached: critically damped, so it is never passed by. */
const GOAL_RATE = 7;
/** Below these a goal is reached. */
const NEAR = 0.002;
const SLOW = 0.01;
/** How much of the speed of a hand the newest move counts. */
const HAND_RATE = 18;
/** Seconds between two steps where less motion is asked for. */
const STEP_SEC = 0.35;
/** Thrust that is a wish for a step, and that is none. */
const STEP_FROM = 0.5;
/** Less than this is no thrust. */
const LEAST_THRUST = 0.01;
/** Longest step of time: a page that was hidden does not leap. */
const LONGEST_SEC = 0.1;

/** Inputs to a flight. Written by events, read and emptied once a frame. */
export interface FlightInput {
  /** Keys and sticks: −1 left or nearer to 1 right or away. */
  thrustX: number;
  thrustDepth: number;
  /** Is the ground held? How far it was pulled since the last frame, in columns and rows. */
  isHeld: boolean;
  pullX: number;
  pullDepth: number;
}

/** No input. */
export const createFlightInput = (): FlightInput => ({
  thrustX: 0,
  thrustDepth: 0,
  isHeld: false,
  pullX: 0,
  pullDepth: 0,
});

/** What a step of a flight wishes besides, where it goes by steps: whom to go to next. */
export type FlightStep = 'left' | 'right' | 'away' | 'near' | null;

export class Flight implements CrowdCamera {
  x = 0;
  depth = 0;
  speedX = 0;
  speedDepth = 0;
  private goalX = Number.NaN;
  private goalDepth = Number.NaN;
  private sinceStepSec = STEP_SEC;

  /** Is it flying to a goal? */
  get hasGoal(): boolean {
    return !Number.isNaN(this.goalX);
  }

  /** Does it rest? */
  get isStill(): boolean {
    return !this.hasGoal && this.speedX === 0 && this.speedDepth === 0;
  }

  /** How fast it is, 1 at full thrust. */
  get pace(): number {
    return Math.max(
      Math.abs(this.speedX) / TOP_SPEED.x,
      Math.abs(this.speedDepth) / TOP_SPEED.depth,
    );
  }

  /** Goes to a place of the ground. */
  goTo({ row, column }: CrowdPlace): void {
    this.goalX = columnX(row, column);
    this.goalDepth = row;
  }

  /** Is there at once. */
  jumpTo(place: CrowdPlace): void {
    this.goTo(place);
    this.arrive();
  }

  /** Leaves its goal. */
  leave(): void {
    this.goalX = Number.NaN;
    this.goalDepth = Number.NaN;
  }

  /**
   * Moves on.
   *
   * @param input emptied of what was pulled
   * @param isReduced thrust goes from one to the next in steps, and every goal is there at once
   * @returns the step that thrust asks for, where it goes by steps
   */
  advance(input: FlightInput, sec: number, isReduced: boolean): FlightStep {
    const dt = Math.min(LONGEST_SEC, Math.max(0, sec));
    const { thrustX, thrustDepth, pullX, pullDepth, isHeld } = input;
    input.pullX = 0;
    input.pullDepth = 0;
    const isThrusting = Math.abs(thrustX) + Math.abs(thrustDepth) > LEAST_THRUST;
    if (isHeld || pullX !== 0 || pullDepth !== 0) this.pull(pullX, pullDepth, dt);
    else if (isReduced) return this.step(thrustX, thrustDepth, dt);
    else if (isThrusting) this.thrust(thrustX, thrustDepth, dt);
    else if (this.hasGoal) this.approach(dt);
    else this.coast(dt);
    return null;
  }

  private pull(pullX: number, pullDepth: number, dt: number): void {
    this.leave();
    this.x += pullX;
    this.depth += pullDepth;
    if (dt <= 0) return;
    const share = 1 - Math.exp(-HAND_RATE * dt);
    const top = 3;
    const held = (speed: number, most: number) => Math.min(most, Math.max(-most, speed));
    this.speedX += (held(pullX / dt, top * TOP_SPEED.x) - this.speedX) * share;
    this.speedDepth += (held(pullDepth / dt, top * TOP_SPEED.depth) - this.speedDepth) * share;
  }

  /** By steps: at once when the stick is pushed, then again while it is held. */
  private step(thrustX: number, thrustDepth: number, dt: number): FlightStep {
    if (this.hasGoal) this.arrive();
    this.speedX = 0;
    this.speedDepth = 0;
    const far = Math.max(Math.abs(thrustX), Math.abs(thrustDepth));
    if (far < STEP_FROM) {
      this.sinceStepSec = STEP_SEC;
      return null;
    }
    this.sinceStepSec += dt;
    if (this.sinceStepSec < STEP_SEC) return null;
    this.sinceStepSec = 0;
    if (Math.abs(thrustX) >= Math.abs(thrustDepth)) return thrustX < 0 ? 'left' : 'right';
    return thrustDepth < 0 ? 'near' : 'away';
  }

  private thrust(thrustX: number, thrustDepth: number, dt: number): void {
    this.leave();
    const rest = Math.exp(-THRUST_RATE * dt);
    const wantedX = thrustX * TOP_SPEED.x;
    const wantedDepth = thrustDepth * TOP_SPEED.depth;
    this.x += wantedX * dt + ((this.speedX - wantedX) * (1 - rest)) / THRUST_RATE;
    this.depth += wantedDepth * dt + ((this.speedDepth - wantedDepth) * (1 - rest)) / THRUST_RATE;
    this.speedX = wantedX + (this.speedX - wantedX) * rest;
    this.speedDepth = wantedDepth + (this.speedDepth - wantedDepth) * rest;
  }

  private coast(dt: number): void {
    const rest = Math.exp(-COAST_RATE * dt);
    this.x += (this.speedX * (1 - rest)) / COAST_RATE;
    this.depth += (this.speedDepth * (1 - rest)) / COAST_RATE;
    this.speedX *= rest;
    this.speedDepth *= rest;
    if (Math.abs(this.speedX) < SLOW) this.speedX = 0;
    if (Math.abs(this.speedDepth) < SLOW) this.speedDepth = 0;
  }

  private approach(dt: number): void {
    const rest = Math.exp(-GOAL_RATE * dt);
    const awayX = this.x - this.goalX;
    const awayDepth = this.depth - this.goalDepth;
    const leapX = (this.speedX + GOAL_RATE * awayX) * dt;
    const leapDepth = (this.speedDepth + GOAL_RATE * awayDepth) * dt;
    this.x = this.goalX + (awayX + leapX) * rest;
    this.depth = this.goalDepth + (awayDepth + leapDepth) * rest;
    this.speedX = (this.speedX - GOAL_RATE * leapX) * rest;
    this.speedDepth = (this.speedDepth - GOAL_RATE * leapDepth) * rest;
    const isThere =
      Math.abs(this.x - this.goalX) < NEAR && Math.abs(this.depth - this.goalDepth) < NEAR;
    if (isThere && Math.abs(this.speedX) < SLOW && Math.abs(this.speedDepth) < SLOW) this.arrive();
  }

  private arrive(): void {
    this.x = this.goalX;
    this.depth = this.goalDepth;
    this.speedX = 0;
    this.speedDepth = 0;
    this.leave();
  }
}
