/**
 * Names in space: labels on those who stand in the row that one looks at, as one instanced draw over the
 * crowd. A label faces the eye and keeps the size of its type, however far away it is.
 */
import {
  type DataTexture,
  DynamicDrawUsage,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type IUniform,
  Mesh,
  RawShaderMaterial,
  Vector2,
} from 'three';
import type { CrowdView } from '../../drawing/arcade/crowd.ts';
import { LABEL_UP, labelShare } from '../../drawing/arcade/naming.ts';
import { PLACE_FLOATS } from '../../drawing/arcade/space.ts';
import { channels, TOKENS } from '../../drawing/tokens.ts';
import type { CrowdChoice, CrowdPicture } from './crowdChoice.ts';
import { NAME_FLOATS, NameSheet } from './nameSheet.ts';

/** Labels at once: the widest window has a dozen in two rows. */
const MOST = 48;
/** Numbers of a label: its place in space and its share of its size, then its place on the sheet. */
const LABEL_FLOATS = 4;

const colour = (token: string) =>
  `vec3(${channels(token)
    .map((value) => (value / 255).toFixed(6))
    .join(', ')})`;

const VERTEX = /* glsl */ `
precision highp float;
precision highp sampler2D;
uniform mat4 projectionMatrix;
uniform mat4 modelViewMatrix;
uniform sampler2D uSheet;
uniform vec2 uSize;           // of the picture in device pixels
uniform float uScale;         // device pixels of a pixel of the sheet
in vec4 iPlace;               // in space, share of its size
in vec4 iName;                // left, top, width and height on the sheet
out vec2 vAway;               // from the middle, in device pixels
out vec2 vSheet;
flat out vec2 vHalf;
void main() {
  vec4 centre = projectionMatrix * (modelViewMatrix * vec4(iPlace.xyz, 1.));
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2. - 1.;
  vHalf = iName.zw * (.5 * uScale * iPlace.w);
  vec2 middle = (centre.xy / centre.w * .5 + .5) * uSize;
  // Letters stand on whole pixels.
  middle = floor(middle - vHalf + .5) + vHalf;
  vAway = corner * (vHalf + .5);
  vec2 share = corner * (vHalf + .5) / vHalf * vec2(.5, -.5) + .5;
  vSheet = (iName.xy + share * iName.zw) / vec2(textureSize(uSheet, 0));
  gl_Position = vec4(((middle + vAway) / uSize * 2. - 1.) * centre.w, centre.zw);
}`;

const FRAGMENT = /* glsl */ `
precision highp float;
precision highp sampler2D;
uniform sampler2D uSheet;
in vec2 vAway;
in vec2 vSheet;
flat in vec2 vHalf;
out vec4 outColour;
void main() {
  vec2 beyond = max(abs(vAway) - (vHalf - vHalf.y), 0.);
  float cover = clamp(vHalf.y - length(beyond) + .5, 0., 1.);
  float letter = texture(uSheet, vSheet).r;
  outColour = vec4(mix(${colour(TOKENS.ground)}, ${colour(TOKENS.paper)}, letter), 1.) * cover;
}`;

export class NameMesh {
  readonly sheet = new NameSheet();
  readonly mesh: Mesh;
  private readonly geometry = new InstancedBufferGeometry();
  private readonly material: RawShaderMaterial;
  private readonly places = this.attach('iPlace');
  private readonly names = this.attach('iName');
  private readonly texture: IUniform<DataTexture> = { value: this.sheet.texture };
  private readonly size = { value: new Vector2(1, 1) };
  private readonly scale = { value: 1 };
  private dpr = 1;

  constructor() {
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      premultipliedAlpha: true,
      depthTest: false,
      depthWrite: false,
      uniforms: { uSheet: this.texture, uSize: this.size, uScale: this.scale },
    });
    this.geometry.setIndex([0, 1, 2, 2, 1, 3]);
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** @param width of the canvas in CSS pixels */
  resized(width: number, height: number, dpr: number): void {
    this.size.value.set(width * dpr, height * dpr);
    this.dpr = dpr;
  }

  /** Puts the labels where their discs are. @param places in space, as `CrowdSpace` has them */
  show(choice: CrowdChoice<CrowdPicture>, places: Float32Array, view: CrowdView): void {
    const { sheet } = this;
    const { seen, count } = choice;
    const [to, named] = [this.places.array, this.names.array];
    this.texture.value = sheet.texture;
    this.scale.value = this.dpr / sheet.dpr;
    let labels = 0;
    // The one in front outgrows its label when it comes forward: its name then stands under it.
    for (let at = 0; at < count && labels < MOST; at++) {
      const name = seen.rifff[at]! * NAME_FLOATS;
      const width = (sheet.places[name + 2] ?? 0) / sheet.dpr;
      const share = labelShare(view, seen.full[at]!, seen.x[at]!, seen.radius[at]!, width);
      if (share === 0) continue;
      const label = labels * LABEL_FLOATS;
      const from = at * PLACE_FLOATS;
      to[label] = places[from]!;
      to[label + 1] = places[from + 1]! + LABEL_UP * places[from + 3]!;
      to[label + 2] = places[from + 2]!;
      to[label + 3] = share;
      for (let n = 0; n < NAME_FLOATS; n++) named[label + n] = sheet.places[name + n]!;
      labels += 1;
    }
    this.geometry.instanceCount = labels;
    this.mesh.visible = labels > 0;
    if (labels === 0) return;
    this.places.needsUpdate = true;
    this.names.needsUpdate = true;
  }

  dispose(): void {
    this.sheet.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }

  private attach(name: string): InstancedBufferAttribute {
    const numbers = new Float32Array(MOST * LABEL_FLOATS);
    const attribute = new InstancedBufferAttribute(numbers, LABEL_FLOATS);
    this.geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
    return attribute;
  }
}
