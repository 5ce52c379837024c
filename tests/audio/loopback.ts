/**
 * A loudspeaker and a microphone in one room: whatever a page sends to the loudspeaker comes in again, late, by the
 * stream that `getUserMedia` answers. The page's own code runs as it is; only the browser's two ends are joined.
 */

export interface Loopback {
  /** Seconds of the way from the loudspeaker to the microphone; set it before the context is made. */
  delaySec: number;
  /** What `getUserMedia` throws instead of answering, while it is set. */
  refusal: DOMException | null;
  /** What the page asked for last. */
  asked: MediaStreamConstraints | null;
  /** The context that is heard, once there is one. */
  context(): AudioContext | null;
  /** Tracks that were given out, one for each opening, in order. */
  tracks(): readonly MediaStreamTrack[];
  /** Pulls the plug of every stream that was given out. */
  unplug(): void;
  release(): void;
}

/** Joins loudspeaker and microphone from now on, for contexts made after it. */
export function joinLoopback(): Loopback {
  const { connect } = AudioNode.prototype;
  const { getUserMedia } = MediaDevices.prototype;
  const given: MediaStreamTrack[] = [];
  let end: { context: AudioContext; delay: DelayNode; stream: MediaStream } | null = null;

  const endOf = (context: AudioContext, delaySec: number) => {
    const delay = new DelayNode(context, { maxDelayTime: 1, delayTime: delaySec });
    const ear = new MediaStreamAudioDestinationNode(context);
    Reflect.apply(connect, delay, [ear]);
    return { context, delay, stream: ear.stream };
  };
  const loopback: Loopback = {
    delaySec: 0,
    refusal: null,
    asked: null,
    context: () => end?.context ?? null,
    tracks: () => given,
    unplug() {
      for (const track of given) {
        if (track.readyState === 'ended') continue;
        track.stop();
        // Stopping by script is silent; a plug that is pulled is not.
        track.dispatchEvent(new Event('ended'));
      }
    },
    release() {
      AudioNode.prototype.connect = connect;
      MediaDevices.prototype.getUserMedia = getUserMedia;
    },
  };
  AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
    if (to[0] instanceof AudioDestinationNode && this.context instanceof AudioContext) {
      if (end?.context !== this.context) end = endOf(this.context, loopback.delaySec);
      Reflect.apply(connect, this, [end.delay]);
    }
    return Reflect.apply(connect, this, to);
  } as typeof connect;
  MediaDevices.prototype.getUserMedia = async (constraints) => {
    loopback.asked = constraints ?? null;
    if (loopback.refusal) throw loopback.refusal;
    if (!end) throw new DOMException('Nothing is connected', 'NotFoundError');
    const stream = end.stream.clone();
    for (const track of stream.getTracks()) {
      const settings = track.getSettings();
      track.getSettings = () => ({ ...settings, deviceId: 'loopback' });
      given.push(track);
    }
    return stream;
  };
  return loopback;
}
