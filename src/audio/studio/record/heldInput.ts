/** An input from its opening to its closing: one stream, one node, one way in. */
import type { StudioHost, StudioRig } from '../host.ts';
import { closeInput, type OpenInput } from './input.ts';

export interface HeldInput {
  readonly open: OpenInput;
  readonly node: MediaStreamAudioSourceNode;
  /** Stops its tracks and lets the context rest. */
  close(): void;
}

/**
 * Takes an input into the context. Until it is closed the context runs, also while the page is hidden, and the node
 * is rendered, whatever listens to it: a stream that is not fetched would wait, and come in later than was measured.
 */
export function holdInput(
  host: StudioHost,
  { context, output }: StudioRig,
  open: OpenInput,
): HeldInput {
  const node = new MediaStreamAudioSourceNode(context, { mediaStream: open.stream });
  const silence = new GainNode(context, { gain: 0 });
  node.connect(silence).connect(output);
  const release = host.hold();
  return {
    open,
    node,
    close() {
      node.disconnect();
      silence.disconnect();
      closeInput(open);
      release();
    },
  };
}
