/** Samples in the form that the browser plays, and back. */

/** Samples of one sound as a buffer at their own rate; all channels are equally long. */
export function toBuffer({
  channels,
  sampleRate,
}: {
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly sampleRate: number;
}): AudioBuffer {
  const { length } = channels[0]!;
  const buffer = new AudioBuffer({ length, numberOfChannels: channels.length, sampleRate });
  channels.forEach((channel, c) => {
    buffer.copyToChannel(channel, c);
  });
  return buffer;
}

/** The channels of a buffer, as windows on its memory. */
export function channelsOf(buffer: AudioBuffer): Float32Array<ArrayBuffer>[] {
  return Array.from({ length: buffer.numberOfChannels }, (_, c) => buffer.getChannelData(c));
}
