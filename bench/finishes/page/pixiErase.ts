/** A transparent stage by Pixi: paints as meshes, those of ground with the blend that erases. Edges are not smoothed. */
import {
  Buffer,
  BufferUsage,
  Container,
  Geometry,
  GlProgram,
  Mesh,
  Shader,
  UniformGroup,
  WebGLRenderer,
} from 'pixi.js';
import type { Paint, PaintList } from '../../../src/drawing/paintList.ts';
import { numberOf } from '../../../src/drawing/ringNow.ts';
import { TOKENS } from '../../../src/drawing/tokens.ts';
import { OPTIONS } from './pixiOptions.ts';
import { finishOf, HEIGHT, newCanvas, type Way, WIDTH } from './way.ts';

const GROUND = numberOf(TOKENS.ground);

/** One paint: a fan round its centre, or the band between its two outlines. */
class Piece {
  private readonly ink = new Float32Array(4);
  private readonly corners = new Buffer({
    data: new Float32Array(2),
    usage: BufferUsage.VERTEX | BufferUsage.COPY_DST,
  });
  private readonly geometry = new Geometry({
    attributes: { aPosition: { buffer: this.corners, format: 'float32x2' } },
    topology: 'triangle-strip',
  });
  readonly mesh: Mesh<Geometry, Shader>;
  private data = new Float32Array(0);

  constructor(glProgram: GlProgram) {
    const look = new UniformGroup({ uInk: { value: this.ink, type: 'vec4<f32>' } });
    const shader = new Shader({ glProgram, resources: { look } });
    this.mesh = new Mesh<Geometry, Shader>({ geometry: this.geometry, shader });
  }

  take({ points }: PaintList, { from, hole, count, x, y, ink }: Paint, isErased: boolean): void {
    const need = 4 * (count + 1);
    // A strip that is longer than its paint ends in triangles without an area.
    if (this.data.length < need) this.data = new Float32Array(2 * need);
    for (let at = 0; at < this.data.length / 4; at++) {
      const place = at >= count ? 0 : at;
      this.data[4 * at] = points[2 * (from + place)]!;
      this.data[4 * at + 1] = points[2 * (from + place) + 1]!;
      this.data[4 * at + 2] = hole < 0 ? 0 : points[2 * (hole + place)]!;
      this.data[4 * at + 3] = hole < 0 ? 0 : points[2 * (hole + place) + 1]!;
    }
    if (this.corners.data === this.data) this.corners.update();
    else this.corners.data = this.data;
    this.tint(ink, isErased);
    this.mesh.position.set(WIDTH / 2 + x, HEIGHT / 2 + y);
  }

  /** The notch: a bar from the middle outwards. */
  notch(phase: number, width: number, far: number): void {
    if (this.data.length !== 8) this.data = new Float32Array(8);
    const [x, y] = [Math.sin(2 * Math.PI * phase), -Math.cos(2 * Math.PI * phase)];
    const half = width / 2;
    const corners = [y * half, -x * half, -y * half, x * half];
    for (let at = 0; at < 4; at++) {
      this.data[at] = corners[at]!;
      this.data[4 + at] = corners[at]! + far * (at % 2 === 0 ? x : y);
    }
    if (this.corners.data === this.data) this.corners.update();
    else this.corners.data = this.data;
    this.tint(0, true);
    this.mesh.position.set(WIDTH / 2, HEIGHT / 2);
  }

  private tint(ink: number, isErased: boolean): void {
    for (let at = 0; at < 3; at++) this.ink[at] = ((ink >> (16 - 8 * at)) & 255) / 255;
    this.ink[3] = 1;
    const mode = isErased ? 'erase' : 'normal';
    if (this.mesh.blendMode !== mode) this.mesh.blendMode = mode;
    this.mesh.visible = true;
  }
}

/** A transparent stage: paints as meshes, those of ground with the blend that erases. */
export async function erase(): Promise<Way> {
  const canvas = newCanvas();
  const pixi = new WebGLRenderer<HTMLCanvasElement>();
  await pixi.init({ ...OPTIONS, canvas });
  const glProgram = GlProgram.from({
    vertex: `in vec2 aPosition;
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;
void main() {
  mat3 all = uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix;
  gl_Position = vec4((all * vec3(aPosition, 1.)).xy, 0., 1.);
}`,
    fragment: 'uniform vec4 uInk; void main() { gl_FragColor = uInk; }',
  });
  const stage = new Container();
  const pieces: Piece[] = [];
  const piece = (at: number) => {
    if (!pieces[at]) {
      pieces[at] = new Piece(glProgram);
      stage.addChild(pieces[at].mesh);
    }
    return pieces[at];
  };
  return {
    canvas,
    look: 'print',
    isClear: true,
    draw(list) {
      let used = 0;
      let isCut = false;
      for (let at = 0; at < list.size; at++) {
        const paint = list.paints[at]!;
        piece(used++).take(list, paint, paint.ink === GROUND && paint.hatch < 0);
        isCut ||= paint.isCut;
      }
      if (isCut && list.phase >= 0)
        piece(used++).notch(list.phase, list.notchWidth, list.extent + 2);
      for (let at = used; at < pieces.length; at++) pieces[at]!.mesh.visible = false;
      pixi.render({ container: stage });
    },
    finish: finishOf(pixi.gl as WebGL2RenderingContext),
  };
}
