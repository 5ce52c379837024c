/**
 * The page's one frame loop. In every animation frame that draws, in this order: the sound is sampled, then rings, flat
 * lanes and read-outs of the page take their turn. It rests while no frame is asked for. A machine that draws by its
 * processor shows some 33 pictures a second, all of them in the same frames.
 */
import { FramePacer } from '../rules/time/framePacer.ts';
import { currentRingDrawing } from './ringDrawing.ts';

/** Who draws in a frame, in the order of their turns. */
const STAGES = ['rings', 'lanes', 'readouts'] as const;
export type FrameStage = (typeof STAGES)[number];

/** Draws one frame. @param nowMs time of the animation frame @returns whether it wants the next one too */
export type DrawFrame = (nowMs: number) => boolean;

/** A place in the loop. */
export interface FrameTurn {
  /** Asks for a turn in the next frame. */
  wake(): void;
  /** Gives the place back. */
  stop(): void;
}

interface Member {
  readonly draw: DrawFrame;
  isAwake: boolean;
}

const members: Readonly<Record<FrameStage, Set<Member>>> = {
  rings: new Set(),
  lanes: new Set(),
  readouts: new Set(),
};
const pacer = new FramePacer();
let request = 0;
let before = () => {};

/** What is done at the beginning of every frame that draws: the page has its sound sampled there. */
export function beforeEachFrame(run: () => void): void {
  before = run;
}

function ask(): void {
  if (request === 0) request = requestAnimationFrame(frame);
}

function frame(nowMs: number): void {
  request = 0;
  if (currentRingDrawing() === 'canvas' && !pacer.isDue(nowMs)) {
    ask();
    return;
  }
  before();
  let goesOn = false;
  for (const stage of STAGES) {
    for (const member of members[stage]) {
      if (member.isAwake) take(member, nowMs);
      if (member.isAwake) goesOn = true;
    }
  }
  if (goesOn) ask();
}

/** One turn. What fails in it is reported, and neither comes again by itself nor stops the others. */
function take(member: Member, nowMs: number): void {
  member.isAwake = false;
  try {
    if (member.draw(nowMs)) member.isAwake = true;
  } catch (error) {
    reportError(error);
  }
}

/** Takes a place in the loop; `draw` is called from the next `wake` on, once or as long as it says so. */
export function onFrame(stage: FrameStage, draw: DrawFrame): FrameTurn {
  const member: Member = { draw, isAwake: false };
  members[stage].add(member);
  return {
    wake() {
      if (!members[stage].has(member)) return;
      member.isAwake = true;
      ask();
    },
    stop() {
      members[stage].delete(member);
    },
  };
}
