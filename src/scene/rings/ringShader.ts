/**
 * Fills paints (src/drawing/paintList.ts) with a feathered edge.
 *
 * A paint is `PAINT_TEXELS` texels of `uPoints`, written by `writePaint`, and its points, two a texel. An instance is
 * up to `SEGMENTS` chords of one paint: a strip of `SEGMENTS + 1` columns with four rows each, from the hole (or the
 * radius that later paints cover) half a pixel inwards and outwards to the edge half a pixel inwards and outwards.
 * All lengths in device pixels, x right and y down.
 */
import { channels, TOKENS } from '../../drawing/tokens.ts';
import { NO_SLIT, ROW_TEXELS } from './packing.ts';

/** Rows of a column. */
export const ROWS = 4;

const TAU = 2 * Math.PI;
const GROUND = channels(TOKENS.ground).map((value) => (value / 255).toFixed(6));

/**
 * What differs where pictures stand in space, a crowd: `uDiscs` holds for each of them its place and how long a pixel of
 * its picture is there, then the way of its notch, half its width and its fog. Pictures face the eye.
 */
const PLACED = /* glsl */ `
uniform sampler2D uDiscs;
uniform mat4 projectionMatrix;
uniform mat4 modelViewMatrix;
in vec4 iPart;                // texel of the paint, its first chord, chords, disc
flat out float vFog;
float unit = 1.;              // device pixels of a picture's pixel
float scale = 1.;             // of its other lengths, which are pixels of the picture too`;
const ALONE = /* glsl */ `
in vec3 iPart;                // texel of the paint, its first chord, chords
float unit = 1.;
const float scale = 1.;       // lengths of paints are device pixels`;
const PLACE_DISC = /* glsl */ `
  vec4 disc = texelFetch(uDiscs, ivec2(0, int(iPart.w)), 0);
  vec4 turn = texelFetch(uDiscs, ivec2(1, int(iPart.w)), 0);
  vec4 centre = projectionMatrix * (modelViewMatrix * vec4(disc.xyz, 1.));
  unit = disc.w * projectionMatrix[1][1] * uSize.y * .5 / centre.w;
  scale = unit;
  vFog = turn.w;`;

