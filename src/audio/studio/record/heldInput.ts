/** An input from its opening to its closing: one stream, one node, one way in. */
import { subscribe } from 'valtio/vanilla';
import { rampGain } from '../../looper/effects/ramp.ts';
import { mixer } from '../../state/mixer.ts';
import type { StudioHost, StudioRig } from '../host.ts';
import { closeInput, type OpenInput } from './input.ts';

export interface HeldInput {
  readonly open: OpenInput;
  /** What comes in, unless it is muted. */
  readonly node: GainNode;
  /** Lets it through whether it is muted or not, for as long as something is measured. */
  forceOpen(isForced: boolean): void;
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
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: open.stream });
  let isForced = false;
  const wanted = () => (isForced || !mixer.isInputMuted ? 1 : 0);
  let level = wanted();
  const node = new GainNode(context, { gain: level });
  const settle = () => {
    if (level === wanted()) return;
    level = wanted();
    rampGain(node.gain, level, context.currentTime);
  };
  const forget = subscribe(mixer, settle, true);
  const silence = new GainNode(context, { gain: 0 });
  source.connect(node).connect(silence).connect(output);
  const release = host.hold();
  return {
    open,
    node,
    forceOpen(next) {
      isForced = next;
      settle();
    },
    close() {
      forget();
      source.disconnect();
      node.disconnect();
      silence.disconnect();
      closeInput(open);
      release();
    },
  };
}
