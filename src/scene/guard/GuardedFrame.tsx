/** Rings of a wall by WebGL: a picture is drawn out of sight, averaged by the chip, and shown once it has been counted. */
import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useLayoutEffect, useState } from 'react';
import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  GLSL3,
  Mesh,
  NearestFilter,
  NoBlending,
  RawShaderMaterial,
  Scene,
  type Texture,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import {
  showWallGround,
  type WallGround,
  wallGround,
  wallPictures,
} from '../../data/stores/wall.ts';
import { FlashGuard, GUARD_COLUMNS, GUARD_ROWS } from '../../drawing/flashGuard.ts';
import { channels } from '../../drawing/tokens.ts';
import type { RingMesh } from '../rings/ringMesh.ts';
import { WALL_GROUNDS } from './grounds.ts';

const VERTEX = /* glsl */ `
in vec2 position;
out vec2 vAt;
void main() {
  vAt = 0.5 + 0.5 * position;
  gl_Position = vec4(position, 0.0, 1.0);
}`;

const SHOW = /* glsl */ `
precision highp float;
uniform sampler2D uPicture;
in vec2 vAt;
out vec4 outInk;
void main() {
  outInk = texture(uPicture, vAt);
}`;

/** The mean of a place over the ground: sRGB, and the square root of its saturated red, as \`flashGuard.ts\` reads it. */
const AVERAGE = /* glsl */ `
precision highp float;
uniform sampler2D uPicture;
uniform vec3 uGround;
out vec4 outMean;
const vec3 BEND = vec3(0.04045);
void main() {
  ivec2 size = textureSize(uPicture, 0);
  ivec2 places = ivec2(${GUARD_COLUMNS}, ${GUARD_ROWS});
  ivec2 place = ivec2(gl_FragCoord.xy);
  ivec2 from = place * size / places;
  ivec2 to = max(from + 1, (place + 1) * size / places);
  // Of large places every second pixel each way is read, of huge ones every third.
  int stride = 1 + (to.x - from.x) / 32;
  vec4 sum = vec4(0.0);
  float count = 0.0;
  for (int y = from.y; y < to.y; y += stride) {
    for (int x = from.x; x < to.x; x += stride) {
      vec4 texel = texelFetch(uPicture, ivec2(x, y), 0);
      vec3 ink = texel.rgb + (1.0 - texel.a) * uGround;
      vec3 light = mix(ink / 12.92, pow((ink + 0.055) / 1.055, vec3(2.4)), step(BEND, ink));
      float all = light.r + light.g + light.b;
      float red = light.r >= 0.8 * all ? max(0.0, 2.0 * light.r - all) : 0.0;
      sum += vec4(light, red);
      count += 1.0;
    }
  }
  vec4 mean = sum / count;
  vec3 bent = 1.055 * pow(max(mean.rgb, 0.0001), vec3(1.0 / 2.4)) - 0.055;
  outMean = vec4(mix(mean.rgb * 12.92, bent, step(vec3(0.0031308), mean.rgb)), sqrt(mean.a));
}`;

const sharesOf = (ground: WallGround) =>
  new Vector3(...channels(WALL_GROUNDS[ground])).divideScalar(255);
const SHARES: Readonly<Record<WallGround, Vector3>> = {
  ground: sharesOf('ground'),
  night: sharesOf('night'),
  paper: sharesOf('paper'),
  clear: sharesOf('clear'),
};

const pictureTarget = () =>
  new WebGLRenderTarget(1, 1, {
    depthBuffer: false,
    magFilter: NearestFilter,
    minFilter: NearestFilter,
  });

/** A pass over the whole of what is drawn to. */
class Pass {
  private readonly picture = { value: null as Texture | null };
  readonly ground = { value: new Vector3() };
  private readonly scene = new Scene();
  private readonly camera = new Camera();
  private readonly geometry = new BufferGeometry();
  private readonly material: RawShaderMaterial;

  constructor(fragmentShader: string) {
    const corners = new Float32Array([-1, -1, 3, -1, -1, 3]);
    this.geometry.setAttribute('position', new BufferAttribute(corners, 2));
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      blending: NoBlending,
      depthTest: false,
      depthWrite: false,
      vertexShader: VERTEX,
      fragmentShader,
      uniforms: { uPicture: this.picture, uGround: this.ground },
    });
    const mesh = new Mesh(this.geometry, this.material);
    mesh.frustumCulled = false;
    this.scene.add(mesh);
    this.scene.matrixWorldAutoUpdate = false;
    this.camera.matrixWorldAutoUpdate = false;
  }

  draw(gl: WebGLRenderer, picture: Texture, to: WebGLRenderTarget | null): void {
    this.picture.value = picture;
    gl.autoClear = false;
    gl.setRenderTarget(to);
    gl.render(this.scene, this.camera);
    gl.autoClear = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}

class Guarding {
  private readonly gl: WebGLRenderer;
  private readonly context: WebGL2RenderingContext;
  private guard = new FlashGuard();
  private readonly averaging = new Pass(AVERAGE);
  private readonly showing = new Pass(SHOW);
  private readonly small = new WebGLRenderTarget(GUARD_COLUMNS, GUARD_ROWS, { depthBuffer: false });
  private readonly bytes = new Uint8Array(4 * GUARD_COLUMNS * GUARD_ROWS);
  private readonly size = new Vector2();
  /** What is seen, what the next picture is drawn to, and that of the two that has the newest one. */
  private seen = pictureTarget();
  private next = pictureTarget();
  private newest = this.seen;
  private hasSeen = false;
  /** Is what is seen on the canvas, and how large was that? */
  private isOnScreen = false;
  private screenX = 0;
  private screenY = 0;
  private buffer: WebGLBuffer | null = null;
  private fence: WebGLSync | null = null;
  /** The means of the newest picture: done with, on their way, or read and not allowed yet. */
  private means: 'done' | 'sent' | 'read' = 'done';
  private version = Number.NaN;
  private ground: WallGround = 'ground';

