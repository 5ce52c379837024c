/** The node of the shared reverb: one channel in, two out. */
import { roomImpulse } from '../../../dsp/reverb.ts';
import { hasProcessors } from '../../master/processors.ts';

const MONO = { channelCount: 1, channelCountMode: 'explicit' } as const;

const impulses = new Map<number, Float32Array<ArrayBuffer>[]>();

/** The same room where there are no processors: its impulse response, at several times the cost. */
function convolver(context: BaseAudioContext): ConvolverNode {
  const { sampleRate } = context;
  const channels = impulses.get(sampleRate) ?? roomImpulse(sampleRate);
  impulses.set(sampleRate, channels);
  const buffer = new AudioBuffer({ length: channels[0]!.length, numberOfChannels: 2, sampleRate });
  channels.forEach((channel, c) => {
    buffer.copyToChannel(channel, c);
  });
  return new ConvolverNode(context, { buffer, disableNormalization: true, ...MONO });
}

export interface RoomNode {
  readonly node: AudioNode;
  /** Silences it for good. */
  dispose(): void;
}

/** A room on a context, connected to `output`. */
export function openRoom(context: BaseAudioContext, output: AudioNode): RoomNode {
  if (!hasProcessors(context)) {
    const node = convolver(context);
    node.connect(output);
    return { node, dispose: () => node.disconnect() };
  }
  const node = new AudioWorkletNode(context, 'rondo-room', {
    outputChannelCount: [2],
    ...MONO,
  });
  node.connect(output);
  return {
    node,
    dispose() {
      node.disconnect();
      node.port.postMessage('end');
    },
  };
}
