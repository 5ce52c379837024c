/** Ways with Pixi: a filter over what three has drawn in the same context, erasing, and bitmap type. */
import 'pixi.js/unsafe-eval';
import {
  BitmapFont,
  BitmapText,
  Buffer,
  BufferUsage,
  Container,
  defaultFilterVert,
  ExternalSource,
  Filter,
  Geometry,
  GlProgram,
  Mesh,
  Shader,
  Sprite,
  Texture,
  UniformGroup,
  WebGLRenderer,
} from 'pixi.js';
import 'pixi.js/filters';
import 'pixi.js/text-bitmap';
import { WebGLRenderTarget } from 'three';
import { categoryOf } from '../../../src/data/contract/categories.ts';
import type { Paint, PaintList } from '../../../src/drawing/paintList.ts';
import { numberOf } from '../../../src/drawing/ringNow.ts';
import { TOKENS } from '../../../src/drawing/tokens.ts';
import { FINISHES, type Finish } from './finishShaders.ts';
import { openRings } from './ours.ts';
import { finishOf, HEIGHT, newCanvas, pose, type Way, WIDTH } from './way.ts';

const OPTIONS = {
  width: WIDTH,
  height: HEIGHT,
  backgroundAlpha: 0,
  antialias: false,
  skipExtensionImports: true,
  gcActive: false,
} as const;

/** A finish as a filter of Pixi over the picture that three has drawn, in one context. */
export async function filter(finish: Finish): Promise<Way> {
  const { canvas, renderer, context, draw } = openRings();
  const target = new WebGLRenderTarget(WIDTH, HEIGHT, { depthBuffer: false });
  renderer.initRenderTarget(target);
  const pixi = new WebGLRenderer<HTMLCanvasElement>();
  await pixi.init({ ...OPTIONS, canvas, context, clearBeforeRender: false });
  const { __webglTexture: resource } = renderer.properties.get(target.texture) as {
    __webglTexture: WebGLTexture;
  };
  const source = new ExternalSource({ resource, renderer: pixi, width: WIDTH, height: HEIGHT });
  const sprite = new Sprite(new Texture({ source }));
  const fragment = `in vec2 vTextureCoord;
out vec4 finalColor;
uniform sampler2D uTexture;
uniform highp vec4 uInputSize;
vec4 seen(vec2 at) { return texture(uTexture, at * uInputSize.zw); }
${FINISHES[finish]}
void main() { finalColor = finish(vTextureCoord * uInputSize.xy); }`;
  sprite.filters = [
    new Filter({
      glProgram: GlProgram.from({ vertex: defaultFilterVert, fragment }),
      resources: {},
    }),
  ];
  // Rows of a target of three lie upside down for Pixi.
  sprite.scale.y = -1;
  sprite.y = HEIGHT;
  const stage = new Container({ children: [sprite] });
  return {
    canvas,
    look: 'print',
    isClear: false,
    draw(list) {
      renderer.resetState();
      draw(list, target);
      renderer.setRenderTarget(null);
      pixi.resetState();
      context.clearColor(0, 0, 0, 0);
      pixi.render({ container: stage, clear: true });
    },
    finish: finishOf(context),
  };
}

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

/** Names of categories round the rings, a letter each, as tall as its ring is cut. */
export async function type(): Promise<Way> {
  const canvas = newCanvas();
  const pixi = new WebGLRenderer<HTMLCanvasElement>();
  await pixi.init({ ...OPTIONS, canvas });
  const style = { fontFamily: 'type', fontSize: 64, fill: 0xffffff } as const;
  BitmapFont.install({
    name: 'type',
    style: { fontFamily: 'sans-serif', fontWeight: 'bold', fontSize: 64, fill: 0xffffff },
    chars: [['A', 'Z']],
  });
  const stage = new Container();
  const rings = pose.layout.rings.map(({ index, pitch, outer }) => {
    const { category } = pose.model.rings[index]!;
    const text = `${categoryOf(category).short.toUpperCase()} `;
    const middle = outer - pitch / 2;
    const wide = 0.82 * pitch * 0.9;
    const times = Math.max(1, Math.floor((2 * Math.PI * middle) / (wide * text.length)));
    const all = text.repeat(times);
    const letters = [...all].flatMap((letter, at) => {
      if (letter === ' ') return [];
      const shown = new BitmapText({ text: letter, style, anchor: 0.5 });
      shown.tint = numberOf(categoryOf(category).ink);
      stage.addChild(shown);
      return [{ shown, turn: (at + 0.5) / all.length }];
    });
    return { letters, pitch };
  });
  return {
    canvas,
    look: 'type',
    isClear: false,
    draw() {
      rings.forEach(({ letters, pitch }, at) => {
        const ring = pose.rings[at]!;
        const deep = Math.min(1, ring.amplitude / Math.max(1, pose.layout.rings[at]!.amplitude));
        const tall = pitch * (0.42 + 0.4 * deep);
        const scale = tall / 48;
        for (const { shown, turn } of letters) {
          const angle = 2 * Math.PI * turn + ring.turn;
          const radius = ring.outer - tall / 2;
          shown.position.set(
            WIDTH / 2 + Math.sin(angle) * radius,
            HEIGHT / 2 - Math.cos(angle) * radius,
          );
          shown.rotation = angle;
          shown.scale.set(scale);
        }
      });
      pixi.render({ container: stage });
    },
    finish: finishOf(pixi.gl as WebGL2RenderingContext),
  };
}
