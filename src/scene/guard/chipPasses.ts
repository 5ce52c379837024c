/**
 * What the chip does with the pictures of a wall: it averages one, hands its means over, and shows one. Plain WebGL 2, for
 * two more renders by three take a third of a millisecond a frame. What three remembers is set through its `state`.
 */
import { NearestFilter, NoBlending, Vector4, type WebGLRenderer, WebGLRenderTarget } from 'three';
import { GUARD_COLUMNS, GUARD_ROWS } from '../../drawing/flashGuard.ts';

/** A triangle that covers everything: it needs no points. */
const VERTEX = /* glsl */ `#version 300 es
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/** The mean of a place over the ground: sRGB, and the square root of its saturated red, as \`flashGuard.ts\` reads it. */
const AVERAGE = /* glsl */ `#version 300 es
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

/** A picture that three draws to, out of sight. */
export class HiddenPicture {
  readonly target = new WebGLRenderTarget(1, 1, {
    depthBuffer: false,
    magFilter: NearestFilter,
    minFilter: NearestFilter,
  });
  /** What three made for the target; null until it is bound. */
  framebuffer: WebGLFramebuffer | null = null;
  texture: WebGLTexture | null = null;

  get width(): number {
    return this.target.width;
  }

  get height(): number {
    return this.target.height;
  }

  /** Has three draw to it from now on, in device pixels. */
  bind(gl: WebGLRenderer, width: number, height: number): void {
    if (this.width !== width || this.height !== height) {
      this.target.setSize(width, height);
      this.forget();
    }
    gl.setRenderTarget(this.target);
    if (this.framebuffer) return;
    const context = gl.getContext() as WebGL2RenderingContext;
    const { FRAMEBUFFER, COLOR_ATTACHMENT0, FRAMEBUFFER_ATTACHMENT_OBJECT_NAME: NAME } = context;
    this.framebuffer = context.getParameter(context.FRAMEBUFFER_BINDING);
    this.texture = context.getFramebufferAttachmentParameter(FRAMEBUFFER, COLOR_ATTACHMENT0, NAME);
  }

  /** What three made is gone. */
  forget(): void {
    this.framebuffer = null;
    this.texture = null;
  }
}

/** @throws where the chip cannot do it */
function linked(context: WebGL2RenderingContext): WebGLProgram {
  const program = context.createProgram();
  const shaders = [
    [context.VERTEX_SHADER, VERTEX],
    [context.FRAGMENT_SHADER, AVERAGE],
  ] as const;
  for (const [kind, source] of shaders) {
    const shader = context.createShader(kind)!;
    context.shaderSource(shader, source);
    context.compileShader(shader);
    context.attachShader(program, shader);
    context.deleteShader(shader);
  }
  context.linkProgram(program);
  const isLinked = context.getProgramParameter(program, context.LINK_STATUS);
  // What is not averaged would seem to stand still, and all of it would be shown.
  if (!isLinked && !context.isContextLost()) {
    throw new Error(`Pictures cannot be averaged: ${context.getProgramInfoLog(program)}`);
  }
  return program;
}

/** Lives as long as the context does. */
export class ChipPasses {
  private readonly gl: WebGLRenderer;
  private readonly context: WebGL2RenderingContext;
  private readonly program: WebGLProgram;
  private readonly groundAt: WebGLUniformLocation | null;
  /** The ground that the program has. */
  private ground: Float32Array | null = null;
  private readonly small: WebGLFramebuffer;
  private readonly pixels: WebGLRenderbuffer;
  private readonly places = new Vector4(0, 0, GUARD_COLUMNS, GUARD_ROWS);
  /** RGBA of each place, as the shader writes them. The same array each time. */
  readonly means = new Uint8Array(4 * GUARD_COLUMNS * GUARD_ROWS);
  private buffer: WebGLBuffer | null = null;
  private fence: WebGLSync | null = null;

