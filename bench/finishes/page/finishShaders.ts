/** Two finishes as functions of a pixel, for a filter of Pixi and for a pass of our own. */

/** `seen` reads the picture at a place in pixels. Dots stand in a screen; a dot's area is what is covered below it. */
const DOTS = /* glsl */ `
vec4 finish(vec2 at) {
  const float STEP = 12.;
  const mat2 SCREEN = mat2(.9659, .2588, -.2588, .9659);
  vec2 cell = SCREEN * at / STEP;
  vec2 middle = (floor(cell) + .5) * STEP * SCREEN;
  vec4 ink = seen(middle);
  float radius = STEP * .55 * sqrt(ink.a) * sqrt(max(max(ink.r, ink.g), ink.b));
  float cover = clamp(radius - distance(at, middle) + .5, 0., 1.);
  return vec4(ink.rgb / max(ink.a, .001), 1.) * cover;
}`;

/** Three plates of the picture, out of register, each with a screen of its own over paper. */
const PLATES = /* glsl */ `
vec4 finish(vec2 at) {
  const vec3 PAPER = vec3(.949, .918, .843);
  vec3 colour = PAPER;
  for (int plate = 0; plate < 3; plate++) {
    float angle = (.11 + .33 * float(plate)) * 6.2832;
    vec4 ink = seen(at + 8. * vec2(sin(angle), -cos(angle)));
    int own = ink.r >= ink.g && ink.r >= ink.b ? 0 : ink.g >= ink.b ? 1 : 2;
    float line = abs(fract(dot(at, vec2(cos(angle), sin(angle))) / 7.) - .5) * 7.;
    float cover = own == plate ? ink.a * (plate == 1 ? clamp(line - .7, 0., 1.) : 1.) : 0.;
    colour = mix(colour, ink.rgb / max(ink.a, .001), cover);
  }
  return vec4(colour, 1.);
}`;

export const FINISHES = { dots: DOTS, plates: PLATES } as const;
export type Finish = keyof typeof FINISHES;
