/** The obvious crowd: a canvas for every disc, and every ring of it drawn anew in every frame, however far it is. */
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { CanvasPainter } from '../../../src/drawing/canvas.ts';
import { composeRifff } from '../../../src/drawing/composeRifff.ts';
import { layoutRings } from '../../../src/drawing/layout.ts';
import { rifffModel } from '../../../src/drawing/model.ts';
import { PaintList } from '../../../src/drawing/paintList.ts';
import { PlainPose } from '../../../src/drawing/plainPose.ts';
import type { ArcadeFlight } from '../../../src/hud/arcade/arcadeFlight.ts';

/** Size that every disc is laid out for. */
const RADIUS_PX = 200;

/** Draws the crowd of a flight, frame by frame, without end. */
export function drawNaively(flight: ArcadeFlight): void {
  const list = new PaintList();
  const poses = flight.rifffs.map((rifff) => {
    const model = rifffModel(rifff, rifffBars(rifff));
    const pose = new PlainPose();
    pose.bitePx = 5;
    pose.lay(model, layoutRings(model.rings, RADIUS_PX, { character: model.character }), 1);
    return pose;
  });
  const sheets: { canvas: HTMLCanvasElement; painter: CanvasPainter }[] = [];
  const sheet = (at: number) => {
    let one = sheets[at];
    if (!one) {
      const canvas = document.createElement('canvas');
      canvas.style.cssText = 'position:absolute;left:0;top:0';
      document.body.append(canvas);
      one = { canvas, painter: new CanvasPainter(canvas.getContext('2d')!) };
      sheets.push(one);
    }
    return one;
  };
  const frame = (nowMs: number) => {
    flight.advance(nowMs, false);
    const { seen } = flight;
    for (let at = 0; at < seen.count; at++) {
      const { canvas, painter } = sheet(at);
      const pose = poses[seen.rifff[at]!]!;
      composeRifff(list, pose);
      const radius = seen.radius[at]!;
      const half = Math.ceil(radius * 1.2) + 4;
      canvas.width = 2 * half;
      canvas.height = 2 * half;
      canvas.style.display = 'block';
      canvas.style.opacity = String(1 - seen.fog[at]!);
      canvas.style.transform = `translate(${seen.x[at]! - half}px, ${seen.y[at]! - half}px)`;
      painter.draw(list, half, half, radius / RADIUS_PX);
    }
    for (let at = seen.count; at < sheets.length; at++) sheets[at]!.canvas.style.display = 'none';
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
