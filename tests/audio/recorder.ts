/** Listens to what an engine sends to the loudspeaker, in the audio thread. */

const RECORDER = `
registerProcessor('recorder', class extends AudioWorkletProcessor {
  constructor(options) {
    super();
    this.wave = new Float32Array(options.processorOptions.frames);
    this.at = 0;
    this.firstFrame = -1;
    this.holes = 0;
    this.port.onmessage = () => this.port.postMessage({
      wave: this.wave.subarray(0, this.at), firstFrame: this.firstFrame, holes: this.holes,
    });
  }
  process([input]) {
    const wave = input[0];
    if (!wave || this.at === this.wave.length) return true;
    if (this.firstFrame < 0) this.firstFrame = currentFrame;
    if (currentFrame !== this.firstFrame + this.at) this.holes += 1;
    this.wave.set(wave.subarray(0, Math.max(0, this.wave.length - this.at)), this.at);
    this.at = Math.min(this.wave.length, this.at + wave.length);
    return true;
  }
});`;

export interface Recording {
  readonly wave: Float32Array;
  /** Context frame of the first sample. */
  readonly firstFrame: number;
  /** Blocks that the audio thread did not deliver in order. */
  readonly holes: number;
}

/**
 * Taps everything that any page code connects to a destination from now on. `start` records the first
 * channel from that moment, or from the first connection; `stop` hands it over.
 */
export function tapLoudspeaker() {
  const { connect } = AudioNode.prototype;
  let last: AudioNode | null = null;
  let recorder: AudioWorkletNode | null = null;
  let connected: () => void;
  const isConnected = new Promise<void>((resolve) => {
    connected = resolve;
  });
  AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
    // Tone tries out the browser on offline contexts of its own; those are not heard.
    const isHeard = to[0] instanceof AudioDestinationNode && this.context instanceof AudioContext;
    if (isHeard && this !== recorder) {
      last = this;
      connected();
    }
    return Reflect.apply(connect, this, to);
  } as typeof connect;
  return {
    async start(seconds: number): Promise<void> {
      await isConnected;
      if (!last) throw new Error('Nothing is connected to the loudspeaker');
      const url = URL.createObjectURL(new Blob([RECORDER], { type: 'text/javascript' }));
      await last.context.audioWorklet.addModule(url);
      recorder = new AudioWorkletNode(last.context, 'recorder', {
        numberOfOutputs: 1,
        channelCount: 1,
        channelCountMode: 'explicit',
        processorOptions: { frames: Math.ceil(seconds * last.context.sampleRate) },
      });
      last.connect(recorder);
      // Its silent output goes on, so that the browser keeps it running.
      recorder.connect(last.context.destination);
    },
    stop(): Promise<Recording> {
      return new Promise((resolve) => {
        recorder!.port.onmessage = ({ data }) => resolve(data);
        recorder!.port.postMessage('read');
      });
    },
    context: () => last?.context ?? null,
    release() {
      AudioNode.prototype.connect = connect;
      recorder?.disconnect();
    },
  };
}
