/**
 * Lines and discs of a map on the graphics chip: buffers hold where they stand on the map, and a frame changes only what is
 * seen of it. Steps along time come as whole steps and a rest, so that 32 bits are exact thousands of steps from the oldest.
 */
import { Buffer, BufferUsage, Geometry, GlProgram, Shader, UniformGroup } from 'pixi.js';
import { type MapScale, middleOf } from '../../data/rules/jam/map/mapView.ts';
import type { HistoryMap } from '../../data/stores/historyMap.ts';
import { channels, TOKENS } from '../../drawing/tokens.ts';

/** `0xRRGGBB` or `#RRGGBB` as three numbers, 0–1. */
export const inkOf = (colour: string): [number, number, number] =>
  channels(colour).map((channel) => channel / 255) as [number, number, number];

const HEAD = `#version 300 es
precision highp float;
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;
// Whole steps and the rest of the middle of the view, its row, and pixels for a step.
uniform vec4 uView;
// The middle of the box, a disc and a row, in pixels.
uniform vec4 uBox;
vec2 seen(vec2 place) {
  float x = (place.x - uView.x - uView.y) * uView.w + uBox.x;
  return vec2(x, (place.y - uView.z) * uBox.w + uBox.y);
}
vec4 onScreen(vec2 at) {
  mat3 all = uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix;
  return vec4((all * vec3(at, 1.0)).xy, 0.0, 1.0);
}
`;

// The same as linePoints of rules/jam/map/mapLines.ts.
const LINE_VERTEX = `${HEAD}
in vec2 aPosition;
in vec4 aEnds;
in vec3 aPart;
uniform vec4 uInk;
uniform vec4 uShares;
out float vAcross;
out float vAlong;
flat out float vDots;
flat out float vShare;
void main() {
  vec2 from = seen(aEnds.xy);
  vec2 to = seen(aEnds.zw);
  float far = to.x - from.x;
  float free = min(0.5 * uBox.z, far / 4.0);
  float high = abs(to.y - from.y);
  float across = high < 0.01 ? 0.0 : min(high, max(0.0, far - 2.0 * free));
  float turn = aPart.y > 0.5 ? to.x - free - across : from.x + free;
  vec2 a = from;
  vec2 b = to;
  if (aPart.x < 0.5) b = vec2(turn, from.y);
  else if (aPart.x < 1.5) {
    a = vec2(turn, from.y);
    b = vec2(turn + across, to.y);
  } else if (aPart.x < 2.5) a = vec2(turn + across, to.y);
  vec2 way = b - a;
  float size = length(way);
  vec2 ahead = size > 0.001 ? way / size : vec2(1.0, 0.0);
  float middle = 0.5 * uInk.w;
  vec2 aside = vec2(-ahead.y, ahead.x) * aPosition.y * (middle + 1.0);
  vec2 at = mix(a - ahead * middle, b + ahead * middle, aPosition.x) + aside;
  vAcross = aPosition.y * (middle + 1.0);
  vAlong = aPosition.x * size;
  vDots = aPart.z;
  vShare = abs(aPart.x - 1.0) < 0.5 ? uShares.y : uShares.x;
  gl_Position = onScreen(at);
  // From far away thousands lie on each other: of lines across rows some are enough for their shade.
  bool isSpare = abs(aPart.x - 1.0) < 0.5 && fract(aEnds.z * 0.618) > clamp(3.0 * uView.w, 0.2, 1.0);
  if (isSpare) gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
}`;

const LINE_FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 uInk;
in float vAcross;
in float vAlong;
flat in float vDots;
flat in float vShare;
uniform vec4 uGround;
out vec4 finalColor;
void main() {
  float inside = clamp(0.5 * uInk.w - abs(vAcross) + 0.5, 0.0, 1.0);
  if (vDots > 0.5) inside *= step(mod(vAlong, 6.0), 1.5);
  finalColor = vec4(mix(uGround.rgb, uInk.rgb, vShare) * inside, inside);
}`;

const DISC_VERTEX = `${HEAD}
in vec2 aPosition;
in vec2 aPlace;
in vec2 aShift;
in vec4 aShape;
in vec3 aInk;
uniform vec4 uGround;
out vec2 vAt;
flat out vec4 vShape;
flat out vec3 vInk;
void main() {
  float radius = max(0.75, 0.5 * aShape.x * uBox.z + aShape.y);
  float rim = aShape.z > 0.0 || aShape.w < 0.0 ? 0.0 : uGround.w;
  vAt = aPosition * (radius + rim + 1.0);
  vShape = vec4(radius, aShape.z, aShape.w, rim);
  vInk = aInk;
  gl_Position = onScreen(seen(aPlace) + aShift + vAt);
}`;

const DISC_FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 uGround;
in vec2 vAt;
flat in vec4 vShape;
flat in vec3 vInk;
out vec4 finalColor;
void main() {
  float far = length(vAt);
  float inside = clamp(vShape.x - far + 0.5, 0.0, 1.0);
  if (vShape.y > 0.0) {
    inside *= clamp(far - vShape.x + vShape.y + 0.5, 0.0, 1.0);
    if (vShape.z > 0.0) inside *= step(fract(atan(vAt.y, vAt.x) / 6.2831853 * vShape.z), 0.5);
    finalColor = vec4(vInk * inside, inside);
    return;
  }
  float all = clamp(vShape.x + vShape.w - far + 0.5, 0.0, 1.0);
  finalColor = vec4(mix(uGround.rgb, vInk, inside) * all, all);
}`;

