/** Ways without Pixi: paints in one draw, a pass of our own over their picture, and 2D canvases. */
import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  GLSL3,
  type Group,
  Mesh,
  RawShaderMaterial,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { StageLook } from '../../../src/data/contract/stageLooks.ts';
import { CanvasPainter } from '../../../src/drawing/canvas.ts';
import type { PaintList } from '../../../src/drawing/paintList.ts';
import { ClearRings } from '../../../src/scene/rings/clearRings.ts';
import type { RifffDrawing } from '../../../src/scene/rings/rifffDrawing.ts';
import { RingMesh } from '../../../src/scene/rings/ringMesh.ts';
import { FINISHES, type Finish } from './finishShaders.ts';
import { finishOf, HEIGHT, newCanvas, type Way, WIDTH } from './way.ts';

export interface Rings {
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WebGLRenderer;
  readonly context: WebGL2RenderingContext;
  draw(list: PaintList, to: WebGLRenderTarget | null): void;
}

/** The rings as the page draws them, in a renderer of three. */
export function openRings(): Rings {
  const canvas = newCanvas();
  const renderer = new WebGLRenderer({
    canvas,
    alpha: true,
    antialias: false,
    depth: false,
    stencil: false,
    premultipliedAlpha: true,
  });
  renderer.setSize(WIDTH, HEIGHT, false);
  renderer.sortObjects = false;
  const rings = new RingMesh();
  rings.leaveOutBy(ClearRings);
  rings.resized(WIDTH, HEIGHT, 1);
  const place = { x: WIDTH / 2, y: HEIGHT / 2 } as unknown as RifffDrawing;
  const order = [place];
  const camera = new Camera();
  const scene: Group = rings.group;
  return {
    canvas,
    renderer,
    context: renderer.getContext() as WebGL2RenderingContext,
    draw(list, to) {
      rings.draw(place, list);
      rings.show(order);
      renderer.setRenderTarget(to);
      renderer.render(scene as never, camera);
    },
  };
}

export function geometry(look: StageLook, isClear = false): Way {
  const { canvas, context, draw } = openRings();
  return { canvas, look, isClear, draw: (list) => draw(list, null), finish: finishOf(context) };
}

const newTarget = () => new WebGLRenderTarget(WIDTH, HEIGHT, { depthBuffer: false });

/** A finish as a pass of three over the picture of the rings. */
export function pass(finish: Finish): Way {
  const { canvas, renderer, context, draw } = openRings();
  const target = newTarget();
  const corners = new BufferGeometry();
  corners.setAttribute(
    'position',
    new BufferAttribute(new Float32Array([-1, -1, 3, -1, -1, 3]), 2),
  );
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    depthTest: false,
    depthWrite: false,
    vertexShader: 'in vec2 position; void main() { gl_Position = vec4(position, 0., 1.); }',
    fragmentShader: /* glsl */ `precision highp float;
uniform sampler2D uPicture;
out vec4 outColour;
const vec2 SIZE = vec2(${WIDTH}., ${HEIGHT}.);
vec4 seen(vec2 at) { return texture(uPicture, vec2(at.x, SIZE.y - at.y) / SIZE); }
${FINISHES[finish]}
void main() { outColour = finish(vec2(gl_FragCoord.x, SIZE.y - gl_FragCoord.y)); }`,
    uniforms: { uPicture: { value: target.texture } },
  });
  const mesh = new Mesh(corners, material);
  mesh.frustumCulled = false;
  const camera = new Camera();
  return {
    canvas,
    look: 'print',
    isClear: false,
    draw(list) {
      draw(list, target);
      renderer.setRenderTarget(null);
      renderer.render(mesh as never, camera);
    },
    finish: finishOf(context),
  };
}

/** Rings on a 2D canvas in memory, as pages without a chip and until now every transparent stage draw them. */
export function canvas2d(look: StageLook, isClear = false): Way {
  const canvas = newCanvas();
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const painter = new CanvasPainter(context);
  return {
    canvas,
    look,
    isClear,
    draw(list) {
      context.clearRect(0, 0, WIDTH, HEIGHT);
      painter.draw(list, WIDTH / 2, HEIGHT / 2, 1);
    },
    finish: () => void context.getImageData(0, 0, 1, 1),
  };
}
