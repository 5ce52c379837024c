/**
 * The drawing of whole rifffs as GLSL ES 3.00: one instanced quad per rifff, any host. Lengths inside the
 * shader are device pixels, x right and y down from the rifff's centre; u is turns from twelve o'clock,
 * clockwise. Colours come in and go out as stored sRGB, premultiplied, transparent outside the outline.
 *
 * Textures
 * - `uProfile` RGBA16F, linear: per ring and angle v (edge, 0–1), then three distances from the edge as shares
 *   of the radius: outwards to the end of the gap, inwards to the end of a muted outline, outwards to the end
 *   of a muted outline of the ring outside. A ring's part of a row is `iShape.z` samples with one sample more
 *   at either end, so that it wraps. A keyline's part holds its three outward distances in x, y and z.
 * - `uRings` RGBA32F: a row per rifff, `RING_TEXELS` texels per ring (see `RingField` in ringData.ts).
 * - `uEnvelope` R8, linear, repeating in s: a row per ring, thickness over one pass, ½ is at rest.
 * - `uSpectrum` R8 512 × 10: the live spectra.
 */

/** Texels of `uRings` that a ring takes. */
export const RING_TEXELS = 6;
/** Rings of a rifff. */
export const RINGS = 8;

const VARYINGS = /* glsl */ `
flat VARYING vec4 vPlace;   // centre x, y, radius, half size of the quad
flat VARYING vec4 vState;   // phase or -1, rings, bite, ring lifted out or -1 (-2: nothing here yet)
flat VARYING vec4 vShape;   // hole, gap, samples of a profile, row in uRings
flat VARYING vec4 vLines;   // muted outline, hatch line, hatch step, 1 live + 2 old edges
flat VARYING vec4 vDot;     // touch dot x, y, radius (0 none), device pixels per CSS pixel
flat VARYING vec2 vClip;    // part that is drawn: from, turns (0 all, negative all but that)
flat VARYING vec4 vThickLow;
flat VARYING vec4 vThickHigh;
VARYING vec2 vPoint;
`;

const HEAD = /* glsl */ `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
`;

/** Vertex stage: places the quad and reads each ring's thickness at the phase. */
export const RING_VERTEX = /* glsl */ `${HEAD}
in vec3 position;
in vec4 iPlace;
in vec4 iState;
in vec4 iShape;
in vec4 iLines;
in vec4 iDot;
in vec2 iClip;
uniform vec2 uSize;
uniform float uPhase;
uniform sampler2D uRings;
uniform sampler2D uEnvelope;
${VARYINGS.replaceAll('VARYING', 'out')}
float thickness(int ring, float phase) {
  vec4 more = texelFetch(uRings, ivec2(ring * ${RING_TEXELS} + 5, int(iShape.w)), 0);
  if (more.z < 0.) return 0.;
  float rows = float(textureSize(uEnvelope, 0).y);
  float level = texture(uEnvelope, vec2(fract(phase * more.y), (more.z + .5) / rows)).r;
  return (level * 2. - 1.) * more.x * iPlace.z;
}
void main() {
  vPlace = iPlace;
  vState = iState;
  vShape = iShape;
  vLines = iLines;
  vDot = iDot;
  vClip = iClip;
  if (iState.x < -1.5) vState.x = uPhase;
  vThickLow = vec4(0.);
  vThickHigh = vec4(0.);
  if (mod(iLines.w, 2.) > .5 && vState.x >= 0.) {
    for (int i = 0; i < 4; i++) {
      vThickLow[i] = thickness(i, vState.x);
      vThickHigh[i] = thickness(i + 4, vState.x);
    }
  }
  vPoint = position.xy * iPlace.w;
  vec2 clip = (iPlace.xy + vPoint) / uSize * 2. - 1.;
  gl_Position = vec4(clip.x, -clip.y, 0., 1.);
}`;

