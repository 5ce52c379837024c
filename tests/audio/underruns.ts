/** Underruns that the browser tells of, and which of them are the machine's. */

const LOOK_MS = 100;
/** What holds the machine up is noticed by all contexts within this. */
const TOGETHER_MS = 1000;

/**
 * Looks at a context from now on. An underrun is one block of the output, 10 ms in Chromium, that was not there in time.
 * @returns ends it: when each underrun was noticed, in ms since 1970; null where the browser does not tell
 */
export function watchUnderruns(context: BaseAudioContext): () => number[] | null {
  const { playbackStats } = context as BaseAudioContext & {
    readonly playbackStats?: { readonly underrunEvents: number };
  };
  if (!playbackStats) return () => null;
  const times: number[] = [];
  const before = playbackStats.underrunEvents;
  const look = () => {
    const now = Date.now();
    while (times.length < playbackStats.underrunEvents - before) times.push(now);
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    look();
    return times;
  };
}

/** Those of `own` that came when none of `others` did: the machine stood still for all of them at once. */
export const aloneOf = (own: readonly number[], others: readonly number[]): number[] =>
  own.filter((ms) => !others.some((other) => Math.abs(other - ms) <= TOGETHER_MS));

/** A context that does nothing, but on a thread for processors, as the engine's does. Call inside a gesture. */
export async function idleContext(): Promise<AudioContext> {
  const context = new AudioContext({ sampleRate: 48_000, latencyHint: 'interactive' });
  const silence = `registerProcessor('silence', class extends AudioWorkletProcessor { process() { return true; } });`;
  const url = URL.createObjectURL(new Blob([silence], { type: 'text/javascript' }));
  await context.audioWorklet.addModule(url);
  new AudioWorkletNode(context, 'silence').connect(context.destination);
  await context.resume();
  return context;
}
