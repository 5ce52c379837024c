/** A bare WebGL 2 host of the ring drawing: one program, four textures, one quad. */
import { SPECTRUM_BINS, TELEMETRY_ROWS } from '../audio/telemetry.ts';
import { CATEGORIES, CATEGORY_SLUGS } from '../data/contract/categories.ts';
import { RING_FRAGMENT, RING_TEXELS, RING_VERTEX, RINGS } from '../drawing/shader.ts';
import { channels, TOKENS } from '../drawing/tokens.ts';
import {
  ENVELOPE_BINS,
  instanceOf,
  PROFILE_ROWS,
  PROFILE_WIDTH,
  type Scene,
  writeEnvelopes,
  writeProfiles,
  writeRings,
} from './ringRows.ts';

/** Attributes after `position`, in the order of the instance. */
const INSTANCE = ['iPlace', 'iState', 'iShape', 'iLines', 'iDot'] as const;
const TEXTURES = ['uProfile', 'uRings', 'uEnvelope', 'uSpectrum'] as const;

const colour = (hex: string) => channels(hex).map((value) => value / 255);

function compile(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type)!;
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

/** Throws when the browser cannot run the shader. */
function link(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, RING_VERTEX));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, RING_FRAGMENT));
  // Position is the one attribute that comes from a buffer, and location 0 has to.
  gl.bindAttribLocation(program, 0, 'position');
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(`The rings cannot be drawn: ${gl.getProgramInfoLog(program)}`);
  }
  return program;
}

/** A texture of its own on each unit, in the order of `TEXTURES`. */
function makeTextures(gl: WebGL2RenderingContext): void {
  const linear = [gl.LINEAR, gl.NEAREST, gl.LINEAR, gl.LINEAR];
  TEXTURES.forEach((_, unit) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, linear[unit]!);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, linear[unit]!);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, unit === 2 ? gl.REPEAT : gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  });
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
}

/** Draws scenes on a canvas. Call `dispose` when it is no longer needed: contexts are few. */
export class GlHost {
  readonly gl: WebGL2RenderingContext;
  private readonly uniforms: Record<'uSize' | 'uPhase', WebGLUniformLocation | null>;
  private readonly attributes: readonly number[];
  private readonly profiles = new Float32Array(PROFILE_WIDTH * PROFILE_ROWS * 4);
  private readonly envelopes = new Uint8Array(ENVELOPE_BINS * RINGS).fill(128);
  private readonly rings = new Float32Array(RINGS * RING_TEXELS * 4);

  /** Throws where WebGL 2 is missing. */
  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext('webgl2', { alpha: true, antialias: false, depth: false });
    if (!gl) throw new Error('WebGL 2 is not there');
    this.gl = gl;
    const program = link(gl);
    // biome-ignore lint/correctness/useHookAtTopLevel: WebGL, not React
    gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    const corners = new Float32Array([-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0]);
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    makeTextures(gl);
    const at = (name: string) => gl.getUniformLocation(program, name);
    TEXTURES.forEach((name, unit) => {
      gl.uniform1i(at(name), unit);
    });
    gl.uniform3fv(
      at('uInk'),
      CATEGORY_SLUGS.flatMap((slug) => colour(CATEGORIES[slug].ink)),
    );
    gl.uniform3fv(at('uGround'), colour(TOKENS.ground));
    gl.uniform3fv(at('uPaper'), colour(TOKENS.paper));
    gl.uniform3fv(at('uEdge'), colour(TOKENS.edge));
    this.uniforms = { uSize: at('uSize'), uPhase: at('uPhase') };
    this.attributes = INSTANCE.map((name) => gl.getAttribLocation(program, name));
    this.sendSpectrum(new Uint8Array(SPECTRUM_BINS * TELEMETRY_ROWS));
  }

  /** Sends what changes with the rifff, its size or the focus. */
  prepare(scene: Scene): void {
    const { gl } = this;
    writeProfiles(scene, this.profiles);
    gl.activeTexture(gl.TEXTURE0);
    gl.texImage2D(
      gl.TEXTURE_2D,
      0,
      gl.RGBA16F,
      PROFILE_WIDTH,
      PROFILE_ROWS,
      0,
      gl.RGBA,
      gl.FLOAT,
      this.profiles,
    );
    writeEnvelopes(scene, this.envelopes);
    this.sendBytes(2, ENVELOPE_BINS, RINGS, this.envelopes);
  }

  /** Sends the live spectra. @param spectrum rows of telemetry */
  sendSpectrum(spectrum: Uint8Array): void {
    this.sendBytes(3, SPECTRUM_BINS, TELEMETRY_ROWS, spectrum);
  }

  private sendBytes(unit: number, width: number, height: number, bytes: Uint8Array): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.texImage2D(
      gl.TEXTURE_2D,
      0,
      gl.R8,
      width,
      height,
      0,
      gl.RED,
      gl.UNSIGNED_BYTE,
      bytes as Uint8Array<ArrayBuffer>,
    );
  }

  /** Draws one frame. @param phase phase of the notch, −1 for none */
  draw(scene: Scene, centrePx: { x: number; y: number }, phase: number, isLive: boolean): void {
    const { gl } = this;
    const { width, height } = gl.canvas;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    writeRings(scene, this.rings);
    gl.activeTexture(gl.TEXTURE1);
    gl.texImage2D(
      gl.TEXTURE_2D,
      0,
      gl.RGBA32F,
      RINGS * RING_TEXELS,
      1,
      0,
      gl.RGBA,
      gl.FLOAT,
      this.rings,
    );
    gl.uniform2f(this.uniforms.uSize, width, height);
    gl.uniform1f(this.uniforms.uPhase, phase);
    instanceOf(scene, centrePx, phase, isLive).forEach((values, at) => {
      gl.vertexAttrib4fv(this.attributes[at]!, values);
    });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  /** Gives the context back. */
  dispose(): void {
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}
