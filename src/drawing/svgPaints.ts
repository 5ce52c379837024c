/** Paints as an SVG picture: what a 2D canvas would be told, written down. For a server, which has no canvas. */
import { CanvasPainter, css, type MakeHatch, type PaintContext } from './canvas.ts';
import type { PaintList } from './paintList.ts';
import { TOKENS } from './tokens.ts';

/** A hundredth of a pixel. */
const short = (x: number) => Math.round(x * 100) / 100;

/** Takes the calls of a painter and keeps them as paths, all round (0, 0). Clipping and erasing are not known to it. */
class SvgPaths implements PaintContext {
  body = '';
  defs = '';
  fillStyle: PaintContext['fillStyle'] = '';
  globalCompositeOperation: GlobalCompositeOperation = 'source-over';
  private path = '';
  private x = 0;
  private y = 0;
  private hatches = 0;

  /** Lines at 45° as a pattern, from the middle of the rifff as on every host. */
  readonly makeHatch: MakeHatch = (ink, line, width, step) => {
    const id = `h${this.hatches++}`;
    const half = step / 2;
    this.defs +=
      `<pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse">` +
      `<rect width="${step}" height="${step}" fill="${css(ink)}"/>` +
      `<path d="M${half} 0L${step} ${half}M0 ${half}L${half} ${step}" stroke="${css(line)}" ` +
      `stroke-width="${short(width)}" stroke-linecap="square"/></pattern>`;
    return `url(#${id})`;
  };

  save(): void {}

  restore(): void {}

  setTransform(): void {}

  translate(x: number, y: number): void {
    this.x += x;
    this.y += y;
  }

  beginPath(): void {
    this.path = '';
  }

  moveTo(x: number, y: number): void {
    this.path += `M${short(this.x + x)} ${short(this.y + y)}`;
  }

  lineTo(x: number, y: number): void {
    // A path that nothing began begins here, as on a canvas.
    this.path += `${this.path === '' ? 'M' : 'L'}${short(this.x + x)} ${short(this.y + y)}`;
  }

  closePath(): void {
    this.path += 'Z';
  }

  fill(): void {
    if (this.path === '') return;
    this.body += `<path d="${this.path}" fill="${String(this.fillStyle)}"/>`;
  }

  arc(): never {
    throw new Error('A picture in SVG is not clipped');
  }

  clip(): never {
    throw new Error('A picture in SVG is not clipped');
  }
}

/**
 * A rifff at one moment on ground, its centre in the middle, as `<svg>` markup.
 *
 * @param sizePx width and height; paints beyond it are cut off
 * @param ground what lies behind, `#RRGGBB`
 * @throws Error for paints that are clipped, as during a change of rifff
 */
export function paintsSvg(list: PaintList, sizePx: number, ground: string = TOKENS.ground): string {
  const paths = new SvgPaths();
  new CanvasPainter(paths, paths.makeHatch).draw(list, 0, 0, 1);
  const half = sizePx / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" ` +
    `viewBox="${-half} ${-half} ${sizePx} ${sizePx}"><defs>${paths.defs}</defs>` +
    `<rect x="${-half}" y="${-half}" width="${sizePx}" height="${sizePx}" fill="${ground}"/>` +
    `${paths.body}</svg>`
  );
}
