/** A video of a rifff with its sound: every picture drawn for its own moment, so that none is late or missing. */

import {
  AudioSample,
  AudioSampleSource,
  CanvasSource,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  StreamTarget,
  WebMOutputFormat,
} from 'mediabunny';
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { nameIn } from '../../../data/rules/sharing/credits.ts';
import type { ExportPart } from '../../state/exporting.ts';
import type { ByteSink, FileKind } from '../byteSink.ts';
import { exportFrames } from '../chunks.ts';
import { type Run, soundingSlots } from '../desk.ts';
import type { FramePainter, VideoSize } from '../Exporter.ts';
import { soundPieces } from '../soundFile.ts';
import { recordVideo } from './recordVideo.ts';
import { type EncodedWay, findWay, type VideoWish } from './ways.ts';

/** Sound that goes ahead of its pictures: they are written side by side. */
const PIECE_FRAMES = 4 * SAMPLE_RATE_HZ;
const NO_WAY = 'This browser can neither encode nor record video';

/** The file that this browser makes of a video. @throws Error when it makes none */
export async function videoKind(base: string, size: VideoSize): Promise<FileKind> {
  const found = await findWay(size);
  if (!found) throw new Error(NO_WAY);
  const { container } = found;
  const name = `${base} – ${size.width}x${size.height}.${container}`;
  return { name, mime: `video/${container}`, description: 'Video' };
}

/** Hands what the writer of the file sends to the sink: mostly at the end, sometimes once more further up. */
function targetOf(sink: ByteSink): StreamTarget {
  let end = 0;
  const writable = new WritableStream<{ data: Uint8Array<ArrayBuffer>; position: number }>({
    async write({ data, position }) {
      const bytes = data.slice();
      if (position > end) throw new Error('The writer of the video left its order');
      const over = Math.min(bytes.length, end - position);
      if (over > 0) await sink.writeAt(position, bytes.slice(0, over));
      if (over < bytes.length) await sink.write(bytes.slice(over));
      end = Math.max(end, position + bytes.length);
    },
  });
  return new StreamTarget(writable);
}

function sampleOf(channels: readonly Float32Array[], atFrame: number): AudioSample {
  const frames = channels[0]!.length;
  const data = new Float32Array(2 * frames);
  data.set(channels[0]!, 0);
  data.set(channels[1]!, frames);
  return new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: 2,
    sampleRate: SAMPLE_RATE_HZ,
    timestamp: atFrame / SAMPLE_RATE_HZ,
  });
}

/** Lets presses and the page's own pictures in between. A timer would do it once a second while the tab is not seen. */
function makeRoom(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

async function encodeVideo(
  run: Run,
  wish: VideoWish,
  way: EncodedWay,
  painter: FramePainter,
): Promise<void> {
  const { job, desk, sink } = run;
  const { fps } = wish;
  // The index at the end: in front of the sound it would have to be known before.
  const format =
    way.container === 'mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat();
  const output = new Output({ format, target: targetOf(sink) });
  const picture = new CanvasSource(painter.canvas, { codec: way.video, quality: QUALITY_HIGH });
  const sound = new AudioSampleSource({ codec: way.audio, quality: QUALITY_HIGH });
  output.addVideoTrack(picture, { frameRate: fps });
  output.addAudioTrack(sound);
  const { title, makers = nameIn(job.rifff, job.rifff.userName), licence = '', credits } = job;
  const comment = [licence, credits].filter(Boolean).join('\n');
  output.setMetadataTags({ title, artist: makers, ...(comment && { comment }) });
  await output.start();
  const total = exportFrames(job.rifff, job.turns, job.tail);
  const pictures = Math.ceil((total * fps) / SAMPLE_RATE_HZ);
  let at = 0;
  let drawn = 0;
  const drawUntil = async (count: number) => {
    for (; drawn < count; drawn++) {
      desk.signal.throwIfAborted();
      painter.paint(drawn / fps);
      await picture.add(drawn / fps, 1 / fps);
      run.progress(SAMPLE_RATE_HZ / fps);
      await makeRoom();
    }
  };
  try {
    const slots = soundingSlots(job.rifff);
    const plan = { turns: job.turns, tail: job.tail, slots, chunkFrames: PIECE_FRAMES };
    for await (const { channels } of soundPieces(desk, plan)) {
      if (channels[0]!.length === 0) continue;
      const sample = sampleOf(channels, at);
      at += channels[0]!.length;
      await sound.add(sample);
      sample.close();
      await drawUntil(Math.min(pictures, Math.floor((at * fps) / SAMPLE_RATE_HZ)));
    }
    await drawUntil(pictures);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
}

/** Makes the video of a run into its sink. @throws Error when this browser can make none */
export async function writeVideo(run: Run, wish: VideoWish): Promise<ExportPart[]> {
  const found = await findWay(wish.size);
  if (!found) throw new Error(NO_WAY);
  run.expect(exportFrames(run.job.rifff, run.job.turns, run.job.tail));
  run.step(found.way === 'encoded' ? 'Pictures and sound' : 'Recording while it plays');
  const painter = await wish.paint(wish.size);
  try {
    if (found.way === 'encoded') await encodeVideo(run, wish, found, painter);
    else await recordVideo(run, wish, found, painter);
  } finally {
    painter.dispose();
  }
  return [];
}
