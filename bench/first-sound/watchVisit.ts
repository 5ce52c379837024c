/** What the page itself notes of a first visit; runs in the page before its own code. */

export interface VisitTimes {
  readonly tappableMs: number;
  readonly tappedMs: number;
  readonly heardMs: number;
  readonly wholeMs: number;
}

/** When something could be tapped, in milliseconds since navigation, and its middle in CSS pixels. */
export interface Tappable {
  readonly atMs: number;
  readonly x: number;
  readonly y: number;
}

declare global {
  interface Window {
    visit?: { done: Promise<VisitTimes>; tappable: Promise<Tappable> };
  }
}

/**
 * Taps what is connected to the loudspeaker and notes, in milliseconds since navigation, when the play disc was
 * there, when it was tapped, when the first sample over −60 dBFS was heard (its place in the analyser's window and
 * the output latency counted in), and when every loop of the rifff had come. Self-contained: it travels as text.
 */
export function watchVisit(): void {
  const LEVEL = 1e-3;
  const WINDOW = 32_768;
  const LOOPS_MS = 4000;
  let tappableMs = 0;
  let tappedMs = 0;
  const analysers: AnalyserNode[] = [];
  const connect = AudioNode.prototype.connect as (...args: unknown[]) => unknown;
  AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
    const [target] = args;
    if (target instanceof AudioDestinationNode && this.context instanceof AudioContext) {
      const analyser = new AnalyserNode(this.context, { fftSize: WINDOW });
      connect.call(this, analyser);
      analysers.push(analyser);
    }
    return connect.apply(this, args);
  } as typeof AudioNode.prototype.connect;
  const wave = new Float32Array(WINDOW);
  const heardAt = (analyser: AnalyserNode): number => {
    analyser.getFloatTimeDomainData(wave);
    const now = performance.now();
    const first = wave.findIndex((x) => Math.abs(x) > LEVEL);
    if (first < 0) return 0;
    const context = analyser.context as AudioContext;
    const agoSec = (WINDOW - first) / context.sampleRate;
    return now + (context.outputLatency - agoSec) * 1000;
  };
  document.addEventListener(
    'click',
    (event) => {
      if (!tappedMs) tappedMs = event.timeStamp;
    },
    true,
  );
  // The play disc of the first page, wherever it comes from.
  const DISC = '[aria-label="Play"], button[aria-label^="Play "]:not([disabled])';
  // Elsewhere: anything on the page that does something.
  const ANY = 'main button:not([disabled]), main input:not([disabled]), main a[href]';
  const wanted = /^\/(gb|eu)?\/?$/.test(location.pathname) ? DISC : ANY;
  const tappable = new Promise<Tappable>((resolve) => {
    new MutationObserver((_, observer) => {
      const place = document.querySelector(wanted);
      if (!place) return;
      observer.disconnect();
      // Seen with the next frame.
      requestAnimationFrame(() => {
        tappableMs = performance.now();
        const { left, top, width, height } = place.getBoundingClientRect();
        resolve({ atMs: tappableMs, x: left + width / 2, y: top + height / 2 });
      });
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  const lastLoopMs = () =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.startsWith('/media/'))
      .reduce((last, entry) => Math.max(last, (entry as PerformanceResourceTiming).responseEnd), 0);
  const heard = new Promise<number>((resolve) => {
    const timer = setInterval(() => {
      const at = analysers.map(heardAt).find((time) => time > 0);
      if (!at || !tappedMs) return;
      clearInterval(timer);
      resolve(at);
    }, 20);
  });
  const done = heard.then(async (heardMs): Promise<VisitTimes> => {
    for (let quietFrom = lastLoopMs(); performance.now() - quietFrom < LOOPS_MS; ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      quietFrom = lastLoopMs();
    }
    return { tappableMs, tappedMs, heardMs, wholeMs: lastLoopMs() };
  });
  window.visit = { done, tappable };
}