  constructor(gl: WebGLRenderer) {
    this.gl = gl;
    this.context = gl.getContext() as WebGL2RenderingContext;
  }

  /**
   * Draws in the place of R3F. A picture is seen one frame after it was drawn at the earliest: the chip is never waited for.
   *
   * @param version another number for another picture
   * @returns whether another frame is needed
   */
  draw(scene: Scene, camera: Camera, version: number): boolean {
    const { gl } = this;
    const ground = wallGround();
    if (ground === null || this.context.isContextLost()) return false;
    this.read();
    this.judge();
    gl.getDrawingBufferSize(this.size);
    const { x, y } = this.size;
    const { width, height } = this.newest;
    const isOther =
      version !== this.version || ground !== this.ground || width !== x || height !== y;
    if (isOther && this.means !== 'sent') {
      this.version = version;
      this.ground = ground;
      this.make(scene, camera);
      // The first one is no change.
      if (!this.hasSeen) this.show();
    }
    // The browser keeps what it shows while nothing is drawn; a canvas of another size is empty.
    if (!this.isOnScreen || x !== this.screenX || y !== this.screenY) {
      this.showing.draw(gl, this.seen.texture, null);
      this.isOnScreen = true;
      this.screenX = x;
      this.screenY = y;
    }
    return this.means !== 'done' || version !== this.version || ground !== this.ground;
  }

  /** Nothing is there any more, as when the context was lost: counting begins anew. */
  restart(): void {
    this.guard = new FlashGuard();
    this.buffer = null;
    this.fence = null;
    this.means = 'done';
    this.hasSeen = false;
    this.version = Number.NaN;
  }

  dispose(): void {
    this.forget();
    for (const one of [this.averaging, this.showing, this.small, this.seen, this.next]) {
      one.dispose();
    }
    this.restart();
  }

  /** Lets go of what the means were fetched by. */
  private forget(): void {
    this.context.deleteSync(this.fence);
    this.context.deleteBuffer(this.buffer);
    this.fence = null;
    this.buffer = null;
  }

  /** Fetches the means, if they are there by now. */
  private read(): void {
    const { context, fence } = this;
    if (!fence || context.getSyncParameter(fence, context.SYNC_STATUS) !== context.SIGNALED) return;
    context.bindBuffer(context.PIXEL_PACK_BUFFER, this.buffer);
    context.getBufferSubData(context.PIXEL_PACK_BUFFER, 0, this.bytes);
    context.bindBuffer(context.PIXEL_PACK_BUFFER, null);
    this.forget();
    this.guard.writeMeans(this.bytes);
    this.means = 'read';
  }

  /** Shows the newest picture where that is no flash too many. */
  private judge(): void {
    if (this.means !== 'read') return;
    if (!this.guard.allows(performance.now())) {
      wallPictures.held += 1;
      return;
    }
    this.means = 'done';
    if (this.seen !== this.newest) this.show();
  }

  private show(): void {
    this.next = this.seen;
    this.seen = this.newest;
    this.hasSeen = true;
    this.isOnScreen = false;
    wallPictures.shown += 1;
    showWallGround(this.ground);
  }

  /** Draws a picture and asks for its means. */
  private make(scene: Scene, camera: Camera): void {
    const { gl, size, next, context } = this;
    if (next.width !== size.x || next.height !== size.y) next.setSize(size.x, size.y);
    this.newest = next;
    gl.setRenderTarget(next);
    gl.render(scene, camera);
    this.averaging.ground.value = SHARES[this.ground];
    this.averaging.draw(gl, next.texture, this.small);
    // The framebuffer of the means is still bound.
    // Another buffer each time: of one that is written again, Chromium drops the bytes that it has at hand, and says so.
    this.buffer = context.createBuffer();
    context.bindBuffer(context.PIXEL_PACK_BUFFER, this.buffer);
    context.bufferData(context.PIXEL_PACK_BUFFER, this.bytes.length, context.STREAM_READ);
    const { RGBA, UNSIGNED_BYTE } = context;
    context.readPixels(0, 0, GUARD_COLUMNS, GUARD_ROWS, RGBA, UNSIGNED_BYTE, 0);
    context.bindBuffer(context.PIXEL_PACK_BUFFER, null);
    this.fence = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.means = 'sent';
  }
}

export interface GuardedFrameProps {
  rings: RingMesh;
  /** Told when another frame is needed. */
  frames: { goesOn: boolean };
  /** Called once it draws. */
  onThere(): void;
}

/** Draws the frames of a wall. */
export function GuardedFrame({ rings, frames, onThere }: GuardedFrameProps) {
  const gl = useThree((state) => state.gl);
  const [guarding] = useState(() => new Guarding(gl));
  useLayoutEffect(onThere, [onThere]);
  useEffect(() => {
    const canvas = gl.domElement;
    const restored = () => guarding.restart();
    canvas.addEventListener('webglcontextrestored', restored);
    return () => {
      canvas.removeEventListener('webglcontextrestored', restored);
      guarding.dispose();
    };
  }, [gl, guarding]);
  useFrame(({ scene, camera }) => {
    if (guarding.draw(scene, camera, rings.version)) frames.goesOn = true;
  }, 1);
  return null;
}
