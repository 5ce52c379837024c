/** The look of a share on the page of its embed. Fetched for shares that have one: no other embed weighs more for it. */
import type { LookDocument } from '../data/contract/looks.ts';
import type { LookGround } from '../data/contract/stageLooks.ts';
import { css } from '../drawing/canvas.ts';
import { lookReach } from '../drawing/jam/lookReach.ts';
import { StagePicture } from '../drawing/jam/stagePicture.ts';
import type { PaintList } from '../drawing/paintList.ts';
import type { PlainPose } from '../drawing/plainPose.ts';
import { TOKENS } from '../drawing/tokens.ts';

/** What of the page changes so that its words and its button can be read on a ground. */
const INKS: Readonly<Record<LookGround, string>> = {
  ground: '',
  night: '',
  paper:
    `:root{color-scheme:light;--paper:${TOKENS.ground};--muted:${TOKENS.edge};` +
    `--raised2:${TOKENS.paperPressed};--paper-pressed:${TOKENS.line}}` +
    `.disc:hover{background:${TOKENS.raised2}}`,
};

export class Worn {
  /** Farthest that it draws from its centre, as a share of the radius of the rings. */
  readonly reach: number;
  private readonly picture: StagePicture;
  private readonly sheet = document.createElement('style');

  /** @throws Error for what is no look */
  constructor(look: LookDocument) {
    this.reach = lookReach(look);
    this.picture = new StagePicture(look);
    const ground = css(this.picture.ground);
    this.sheet.textContent = `:root{--ground:${ground}}${INKS[look.ground]}`;
  }

  /** Where the hole of the rings is seen, from the middle of the picture: x and y in CSS pixels. */
  get hole(): Float64Array {
    return this.picture.hole;
  }

  /** Puts its ground behind the page. */
  begin(): void {
    document.head.append(this.sheet);
  }

  /** The page is as it was before. */
  end(): void {
    this.sheet.remove();
  }

  /** Makes the list of a moment; for those who want less motion it stands still. @returns whether it moves by itself */
  compose(list: PaintList, pose: PlainPose): boolean {
    if (pose.isReduced) {
      pose.phase = -1;
      pose.isLive = false;
      pose.spectrum = null;
    }
    const isMoving = this.picture.advance(pose);
    this.picture.compose(list, pose);
    return isMoving;
  }
}