const HELPERS = /* glsl */ `
const float TAU = 6.28318530718;
const int TAPS = 4;
// An if whose body is really left out: software rasterisers run both sides of a plain one.
#define WHEN(condition) for (int once = (condition) ? 1 : 0; once > 0; once--)
float cover(float edge, float r) { return clamp(edge - r + .5, 0., 1.); }
float band(float distance, float halfWidth) { return clamp(halfWidth - abs(distance) + .5, 0., 1.); }
float turnDistance(float a, float b) { float d = fract(a - b); return min(d, 1. - d); }
vec4 ringTexel(int ring, int which) {
  return texelFetch(uRings, ivec2(ring * ${RING_TEXELS} + which, int(vShape.w)), 0);
}
vec4 profile(vec2 at, float u) {
  vec2 size = vec2(textureSize(uProfile, 0));
  return texture(uProfile, vec2(at.x + 1. + fract(u) * vShape.z, at.y + .5) / size);
}
/* Dashes of about 'pixels' on and off along a circle, a whole number of them. */
float dashes(float u, float radius, float on, float off) {
  float count = max(3., floor(TAU * radius / (on + off)));
  float x = fract(u * count) * (TAU * radius / count);
  float share = on / (on + off) * (TAU * radius / count);
  return clamp(x + .5, 0., 1.) * clamp(share - x + .5, 0., 1.);
}
float hatch(vec2 p, float width, float step) {
  float x = abs(mod(p.x - p.y, step) - step * .5) * .70710678;
  return clamp(width * .5 - x + .5, 0., 1.) * min(1., width);
}
`;

const RING_STATE = /* glsl */ `
struct Ring { float base, amp, turn, thick; vec3 ink; vec4 mute, mark, rows, time; };
float thicknessOf(int i) { return i < 4 ? vThickLow[i] : vThickHigh[i - 4]; }
Ring readRing(int i, vec4 shape) {
  Ring ring;
  ring.base = shape.x * R;
  ring.amp = shape.y * R;
  ring.mute = ringTexel(i, 1);
  ring.mark = ringTexel(i, 2);
  ring.turn = ring.mark.w;
  ring.rows = ringTexel(i, 3);
  ring.time = ringTexel(i, 4);
  ring.thick = thicknessOf(i);
  ring.ink = mix(uInk[int(shape.z)], uGround, .85 * ring.mark.x);
  return ring;
}
/* 0 sounds, 1 muted, 2 only a dashed outline, at this angle. */
float stateAt(Ring ring, float u) {
  if (ring.mark.z > 3.5 || fract(u - ring.time.x) >= ring.time.y) return 2.;
  return turnDistance(u, ring.mute.w) < ring.mute.z ? ring.mute.x : ring.mute.y;
}
/* The edge with its swell behind the notch. */
float swollen(Ring ring, float v, float u, float slot, bool sounds) {
  float behind = fract(vState.x - u) / .022;
  float edge = v;
  WHEN(sounds && vState.x >= 0. && behind < 8.) {
    float live = 0.;
    WHEN(mod(vLines.w, 2.) > .5) {
      float bin = (2. + 30. * behind * behind) / 512.;
      live = texture(uSpectrum, vec2(bin, (slot + .5) / 10.)).r;
    }
    edge = min(max(v, 1.18), v + .34 * (1. + .5 * live) * (.4 + v) * exp(-behind));
  }
  return edge;
}
/* Coverages over the width of the pixel: fill, gap, inside of the muted outline, muted line outside. */
vec4 edgesAt(Ring ring, float u, float slot, bool sounds) {
  vec4 row = profile(ring.rows.xy, u - ring.turn);
  float edge = ring.base + ring.thick + ring.amp * swollen(ring, row.x, u, slot, sounds);
  return edge + vec4(0., row.y, -row.z, row.w) * R;
}
vec4 coverages(Ring ring, float u, float r, float du, float slot, bool sounds) {
  vec4 left = edgesAt(ring, u - .375 * du, slot, sounds);
  vec4 right = edgesAt(ring, u + .375 * du, slot, sounds);
  vec4 sum = clamp(left - r + .5, 0., 1.) + clamp(right - r + .5, 0., 1.);
  vec4 far = abs(left - right);
  float weight = .5;
  // Where the edge is steep inside the pixel, two places more.
  WHEN(max(max(far.x, far.y), max(far.z, far.w)) >= 1.) {
    left = edgesAt(ring, u - .125 * du, slot, sounds);
    right = edgesAt(ring, u + .125 * du, slot, sounds);
    sum += clamp(left - r + .5, 0., 1.) + clamp(right - r + .5, 0., 1.);
    weight = .25;
  }
  return sum * weight;
}
/* Coverages of the three steps of a keyline: ground, paper, ground. */
vec3 keyline(Ring ring, float u, float r, float du, float slot, bool sounds) {
  vec3 sum = vec3(0.);
  for (int tap = 0; tap < TAPS; tap++) {
    float at = u + (float(tap) + .5 - .5 * float(TAPS)) / float(TAPS) * du;
    float v = profile(ring.rows.xy, at - ring.turn).x;
    vec3 steps = profile(ring.rows.zw, at - ring.turn).xyz;
    float edge = ring.base + ring.thick + ring.amp * swollen(ring, v, at, slot, sounds);
    sum += clamp(edge + steps * R - r + .5, 0., 1.);
  }
  return sum / float(TAPS);
}
/* Share of the pixel in the part of the circle that this instance draws. */
float clipped(float u, float du) {
  float size = abs(vClip.y);
  float d = abs(fract(u - vClip.x - .5 * size + .5) - .5);
  float inside = clamp((.5 * size - d) / du + .5, 0., 1.);
  return vClip.y > 0. ? inside : 1. - inside;
}
/* Bites out of the edge of a ring whose sound is missing. */
float bites(Ring ring, vec2 p) {
  float k = 1.;
  for (int b = 0; b < 3; b++) {
    float angle = (.08 + float(b) * .33) * TAU;
    vec2 centre = vec2(sin(angle), -cos(angle)) * (ring.base + ring.amp);
    k *= clamp(length(p - centre) - max(3., ring.amp * .7) + .5, 0., 1.);
  }
  return k;
}
`;