  constructor(gl: WebGLRenderer) {
    this.gl = gl;
    const context = gl.getContext() as WebGL2RenderingContext;
    this.context = context;
    this.program = linked(context);
    this.groundAt = context.getUniformLocation(this.program, 'uGround');
    const { FRAMEBUFFER, RENDERBUFFER } = context;
    this.small = context.createFramebuffer();
    this.pixels = context.createRenderbuffer();
    gl.state.bindFramebuffer(FRAMEBUFFER, this.small);
    context.bindRenderbuffer(RENDERBUFFER, this.pixels);
    context.renderbufferStorage(RENDERBUFFER, context.RGBA8, GUARD_COLUMNS, GUARD_ROWS);
    context.framebufferRenderbuffer(
      FRAMEBUFFER,
      context.COLOR_ATTACHMENT0,
      RENDERBUFFER,
      this.pixels,
    );
    gl.setRenderTarget(null);
  }

  /**
   * Averages the picture that three has just drawn, and asks for its means. Three draws to the canvas from then on.
   *
   * @param ground red, green and blue behind it, 0–1. Another array for another ground.
   */
  average(picture: HiddenPicture, ground: Float32Array): void {
    const { gl, context } = this;
    const { state } = gl;
    state.setBlending(NoBlending);
    state.disable(context.DEPTH_TEST);
    state.disable(context.CULL_FACE);
    state.buffers.color.setMask(true);
    // biome-ignore lint/correctness/useHookAtTopLevel: of three, not of React
    state.useProgram(this.program);
    state.bindFramebuffer(context.FRAMEBUFFER, this.small);
    state.viewport(this.places);
    state.bindTexture(context.TEXTURE_2D, picture.texture!, context.TEXTURE0);
    if (ground !== this.ground) context.uniform3fv(this.groundAt, ground);
    this.ground = ground;
    // No attribute is read, so the arrays that three has bound may stay.
    context.drawArrays(context.TRIANGLES, 0, 3);
    this.ask();
    gl.setRenderTarget(null);
  }

  /** Fetches the means. @returns whether they are there: the chip is never waited for */
  fetch(): boolean {
    const { context, fence, buffer } = this;
    if (!fence || context.getSyncParameter(fence, context.SYNC_STATUS) !== context.SIGNALED) {
      return false;
    }
    context.bindBuffer(context.PIXEL_PACK_BUFFER, buffer);
    context.getBufferSubData(context.PIXEL_PACK_BUFFER, 0, this.means);
    context.bindBuffer(context.PIXEL_PACK_BUFFER, null);
    this.forget();
    return true;
  }

  /** Copies a picture to the canvas. @param width of the canvas in device pixels */
  show(picture: HiddenPicture, width: number, height: number): void {
    const { context } = this;
    // Three knows of the canvas as what is drawn to, and of nothing that is read.
    context.bindFramebuffer(context.READ_FRAMEBUFFER, picture.framebuffer);
    context.blitFramebuffer(
      0,
      0,
      picture.width,
      picture.height,
      0,
      0,
      width,
      height,
      context.COLOR_BUFFER_BIT,
      context.NEAREST,
    );
    context.bindFramebuffer(context.READ_FRAMEBUFFER, null);
  }

  dispose(): void {
    const { context } = this;
    this.forget();
    context.deleteProgram(this.program);
    context.deleteFramebuffer(this.small);
    context.deleteRenderbuffer(this.pixels);
  }

  private ask(): void {
    const { context } = this;
    const { PIXEL_PACK_BUFFER, RGBA, UNSIGNED_BYTE } = context;
    // Another buffer each time: of one that is written again, Chromium drops the bytes that it has at hand, and says so.
    this.buffer = context.createBuffer();
    context.bindBuffer(PIXEL_PACK_BUFFER, this.buffer);
    context.bufferData(PIXEL_PACK_BUFFER, this.means.length, context.STREAM_READ);
    context.readPixels(0, 0, GUARD_COLUMNS, GUARD_ROWS, RGBA, UNSIGNED_BYTE, 0);
    context.bindBuffer(PIXEL_PACK_BUFFER, null);
    this.fence = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0);
  }

  /** Lets go of what the means are fetched by. */
  private forget(): void {
    this.context.deleteSync(this.fence);
    this.context.deleteBuffer(this.buffer);
    this.fence = null;
    this.buffer = null;
  }
}
