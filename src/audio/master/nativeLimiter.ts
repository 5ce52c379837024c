/**
 * What limits where the browser has no AudioWorklet (a page without HTTPS that is not on localhost): the browser's
 * own compressor, and behind it a curve that nothing gets through above the ceiling. It has no true-peak detection,
 * so tips between samples may stand over the ceiling; `limiter.browser.test.ts` says by how much.
 */

/** Below this the compressor lets everything through. */
const THRESHOLD_DB = -2;
const RATIO = 20;
/** The compressor makes up for its own reduction at 0 dBFS to this share. Source: Web Audio API, 1.20.4. */
const MAKEUP_SHARE = 0.6;
/** Up to this share of the ceiling the curve is a straight line. */
const STRAIGHT = 0.97;
/** Loudest sample that the curve knows; it is flat beyond. */
const REACH = 4;
/** Odd, so that silence is a point of the curve. */
const POINTS = 16_385;

const gainOf = (db: number) => 10 ** (db / 20);

function ceilingCurve(ceiling: number): Float32Array<ArrayBuffer> {
  const straight = STRAIGHT * ceiling;
  const room = ceiling - straight;
  return Float32Array.from({ length: POINTS }, (_, i) => {
    const x = ((2 * i) / (POINTS - 1) - 1) * REACH;
    const size = Math.abs(x);
    const held = size <= straight ? size : straight + room * Math.tanh((size - straight) / room);
    return Math.sign(x) * held;
  });
}

/** The nodes from first to last, connected to each other. @param ceilingDb highest sample that leaves them */
export function createNativeLimiter(
  context: BaseAudioContext,
  ceilingDb: number,
): readonly [AudioNode, ...AudioNode[]] {
  const compressor = new DynamicsCompressorNode(context, {
    threshold: THRESHOLD_DB,
    knee: 0,
    ratio: RATIO,
    attack: 0.001,
    release: 0.12,
  });
  const fullDb = THRESHOLD_DB - THRESHOLD_DB / RATIO;
  const unmake = new GainNode(context, { gain: gainOf(fullDb * MAKEUP_SHARE) / REACH });
  const shaper = new WaveShaperNode(context, { curve: ceilingCurve(gainOf(ceilingDb)) });
  compressor.connect(unmake).connect(shaper);
  return [compressor, unmake, shaper];
}
