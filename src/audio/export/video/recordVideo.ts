/** A video recorded in real time, for browsers that cannot encode one picture by picture. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { toBuffer } from '../../loading/audioBuffer.ts';
import { exportFrames } from '../chunks.ts';
import { type Run, soundingSlots } from '../desk.ts';
import type { FramePainter } from '../Exporter.ts';
import { soundPieces } from '../soundFile.ts';
import type { RecordedWay, VideoWish } from './ways.ts';

/** Silence before the first frame, so that the first piece of sound is in time. */
const LEAD_SEC = 0.3;
/** How often the recorder hands over what it has. */
const SLICE_MS = 1000;
/** A context that may run does so within moments. */
const START_TIMEOUT_MS = 5000;
const PIECE_FRAMES = 4 * SAMPLE_RATE_HZ;
/** Sound is rendered so far ahead of what plays. */
const AHEAD_SEC = 12;
const BITS_PER_SECOND = 12_000_000;

/** Lets the sound run. @throws Error when the browser does not allow it, for want of a gesture */
async function begin(context: AudioContext, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const late = new Error('the browser does not let the sound begin: press Export once more');
    const timer = setTimeout(() => reject(late), START_TIMEOUT_MS);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    void context.resume().then(() => {
      clearTimeout(timer);
      resolve();
    }, reject);
  });
}

type Pieces = ReturnType<typeof soundPieces>;
type Piece = Awaited<ReturnType<Pieces['next']>>;

function piecesOf({ desk, job }: Run): Pieces {
  const { rifff, turns, tail } = job;
  const slots = soundingSlots(rifff);
  return soundPieces(desk, { turns, tail, slots, chunkFrames: PIECE_FRAMES });
}

/** Plays one piece at a time of the context. @returns its frames */
function playPiece(
  channels: readonly Float32Array<ArrayBuffer>[],
  output: AudioNode,
  atSec: number,
): number {
  const length = channels[0]!.length;
  if (length === 0) return 0;
  const buffer = toBuffer({ channels, sampleRate: SAMPLE_RATE_HZ });
  const source = new AudioBufferSourceNode(output.context, { buffer });
  source.connect(output);
  source.start(atSec);
  return length;
}

/** Plays the pieces of sound one after the other, each on its frame, after the first one. */
async function playPieces(
  run: Run,
  { pieces, first }: { readonly pieces: Pieces; readonly first: Piece },
  output: AudioNode,
  startSec: number,
): Promise<void> {
  let at = 0;
  try {
    for (let next = first; !next.done; next = await pieces.next()) {
      const length = playPiece(next.value.channels, output, startSec + at / SAMPLE_RATE_HZ);
      at += length;
      while (startSec + at / SAMPLE_RATE_HZ - output.context.currentTime > AHEAD_SEC) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        run.desk.signal.throwIfAborted();
      }
    }
  } finally {
    await pieces.return();
  }
}

/** Draws by the context's clock until the end. */
function drawAlong(
  run: Run,
  { paint }: FramePainter,
  fps: number,
  nowSec: () => number,
  endSec: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let told = 0;
    // A timer, not animation frames: those stop while the tab is not seen.
    const timer = setInterval(() => {
      const sec = nowSec();
      const isOver = sec >= endSec;
      if (isOver || run.desk.signal.aborted) {
        clearInterval(timer);
        if (isOver) resolve();
        else reject(run.desk.signal.reason);
        return;
      }
      paint(Math.max(0, Math.floor(sec * fps) / fps));
      const frames = Math.max(0, Math.round(sec * SAMPLE_RATE_HZ));
      run.progress(frames - told);
      told = frames;
    }, 1000 / fps);
  });
}

/** Records the sound and the pictures of a run into its sink, as long as it lasts. */
export async function recordVideo(
  run: Run,
  { fps }: VideoWish,
  { mime }: RecordedWay,
  painter: FramePainter,
): Promise<void> {
  const { rifff, turns, tail } = run.job;
  if (!(painter.canvas instanceof HTMLCanvasElement))
    throw new Error('The pictures cannot be recorded');
  const context = new AudioContext({ sampleRate: SAMPLE_RATE_HZ });
  const sound = context.createMediaStreamDestination();
  const stream = new MediaStream([
    ...painter.canvas.captureStream(fps).getVideoTracks(),
    ...sound.stream.getAudioTracks(),
  ]);
  const recorder = new MediaRecorder(stream, {
    mimeType: mime,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  let writing: Promise<void> = Promise.resolve();
  recorder.ondataavailable = ({ data }) => {
    writing = writing.then(async () => run.sink.write(new Uint8Array(await data.arrayBuffer())));
    // Not awaited yet: the caller that awaits the end gets the error.
    writing.catch(() => undefined);
  };
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  try {
    await begin(context, run.desk.signal);
    // The clock starts when there is something to play, however slow the machine is.
    const pieces = piecesOf(run);
    const first = await pieces.next();
    run.desk.signal.throwIfAborted();
    painter.paint(0);
    const startSec = context.currentTime + LEAD_SEC;
    recorder.start(SLICE_MS);
    const endSec = exportFrames(rifff, turns, tail) / SAMPLE_RATE_HZ;
    await Promise.all([
      playPieces(run, { pieces, first }, sound, startSec),
      drawAlong(run, painter, fps, () => context.currentTime - startSec, endSec),
    ]);
  } finally {
    if (recorder.state !== 'inactive') {
      recorder.stop();
      await stopped;
    }
    await writing.finally(() => context.close());
  }
}
