/** The recent history of a room as discs along its tree, under or beside the rifff that sounds now. */
import { composeRifff } from '../composeRifff.ts';
import { layoutHistory, lineage } from '../history.ts';
import { layoutRings } from '../layout.ts';
import { PaintList } from '../paintList.ts';
import { PlainPose } from '../plainPose.ts';
import { inGround, numberOf } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import type { RoomNode } from './room.ts';
import type { RoomFrame } from './roomFrame.ts';
import { disc, hoop, line, stamp } from './stamp.ts';

const PAPER = numberOf(TOKENS.paper);
const GROUND = numberOf(TOKENS.ground);
const BRANCH = numberOf(TOKENS.branch);
/** How much of its ink a disc keeps that does not lead to the present rifff, and how much larger that one is. */
const SHARES = { aside: 0.58, current: 1.4 };
const KEYLINE = { px: 2, gapPx: 4 };

interface Placed {
  readonly list: PaintList;
  readonly x: number;
  readonly y: number;
  /** Radius of a keyline, or 0. */
  readonly keyline: number;
}

interface Stroke {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly width: number;
  readonly ink: number;
}

/** A rifff at rest as a disc. */
function discOf(node: RoomNode, diameter: number, share: number, dpr: number): PaintList {
  const pose = new PlainPose();
  pose.lay(node.model, layoutRings(node.model.rings, diameter / 2), dpr);
  for (const ring of pose.rings) ring.hasArrived = true;
  const list = new PaintList();
  composeRifff(list, pose);
  for (let at = 0; at < list.size; at++) {
    const paint = list.paints[at]!;
    paint.ink = inGround(paint.ink, share);
  }
  return list;
}

/** Discs and lines, made anew only where the history or the size changed. */
export class Branches {
  private discs: Placed[] = [];
  private strokes: Stroke[] = [];
  private readonly known = new Map<string, PaintList>();

  /**
   * Takes the history and where it lies. The newest stands at the end; older ones that find no room are left out.
   *
   * @param currentId the rifff that sounds now
   */
  lay(history: readonly RoomNode[], currentId: string, frame: RoomFrame, dpr: number): void {
    const { tree } = frame;
    this.discs = [];
    this.strokes = [];
    const shape = {
      stepPx: 1.45 * tree.disc,
      restPx: tree.disc,
      lanePx: tree.lane,
      discPx: tree.disc,
    };
    const layout = layoutHistory(history, shape);
    const onLine = lineage(history, currentId);
    const byId = new Map(history.map((node) => [node.id, node]));
    const kept = new Map<string, { x: number; y: number }>();
    // Lanes beyond the room are left out, with what grows from them.
    const reach = Math.floor(tree.across / 2 / tree.lane);
    const wanted = new Set<string>();
    for (const node of layout.nodes) {
      const back = layout.lengthPx - node.along;
      if (back > tree.along || Math.abs(node.lane) > reach) continue;
      const across = node.lane * tree.lane;
      const x = tree.isUpright ? tree.x + across : tree.x + tree.along / 2 - back;
      const y = tree.isUpright ? tree.y - tree.along / 2 + back : tree.y + across;
      kept.set(node.id, { x, y });
      const isCurrent = node.id === currentId;
      const size = tree.disc * (isCurrent ? SHARES.current : 1);
      const share = onLine.has(node.id) ? 1 : SHARES.aside;
      const key = `${node.id} ${size.toFixed(1)} ${share} ${dpr}`;
      const list = this.known.get(key) ?? discOf(byId.get(node.id)!, size, share, dpr);
      this.known.set(key, list);
      wanted.add(key);
      this.discs.push({ list, x, y, keyline: isCurrent ? size / 2 + 6 : 0 });
    }
    for (const key of this.known.keys()) if (!wanted.has(key)) this.known.delete(key);
    for (const edge of layout.edges) {
      const to = kept.get(edge.to);
      const from = kept.get(edge.from);
      if (!to || !from) continue;
      const isMain = onLine.has(edge.to);
      const look = isMain ? { width: 3, ink: PAPER } : { width: 2, ink: BRANCH };
      const bend = (along: number, lane: number) => {
        const back = layout.lengthPx - along;
        return tree.isUpright
          ? { x: tree.x + lane * tree.lane, y: tree.y - tree.along / 2 + back }
          : { x: tree.x + tree.along / 2 - back, y: tree.y + lane * tree.lane };
      };
      const turn = bend(edge.turnAlong, edge.fromLane);
      const turned = bend(edge.turnedAlong, edge.toLane);
      const stops = edge.fromLane === edge.toLane ? [from, to] : [from, turn, turned, to];
      for (let at = 1; at < stops.length; at++) {
        const a = stops[at - 1]!;
        const b = stops[at]!;
        this.strokes.push({ x0: a.x, y0: a.y, x1: b.x, y1: b.y, ...look });
      }
    }
    // Lines that are left behind lie under the one that led here.
    this.strokes.sort((a, b) => a.width - b.width);
  }

  /** How many discs are drawn. */
  get count(): number {
    return this.discs.length;
  }

  /** Adds lines and discs to a picture. */
  compose(list: PaintList, dpr: number): void {
    for (let at = 0; at < this.strokes.length; at++) {
      const { x0, y0, x1, y1, width, ink } = this.strokes[at]!;
      line(list, x0, y0, x1, y1, width, ink);
    }
    for (let at = 0; at < this.discs.length; at++) {
      const { list: own, x, y, keyline } = this.discs[at]!;
      // Lines end before a disc.
      disc(list, x, y, Math.max(keyline, own.extent + KEYLINE.gapPx), GROUND, dpr);
      if (keyline > 0) hoop(list, x, y, keyline, KEYLINE.px, PAPER, dpr);
      stamp(list, own, x, y);
    }
  }
}
