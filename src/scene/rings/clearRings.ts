/**
 * Rings by WebGL on a ground that is left out, in gaps and in the notch too: what a stream puts over its own picture.
 *
 * A blend has one share by which a paint covers what lies below, and it goes into alpha as it is; an eraser has to cover
 * and leave nothing. So the one draw of the rings writes two textures: inks, where ground is black, and a matte, which is
 * white for inks and black for ground. Both are blended by the share of their own alpha. A pass over the picture puts them
 * together: the inks are premultiplied already, and the matte is their alpha.
 */
import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  GLSL3,
  Mesh,
  NearestFilter,
  RawShaderMaterial,
  RedFormat,
  type Scene,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { numberOf } from '../../drawing/ringNow.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import { IS_CLEAR } from './packing.ts';
import type { PaintMesh } from './paintMesh.ts';
import { fragmentOf, vertexOf } from './ringShader.ts';

/** Rings whose ground erases, where their list says so: `vStays` is 0 where a paint does, then where its notch does. */
const ERASING_VERTEX = vertexOf(false, {
  declares: 'flat out vec2 vStays;',
  ends: /* glsl */ `vec4 hatch = texel(paint + 3);
  bool isClear = hatch.w > ${(IS_CLEAR - 0.5).toFixed(1)};
  bool isGround = look.x == ${numberOf(TOKENS.ground).toFixed(1)} && hatch.x < 0.;
  vStays = vec2(isClear && isGround ? 0. : 1., isClear ? 0. : 1.);`,
});
const ERASING = fragmentOf(false, {
  declares: 'flat in vec2 vStays;\nlayout(location = 1) out vec4 outMatte;',
  ends: /* glsl */ `outMatte = vec4(vec3(mix(vStays.x, vStays.y, slit)), 1.) * cover;
  outColour = vec4(mix(colour * vStays.x, vBehind * vStays.y, slit), 1.) * cover;`,
});

const VERTEX = /* glsl */ `
in vec2 position;
void main() {
  gl_Position = vec4(position, 0., 1.);
}`;

const FRAGMENT = /* glsl */ `
precision highp float;
uniform sampler2D uInks;
uniform sampler2D uMatte;
out vec4 outColour;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float alpha = texelFetch(uMatte, at, 0).r;
  outColour = vec4(min(texelFetch(uInks, at, 0).rgb, alpha), alpha);
}`;

export class ClearRings {
  /** What is in the scene in the place of the rings: it draws them before itself. */
  readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>;
  private readonly rings: Mesh;
  private readonly erasing: RawShaderMaterial;
  private readonly size = new Vector2();
  private readonly target = new WebGLRenderTarget(1, 1, {
    count: 2,
    depthBuffer: false,
    magFilter: NearestFilter,
    minFilter: NearestFilter,
  });

  constructor(drawn: PaintMesh) {
    this.rings = drawn.mesh;
    this.erasing = drawn.materialOf({ vertexShader: ERASING_VERTEX, fragmentShader: ERASING });
    const [inks, matte] = this.target.textures;
    matte!.format = RedFormat;
    const geometry = new BufferGeometry();
    geometry.setAttribute(
      'position',
      new BufferAttribute(new Float32Array([-1, -1, 3, -1, -1, 3]), 2),
    );
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      transparent: true,
      premultipliedAlpha: true,
      depthTest: false,
      depthWrite: false,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { uInks: { value: inks }, uMatte: { value: matte } },
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.onBeforeRender = (gl, _, camera) => this.drawRings(gl, camera);
  }

  /** Is it seen? Where not, its textures are let go. */
  show(isShown: boolean): void {
    this.mesh.visible = isShown;
    if (!isShown && this.target.width > 1) this.target.setSize(1, 1);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.erasing.dispose();
    this.target.dispose();
  }

  private drawRings(gl: WebGLRenderer, camera: Camera): void {
    const { rings, target, size } = this;
    const shown = gl.getRenderTarget();
    if (shown) size.set(shown.width, shown.height);
    else gl.getDrawingBufferSize(size);
    if (target.width !== size.x || target.height !== size.y) target.setSize(size.x, size.y);
    const { autoClear } = gl;
    const { material } = rings;
    rings.material = this.erasing;
    rings.visible = true;
    gl.autoClear = true;
    gl.setRenderTarget(target);
    // Not a scene, but rings are all that is in it.
    gl.render(rings as unknown as Scene, camera);
    gl.setRenderTarget(shown);
    gl.autoClear = autoClear;
    rings.visible = false;
    rings.material = material;
  }
}