const linesProgram = GlProgram.from({
  vertex: LINE_VERTEX,
  fragment: LINE_FRAGMENT,
  name: 'map-lines',
});
const discsProgram = GlProgram.from({
  vertex: DISC_VERTEX,
  fragment: DISC_FRAGMENT,
  name: 'map-discs',
});

/** What is seen of the map, for all its meshes. */
export class SeenMap {
  private readonly view = new Float32Array(4);
  private readonly box = new Float32Array(4);
  readonly group = new UniformGroup({
    uView: { value: this.view, type: 'vec4<f32>' },
    uBox: { value: this.box, type: 'vec4<f32>' },
  });

  take({ view, box }: HistoryMap, { discPx, lanePx }: MapScale): void {
    const whole = Math.floor(view.x);
    this.view[0] = whole;
    this.view[1] = view.x - whole;
    this.view[2] = view.y;
    this.view[3] = view.zoom;
    this.box[0] = box.widthPx / 2;
    this.box[1] = middleOf(box);
    this.box[2] = discPx;
    this.box[3] = lanePx;
  }
}

/** Instances of one quad, each of some numbers. */
class Instances {
  readonly geometry: Geometry;
  private readonly buffer: Buffer;

  /** @param corners of the quad @param parts names of its attributes, and how many numbers each has, in their order */
  constructor(corners: number[], parts: readonly (readonly [name: string, count: 2 | 3 | 4])[]) {
    const stride = 4 * parts.reduce((sum, [, count]) => sum + count, 0);
    this.buffer = new Buffer({
      data: new Float32Array(stride / 4),
      usage: BufferUsage.VERTEX | BufferUsage.COPY_DST,
    });
    const { buffer } = this;
    let offset = 0;
    const attributes = Object.fromEntries(
      parts.map(([name, count]) => {
        const format = `float32x${count}` as const;
        const attribute = { buffer, format, stride, offset, instance: true };
        offset += 4 * count;
        return [name, attribute];
      }),
    );
    this.geometry = new Geometry({
      attributes: { aPosition: { buffer: corners, format: 'float32x2' }, ...attributes },
      indexBuffer: [0, 1, 2, 2, 1, 3],
      instanceCount: 0,
    });
  }

  /** Shows other instances. The array is kept, and read again where the context comes back. */
  set(data: Float32Array, count: number): void {
    if (this.buffer.data === data) this.buffer.update();
    else this.buffer.data = data;
    this.geometry.instanceCount = count;
  }
}

/** Numbers of a piece of a line: its ends, and which piece it is, where it turns, whether it is dotted. */
export const LINE_FLOATS = 7;
/** Numbers of a disc: place, shift, shape, ink. */
export const DISC_FLOATS = 11;

/** Lines of one ink and width. */
export class LineMesh {
  private readonly instances = new Instances(
    [0, -1, 1, -1, 0, 1, 1, 1],
    [
      ['aEnds', 4],
      ['aPart', 3],
    ],
  );
  private readonly ink: Float32Array;
  private readonly shares = new Float32Array([1, 1, 0, 0]);
  readonly geometry = this.instances.geometry;
  readonly shader: Shader;

  constructor(seen: SeenMap, colour: string) {
    this.ink = new Float32Array([...inkOf(colour), 1]);
    const line = new UniformGroup({
      uInk: { value: this.ink, type: 'vec4<f32>' },
      uShares: { value: this.shares, type: 'vec4<f32>' },
      uGround: { value: new Float32Array([...inkOf(TOKENS.ground), 0]), type: 'vec4<f32>' },
    });
    this.shader = new Shader({ glProgram: linesProgram, resources: { seen: seen.group, line } });
  }

  /** Takes a width in CSS pixels, and the shares of its ink along rows and across them. */
  look(widthPx: number, [row, across]: readonly [number, number]): void {
    this.ink[3] = widthPx;
    this.shares[0] = row;
    this.shares[1] = across;
  }

  set(data: Float32Array, count: number): void {
    this.instances.set(data, count);
  }
}

/** Discs and circles. */
export class DiscMesh {
  private readonly instances = new Instances(
    [-1, -1, 1, -1, -1, 1, 1, 1],
    [
      ['aPlace', 2],
      ['aShift', 2],
      ['aShape', 4],
      ['aInk', 3],
    ],
  );
  private readonly ground = new Float32Array([...inkOf(TOKENS.ground), 0]);
  readonly geometry = this.instances.geometry;
  readonly shader: Shader;

  constructor(seen: SeenMap) {
    const ground = new UniformGroup({ uGround: { value: this.ground, type: 'vec4<f32>' } });
    this.shader = new Shader({ glProgram: discsProgram, resources: { seen: seen.group, ground } });
  }

  /** Ground round each disc that is filled. */
  set rimPx(width: number) {
    this.ground[3] = width;
  }

  set(data: Float32Array, count: number): void {
    this.instances.set(data, count);
  }
}