const HEAD = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D uPoints;
vec4 texel(int at) {
  return texelFetch(uPoints, ivec2(at & ${ROW_TEXELS - 1}, at >> ${Math.log2(ROW_TEXELS)}), 0);
}
vec3 ink(float number) {
  int one = int(number);
  return vec3(ivec3(one >> 16, one >> 8, one) & 255) / 255.;
}
`;

const SEEN_IN_SPACE = /* glsl */ `vec2 away = (place.xy * scale + vPlace) / uSize * 2. * centre.w;
  gl_Position = vec4(centre.x + away.x, centre.y - away.y, centre.zw);`;
const SEEN_ON_PAGE = /* glsl */ `vec2 clip = (place.xy + vPlace) / uSize * 2. - 1.;
  gl_Position = vec4(clip.x, -clip.y, 0., 1.);`;

/** What is added to a stage: after its declarations, and at its end. */
export interface ShaderParts {
  readonly declares: string;
  readonly ends: string;
}

/** Vertex stage: finds a point, the way across the outline there, and moves it by half a pixel. */
export const vertexOf = (
  isPlaced: boolean,
  { declares, ends }: ShaderParts,
) => /* glsl */ `${HEAD}${isPlaced ? PLACED : ALONE}
uniform vec2 uSize;           // of the picture
uniform float uDpr;
out vec2 vPlace;              // from the paint's centre
out float vCover;
flat out vec3 vInk;
flat out vec3 vSlit;          // the way that the notch points, half its width
flat out vec3 vBehind;        // what is seen in it
flat out int vMore;           // texel of the paint if there is more than an ink to it, else −1
${declares}
const float FEATHER = .5;
const float NO_SLIT = ${NO_SLIT.toFixed(1)};
const float BLUNT = 1.;       // farthest that a corner is moved on its blunt side, and on its sharp one
const float SHARP = 8.;
const float SAME = .25;       // points that are nearer than this are one
vec2 point(int first, int count, int at) {
  int which = first + (at < 0 ? at + count : at >= count ? at - count : at);
  vec4 two = texel(which >> 1);
  return ((which & 1) == 0 ? two.xy : two.zw) * unit;
}
// A point of an outline, moved across it by half a pixel: outwards for a side of 1, inwards for −1.
vec2 beside(int first, int count, int at, float side) {
  vec2 here = point(first, count, at);
  vec2 before = here - point(first, count, at - 1);
  vec2 after = point(first, count, at + 1) - here;
  // Both ends of a radial cut stand at one angle, as at twelve o'clock the last point and the first, and may be one.
  if (dot(before, before) < SAME * SAME) before = here - point(first, count, at - 2);
  if (dot(after, after) < SAME * SAME) after = point(first, count, at + 2) - here;
  float longBefore = length(before);
  float longAfter = length(after);
  if (max(longBefore, longAfter) < 1e-4) return here + side * FEATHER * normalize(here + 1e-6);
  vec2 n = vec2(before.y, -before.x) / max(longBefore, 1e-4);
  vec2 m = vec2(after.y, -after.x) / max(longAfter, 1e-4);
  if (longBefore < 1e-4) n = m;
  if (longAfter < 1e-4) m = n;
  vec2 middle = n + m;
  float twice = length(middle);
  middle = twice > 1e-3 ? middle / twice : n;
  bool isSharp = (before.x * after.y - before.y * after.x) * side < 0.;
  float most = isSharp ? clamp(min(longBefore, longAfter), FEATHER, SHARP) : BLUNT;
  return here + side * middle * min(FEATHER * 2. / max(twice, 1e-3), most);
}
void main() {${isPlaced ? PLACE_DISC : '\n  unit = uDpr;'}
  int paint = int(iPart.x);
  int row = gl_VertexID & ${ROWS - 1};
  int at = int(iPart.y) + min(gl_VertexID >> ${Math.log2(ROWS)}, int(iPart.z));
  vec4 place = texel(paint);  // centre, first point, points
  vec4 low = texel(paint + 1); // first point of the hole or −1, inner radius, ± 1 + ink in the notch, turn
  vec4 look = texel(paint + 2); // ink, and the notch
  int count = int(place.w);
  int first = int(place.z);
  at = at >= count ? 0 : at;
  vCover = row == 0 || row == 3 ? 0. : 1.;
  if (row >= 2) vPlace = beside(first, count, at, row == 3 ? 1. : -1.);
  else if (low.x >= 0.) vPlace = beside(int(low.x), count, at, row == 1 ? 1. : -1.);
  else {
    vec2 edge = point(first, count, at);
    float radius = length(edge);
    vPlace = edge * min(1., low.y * scale / max(radius, 1e-3));
  }
  vInk = ink(look.x);
  vSlit = ${isPlaced ? 'texel(paint + 3).w > .5 ? turn.xyz : vec3(0., 0., NO_SLIT)' : 'look.yzw'};
  vBehind = ink(abs(low.z) - 1.);
  vMore = low.z > 0. ? paint : -1;
  ${ends}
  ${isPlaced ? SEEN_IN_SPACE : SEEN_ON_PAGE}
}`;

const NOTHING = { declares: '', ends: '' };
export const RING_VERTEX = vertexOf(false, NOTHING);
/** The same, with every picture in the place in space that its disc has. */
export const CROWD_VERTEX = vertexOf(true, NOTHING);

/** Fragment stage: ink, hatch, what part of the circle is there, and the notch. */
export const fragmentOf = (
  isPlaced: boolean,
  { declares, ends }: ShaderParts,
) => /* glsl */ `${HEAD}${isPlaced ? 'uniform float uDpr;\nflat in float vFog;' : 'const float uDpr = 1.;'}
in vec2 vPlace;
in float vCover;
flat in vec3 vInk;
flat in vec3 vSlit;
flat in vec3 vBehind;
flat in int vMore;
layout(location = 0) out vec4 outColour;
${declares}
const float TAU = ${TAU.toFixed(8)};
const vec3 GROUND = vec3(${GROUND.join(', ')});
// An if whose body is really left out: software rasterisers run both sides of a plain one.
#define WHEN(condition) for (int once = (condition) ? 1 : 0; once > 0; once--)
// How much of a place lies in a sector, so many turns long; negative turns are all but those.
float sector(float into, float turns, float around) {
  float far = abs(fract(into - abs(turns) * .5 + .5) - .5);
  float share = clamp((abs(turns) * .5 - far) * around + .5, 0., 1.);
  share = abs(turns) < 1. ? share : 1.;
  return turns < 0. ? 1. - share : share;
}
float turnOf(vec2 place) { return atan(place.x, -place.y) / TAU; }
void main() {
  vec3 colour = vInk;
  float cover = vCover;
  WHEN(vMore >= 0) {
    vec4 hatch = texel(vMore + 3);  // ink or −1, width, step
    vec4 part = texel(vMore + 4);   // sector from, turns, dashes, share of each
    vec4 clip = texel(vMore + 5);   // from, turns, the paint's centre from the rifff's
    float turn = turnOf(vPlace);
    float around = length(vPlace) * TAU;
    WHEN(hatch.x >= 0.) {
      // Whole pixels, so that all lines are alike.
      float most = max(2., floor(hatch.z * uDpr + .5));
      float wide = hatch.y * uDpr;
      float far = abs(mod(vPlace.x - vPlace.y, most) - most * .5) * ${Math.SQRT1_2};
      float line = clamp(wide * .5 - far + .5, 0., 1.) * min(1., wide);
      colour = mix(colour, ink(hatch.x), line);
    }
    if (part.z > 0.) {
      float own = fract(turn - texel(vMore + 1).w);
      float dash = floor(own * part.z) / part.z;
      cover *= sector(own * part.z, part.w, around / part.z);
      // Dashes are whole: where they begin decides.
      float into = fract(dash + texel(vMore + 1).w - part.x);
      if (part.y != 0. && (into < abs(part.y)) != (part.y > 0.)) cover = 0.;
    } else if (part.y != 0.) cover *= sector(turn - part.x, part.y, around);
    WHEN(clip.y != 0.) {
      vec2 whole = vPlace + clip.zw;
      cover *= sector(turnOf(whole) - clip.x, clip.y, length(whole) * TAU);
    }
  }
  float across = abs(vPlace.x * vSlit.y - vPlace.y * vSlit.x);
  float slit = dot(vPlace, vSlit.xy) > 0. ? clamp(vSlit.z - across + .5, 0., 1.) : 0.;
  ${isPlaced ? 'colour = mix(colour, GROUND, vFog);' : ''}
  ${ends}
}`;

const INKED = {
  declares: '',
  ends: 'outColour = vec4(mix(colour, vBehind, slit), 1.) * cover;',
};
export const RING_FRAGMENT = fragmentOf(false, INKED);
/** The same, with every picture as far in the ground as its disc is. */
export const CROWD_FRAGMENT = fragmentOf(true, INKED);