const MAIN = /* glsl */ `
vec4 lifted(int which, vec2 p, float r, float u, float du) {
  Ring ring = readRing(which, ringTexel(which, 0));
  ring.thick = 0.;
  vec4 own = coverages(ring, u, r, du, float(which), false);
  vec2 inner = vec2(cover(vShape.x, r), cover(vShape.x - vShape.y, r));
  WHEN(which > 0) {
    Ring below = readRing(which - 1, ringTexel(which - 1, 0));
    below.thick = 0.;
    inner = coverages(below, u, r, du, float(which - 1), false).yx;
  }
  vec3 ink = ring.mute.x > .5 ? mix(uGround, ring.ink, .5) : ring.ink;
  if (ring.mark.z > 4.5) ink = mix(ink, uGround, hatch(p, 3. * vDot.w, 3. * vLines.z));
  vec3 colour = mix(uGround, ink, own.x * (1. - inner.x));
  float alpha = own.y * (1. - inner.y);
  return vec4(colour * alpha, alpha);
}
/* The edges that dragged rings had, as dashed lines. */
float oldEdges(int count, float r, float u) {
  float line = 0.;
  for (int i = 0; i < ${RINGS}; i++) {
    if (i >= count) break;
    vec4 time = ringTexel(i, 4);
    if (time.z < 0.) continue;
    float v = profile(ringTexel(i, 3).xy, u).x;
    float edge = band(r - (time.z + time.w * v) * R, .8 * vDot.w);
    line = max(line, edge * dashes(u, R, 5. * vDot.w, 5. * vDot.w));
  }
  return line;
}
vec4 empty(float r, float u) {
  float line = band(r - R + vDot.w, vDot.w) * dashes(u, R, 8. * vDot.w, 8. * vDot.w);
  return vec4(uEdge * line, line);
}
void main() {
  vec2 p = vPoint;
  float r = length(p);
  float u = fract(atan(p.x, -p.y) / TAU);
  float du = 1. / (TAU * max(r, 2.));
  R = vPlace.z;
  float px = vDot.w;
  if (vState.w < -1.5) { outColour = empty(r, u); return; }
  WHEN(vState.w > -.5) outColour = lifted(int(vState.w), p, r, u, du);
  if (vState.w > -.5) return;

  int count = int(vState.y);
  float phase = vState.x;
  float slit = 0.;
  if (phase >= 0.) {
    vec2 along = vec2(sin(phase * TAU), -cos(phase * TAU));
    float width = clamp(R / px * .034, 1.5, 26.) * px;
    slit = band(dot(p, vec2(-along.y, along.x)), width * .5) * step(0., dot(p, along));
  }
  vec3 c = uGround;
  float a = 0.;
  float outerCover = 0.;
  float outerState = 0.;
  vec3 outerInk = uGround;
  // From the first ring that covers this pixel wholly and hides all outside it, to the last that reaches it.
  int first = count - 1;
  int last = count;
  for (int i = count - 1; i >= 0; i--) {
    vec4 shape = ringTexel(i, 0);
    float thick = thicknessOf(i);
    if (r < shape.x * R + thick - 2. - 3. * vLines.x) first = i;
    if (r <= shape.w * R + thick) last = i;
  }
  for (int i = first; i >= last; i--) {
    vec4 shape = ringTexel(i, 0);
    Ring ring = readRing(i, shape);
    vec4 more = ringTexel(i, 5);
    float state = stateAt(ring, u);
    float key = ring.mark.y;
    bool isLast = i == count - 1;
    bool inShadow = r < ring.base + ring.thick - 2. - 3. * vLines.x;
    vec4 k = vec4(1.);
    WHEN(!inShadow) k = coverages(ring, u, r, du, more.w, state < .5);
    WHEN(ring.mark.z > 1.5 && ring.mark.z < 3.5) k.x *= bites(ring, p);
    if (isLast) a = max(a, vState.z > 0. ? k.w : 0.);
    if (!isLast) {
      if (outerState > .5) {
        float line = outerState > 1.5 ? dashes(u, ring.base, 4. * px, 4. * px) : 1.;
        c = mix(c, outerInk, k.w * outerCover * line);
      }
      c = mix(c, uGround, k.y);
    }
    WHEN(key > .5 && !inShadow) {
      vec3 steps = keyline(ring, u, r, du, more.w, state < .5);
      float line = key > 1.5 ? dashes(u, R, .045 * R, .03 * R) : 1.;
      c = mix(mix(mix(c, uGround, steps.z), uPaper, steps.y * line), uGround, steps.x);
      a = max(a, steps.z);
    }
    WHEN(state < .5) {
      vec3 ink = ring.ink;
      WHEN(ring.mark.z > .5 && ring.mark.z < 1.5) {
        ink = mix(ink, uGround, hatch(p, .5 * vLines.z, 1.5 * vLines.z));
      }
      // The notch cuts what sounds: not a ring that a solo has silenced.
      c = mix(c, mix(uGround, ink, 1. - slit * (1. - ring.mark.x)), k.x);
    }
    WHEN(state > .5) {
      bool isDashed = state > 1.5;
      vec3 body = uGround;
      if (!isDashed) body = mix(uGround, mix(uGround, ring.ink, .62), hatch(p, vLines.y, vLines.z));
      float line = isDashed ? dashes(u, ring.base, 4. * px, 4. * px) : 1.;
      body = mix(body, ring.ink, (1. - k.z) * line);
      if (i == 0 && vShape.x > 0.) {
        body = mix(body, ring.ink, band(r - vShape.x - vShape.y, vLines.x) * line);
      }
      c = mix(c, body, k.x);
    }
    a = max(a, k.x);
    outerCover = k.x;
    outerState = state;
    outerInk = ring.ink;
  }
  c = mix(c, uGround, cover(vShape.x, r) * step(.5, vShape.x));
  WHEN(vLines.w > 1.5) c = mix(c, uGround, oldEdges(count, r, u));
  if (vDot.z > 0.) {
    float d = length(p - vDot.xy);
    float rim = cover(vDot.z + 4. * px, d);
    c = mix(mix(c, uGround, rim), uPaper, cover(vDot.z, d));
    a = max(a, rim);
  }
  WHEN(vClip.y != 0.) a *= clipped(u, du);
  outColour = vec4(c * a, a);
}`;

/** Fragment stage: rings outside in, each with its ground gap, state, keyline and the notch. */
export const RING_FRAGMENT = /* glsl */ `${HEAD}
uniform sampler2D uProfile;
uniform sampler2D uRings;
uniform sampler2D uSpectrum;
uniform vec3 uInk[10];
uniform vec3 uGround;
uniform vec3 uPaper;
uniform vec3 uEdge;
${VARYINGS.replaceAll('VARYING', 'in')}
out vec4 outColour;
float R;
${HELPERS}
${RING_STATE}
${MAIN}`;
