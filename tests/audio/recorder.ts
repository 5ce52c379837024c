/** Listens to what an engine sends to the loudspeaker, in the audio thread. */

const RECORDER = `
registerProcessor('recorder', class extends AudioWorkletProcessor {
  constructor(options) {
    super();
    this.wave = new Float32Array(options.processorOptions.frames);
    this.at = 0;
    this.firstFrame = -1;
    this.holes = 0;
    this.port.onmessage = ({ data }) => this.port.postMessage(data === 'length' ? this.at : {
      wave: this.wave.subarray(0, this.at), firstFrame: this.firstFrame, holes: this.holes,
    });
  }
  process([input]) {
    const wave = input[0];
    if (!wave || this.at === this.wave.length) return true;
    // The first block may come with the frame of an earlier one: the next few say which it was.
    if (this.at < 4 * wave.length) this.firstFrame = Math.max(this.firstFrame, currentFrame - this.at);
    // Behind: Chromium now and then gives the frame of an earlier block, and delivers every block all the same.
    if (currentFrame > this.firstFrame + this.at) this.holes += 1;
    this.wave.set(wave.subarray(0, Math.max(0, this.wave.length - this.at)), this.at);
    this.at = Math.min(this.wave.length, this.at + wave.length);
    return true;
  }
});`;

export interface Recording {
  readonly wave: Float32Array;
  /** Context frame of the first sample. */
  readonly firstFrame: number;
  /** Blocks whose frame is ahead of what was recorded: something before them was not delivered. */
  readonly holes: number;
}

/**
 * Taps everything that any page code connects to a destination from now on. `start` records the first
 * channel from that moment, or from the first connection; `stop` returns it. If a node of another context is connected
 * later, that context is recorded instead: Tone's index makes a context that plays nothing, and the engine makes its own
 * inside the first gesture.
 */
export function tapLoudspeaker() {
  const { connect } = AudioNode.prototype;
  let last: AudioNode | null = null;
  let recorder: AudioWorkletNode | null = null;
  let seconds = 0;
  let attached: Promise<void> = Promise.resolve();
  let connected: () => void;
  const isConnected = new Promise<void>((resolve) => {
    connected = resolve;
  });

  async function attach(node: AudioNode): Promise<void> {
    const url = URL.createObjectURL(new Blob([RECORDER], { type: 'text/javascript' }));
    await node.context.audioWorklet.addModule(url);
    const mine = new AudioWorkletNode(node.context, 'recorder', {
      numberOfOutputs: 1,
      channelCount: 1,
      channelCountMode: 'explicit',
      processorOptions: { frames: Math.ceil(seconds * node.context.sampleRate) },
    });
    recorder = mine;
    Reflect.apply(connect, node, [mine]);
    // Its silent output goes on, so that the browser keeps it running.
    Reflect.apply(connect, mine, [node.context.destination]);
  }

  AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
    // Tone tries out the browser on offline contexts of its own; those are not heard.
    const isHeard = to[0] instanceof AudioDestinationNode && this.context instanceof AudioContext;
    if (isHeard) {
      const isOther = last !== null && last.context !== this.context;
      last = this;
      if (isOther && seconds > 0) attached = attached.then(() => attach(this));
      connected();
    }
    return Reflect.apply(connect, this, to);
  } as typeof connect;
  return {
    async start(lastsSec: number): Promise<void> {
      await isConnected;
      seconds = lastsSec;
      attached = attach(last!);
      await attached;
    },
    async stop(): Promise<Recording> {
      await attached;
      seconds = 0;
      return new Promise((resolve) => {
        recorder!.port.onmessage = ({ data }) => resolve(data);
        recorder!.port.postMessage('read');
      });
    },
    /** Waits until it has recorded as much: a busy machine's sound may take longer than it lasts. */
    async heard(seconds: number): Promise<void> {
      await attached;
      const mine = recorder!;
      const length = () =>
        new Promise<number>((resolve) => {
          mine.port.onmessage = ({ data }) => resolve(data);
          mine.port.postMessage('length');
        });
      const { sampleRate } = mine.context;
      while ((await length()) < seconds * sampleRate) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    context: () => last?.context ?? null,
    release() {
      AudioNode.prototype.connect = connect;
      recorder?.disconnect();
    },
  };
}
