/** What a look does to its whole picture after its layers: operations on the finished list, so that every host shows them. */
import type { LookDocument } from '../../../data/contract/looks.ts';
import type { PaintList } from '../../paintList.ts';
import type { RifffPose } from '../../ringNow.ts';
import { BESIDE, finishReach, lookReach } from '../lookReach.ts';
import { AMOUNT, AROUND, finishPlace, type LookValues } from '../lookTrack.ts';
import { timesInTurn } from '../passing.ts';
import { beside, castShadow, FAR, printTwice, WAY } from './copies.ts';
import {
  dotsWithin,
  REACH,
  STEP,
  screen,
  screenDots,
  screenLines,
  TURN,
  WIDTH,
} from './screens.ts';

const TAU = 2 * Math.PI;

/** How far plates wander from their way to both sides, in turns; bars of once to and fro, and its shortest time in seconds. */
const WANDER = 0.07;
const [WANDER_BARS, WANDER_SEC] = [4, 6];
/** Distance of lines and dots at a pitch of 0 and what 1 adds, as shares of the radius. */
const [LINES_APART, LINES_FARTHER] = [0.022, 0.1];
const [DOTS_APART, DOTS_FARTHER] = [0.045, 0.1];
/** Width of a line and of a dot at a width of 0 and what 1 adds, as shares of the distance. Wide dots leave dots of ink. */
const [LINE_WIDE, LINE_WIDER] = [0.1, 0.65];
const [DOT_WIDE, DOT_WIDER] = [0.25, 1];
/** Most dots of a screen: finer ones are moved apart. */
const MOST_DOTS = 1500;
/** Growth rings reach so far, as a share of the radius. */
const GROWTH_REACH = 2.5;

/** What of a finish leaps: a screen that turned or came closer would be stripes that move. */
export const finishLeaps = ({ finish = [] }: LookDocument) =>
  finish.map((one) => ('pitch' in one ? [one.kind, one.pitch, one.turn] : [one.kind]));

export class Finishes {
  private look: LookDocument | null = null;
  /** Farthest that the look draws, and the least distance of dots, as shares of the radius. */
  private reach = 0;
  private leastApart = 0;

  private take(look: LookDocument): void {
    this.look = look;
    const isFar = look.layers.some(({ source }) => source === 'growth');
    const own = isFar ? GROWTH_REACH : 0;
    this.reach = Math.max(lookReach(look), own);
    // Whatever a shadow does, its dots stay where they are.
    const still = Math.max(lookReach(look) - finishReach(look), own);
    this.leastApart = Math.sqrt(dotsWithin(still) / MOST_DOTS);
  }

  /**
   * Finishes the picture of a look.
   *
   * @param values of the look now
   * @param ground what lies behind it, `0xRRGGBB`
   */
  apply(
    list: PaintList,
    pose: RifffPose,
    look: LookDocument,
    values: LookValues,
    ground: number,
  ): void {
    const { finish } = look;
    if (!finish) return;
    if (look !== this.look) this.take(look);
    const { radius } = pose.layout;
    for (let at = 0; at < finish.length; at++) {
      const from = finishPlace(look, at);
      const one = finish[at]!;
      const amount = values[from + AMOUNT]!;
      const turn = values[from + AROUND]!;
      if (one.kind === 'shadow' || one.kind === 'plates') {
        beside[FAR] = BESIDE[one.kind] * amount * radius;
        beside[WAY] = turn;
        if (beside[FAR] === 0) continue;
        if (one.kind === 'shadow') castShadow(list, ground);
        else {
          beside[WAY] = turn + wander(pose);
          printTwice(list, ground);
        }
        continue;
      }
      const pitch = one.pitch / 1000;
      screen[TURN] = turn;
      screen[REACH] = this.reach * radius;
      if (one.kind === 'lines') {
        screen[STEP] = (LINES_APART + LINES_FARTHER * pitch) * radius;
        screen[WIDTH] = (LINE_WIDE + LINE_WIDER * amount) * screen[STEP];
        screenLines(list, ground);
      } else {
        screen[STEP] = Math.max(this.leastApart, DOTS_APART + DOTS_FARTHER * pitch) * radius;
        screen[WIDTH] = (DOT_WIDE + DOT_WIDER * amount) * screen[STEP];
        screenDots(list, ground, pose.dpr);
      }
    }
  }
}

/** How far plates are from their way at a moment, in turns. It follows from the place in the turn alone. */
function wander({ model, phase, isReduced }: RifffPose): number {
  if (phase < 0 || isReduced) return 0;
  const times = timesInTurn(model, Math.max(1, (model.bars ?? 1) / WANDER_BARS), WANDER_SEC);
  return WANDER * Math.sin(phase * times * TAU);
}
