/**
 * The names of a field, set once by the browser's own type (kerning, any script, the face of the house) and kept as
 * coverage in one texture: a byte for each device pixel.
 */
import { DataTexture, LinearFilter, NoColorSpace, RedFormat, UnsignedByteType } from 'three';

/** Size and line of names in CSS pixels (the look, section 1), and how wide a label is at most. */
const NAME_PX = 15;
const LINE_PX = 20;
const MOST_PX = 210;
/** Ground beside the letters, and between two names of the sheet. */
const PAD_PX = 10;
const FACE = `500 ${NAME_PX}px "Special Gothic", "Special Gothic Metrics", sans-serif`;
/** Width of the sheet in device pixels. */
const SHEET = 1024;
/** Numbers of a name: left, top, width and height in pixels of the sheet. */
export const NAME_FLOATS = 4;
/** Height of a label in CSS pixels, and from its middle down to where letters stand. */
const LABEL_PX = LINE_PX + 4;
const BASELINE_PX = 5;

/** A name with an ellipsis where it is wider than `most` CSS pixels. */
function shortened(context: CanvasRenderingContext2D, name: string, most: number): string {
  if (context.measureText(name).width <= most) return name;
  // By what a reader sees as one letter.
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  // Set apart, so that the ellipsis stands at the end that the script of the name has.
  const ended = () => `\u2068${letters.join('').trimEnd()}…\u2069`;
  while (letters.length > 1 && context.measureText(ended()).width > most) letters.pop();
  return ended();
}

export class NameSheet {
  texture = emptyTexture(1, 1);
  /** Place of each name on the sheet, `NAME_FLOATS` each; a width of 0 for one that is empty. */
  places = new Float32Array(0);
  /** Device pixels for each CSS pixel that they were set with. */
  dpr = 1;
  private job = 0;

  /**
   * Sets names, once the face of the house is there.
   *
   * @param room width that a label may have, in CSS pixels
   * @param done is called when they are set
   */
  set(names: readonly string[], dpr: number, room: number, done: () => void): void {
    this.job += 1;
    const { job } = this;
    this.places = new Float32Array(0);
    if (names.length === 0) return;
    const setNow = () => {
      if (job !== this.job) return;
      this.draw(names, dpr, Math.min(MOST_PX, room) - 2 * PAD_PX);
      done();
    };
    document.fonts.load(FACE).then(setNow, setNow);
  }

  dispose(): void {
    this.job += 1;
    this.texture.dispose();
  }

  private draw(names: readonly string[], dpr: number, most: number): void {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.font = FACE;
    const shown = names.map((name) => shortened(context, name.trim(), most));
    const height = Math.ceil(LABEL_PX * dpr);
    const places = new Float32Array(names.length * NAME_FLOATS);
    let [left, top] = [0, 0];
    shown.forEach((name, at) => {
      if (!name) return;
      const width = Math.ceil((context.measureText(name).width + 2 * PAD_PX) * dpr);
      if (left + width > SHEET) [left, top] = [0, top + height];
      places.set([left, top, width, height], at * NAME_FLOATS);
      left += width;
    });
    canvas.width = SHEET;
    canvas.height = top + height;
    context.scale(dpr, dpr);
    context.font = FACE;
    context.textBaseline = 'alphabetic';
    context.fillStyle = '#fff';
    shown.forEach((name, at) => {
      const x = places[at * NAME_FLOATS]! / dpr + PAD_PX;
      const y = places[at * NAME_FLOATS + 1]! / dpr + LABEL_PX / 2 + BASELINE_PX;
      if (name) context.fillText(name, x, y);
    });
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const coverage = new Uint8Array(canvas.width * canvas.height);
    for (let at = 0; at < coverage.length; at++) coverage[at] = data[4 * at + 3]!;
    canvas.width = 0;
    this.texture.dispose();
    this.texture = emptyTexture(SHEET, top + height, coverage);
    this.places = places;
    this.dpr = dpr;
  }
}

function emptyTexture(width: number, height: number, data = new Uint8Array(width * height)) {
  const texture = new DataTexture(data, width, height, RedFormat, UnsignedByteType);
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.colorSpace = NoColorSpace;
  texture.needsUpdate = true;
  return texture;
}
