/** Inside the page: when pictures of a video are drawn, made frames and encoded. */

export interface VideoTimes {
  fps: number;
  size: string;
  mode: string;
  bytes: number;
  /** From the last press on “Cancel export” to the picture of the page without it. */
  freeMs: number;
  /** Milliseconds of each picture. */
  readonly drawnMs: number[];
  readonly framedMs: number[];
  readonly encodedMs: number[];
  readonly apartMs: number[];
}

/** An init script: leaves its figures in `window.videoTimes`. */
export function watchVideo(): void {
  const times: VideoTimes = {
    fps: 30,
    size: '',
    mode: '',
    bytes: 0,
    freeMs: 0,
    drawnMs: [],
    framedMs: [],
    encodedMs: [],
    apartMs: [],
  };
  Object.assign(window, { videoTimes: times });
  Object.defineProperty(window, 'showSaveFilePicker', { value: undefined });
  const isCancel = ({ target }: Event) =>
    target instanceof Element && target.closest('button')?.textContent === 'Cancel export';
  addEventListener(
    'click',
    (event) => {
      if (!isCancel(event)) return;
      const free = () => {
        if (document.querySelector('[role=progressbar]')) requestAnimationFrame(free);
        else times.freeMs = performance.now() - event.timeStamp;
      };
      requestAnimationFrame(free);
    },
    { capture: true },
  );
  // A picture begins with the ground that is laid over the one before.
  let begunMs = 0;
  const { fillRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillRect = function (...where) {
    begunMs = performance.now();
    fillRect.apply(this, where);
  };
  let lastMs = 0;
  window.VideoFrame = new Proxy(VideoFrame, {
    construct(target, given: ConstructorParameters<typeof VideoFrame>) {
      if (!(given[0] instanceof HTMLCanvasElement)) return Reflect.construct(target, given);
      const fromMs = performance.now();
      const frame = Reflect.construct(target, given);
      times.drawnMs.push(fromMs - begunMs);
      times.framedMs.push(performance.now() - fromMs);
      if (lastMs > 0) times.apartMs.push(fromMs - lastMs);
      lastMs = fromMs;
      return frame;
    },
  });
  const given = new Map<number, number>();
  window.VideoEncoder = new Proxy(VideoEncoder, {
    construct(target, [init]: [VideoEncoderInit]) {
      const output: VideoEncoderInit['output'] = (chunk, more) => {
        times.encodedMs.push(performance.now() - given.get(chunk.timestamp)!);
        times.bytes += chunk.byteLength;
        init.output(chunk, more);
      };
      return new target({ ...init, output });
    },
  });
  const { encode, configure } = VideoEncoder.prototype;
  VideoEncoder.prototype.encode = function (frame, how) {
    given.set(frame.timestamp, performance.now());
    encode.call(this, frame, how);
  };
  VideoEncoder.prototype.configure = function (config) {
    times.size = `${config.width} × ${config.height}, ${config.framerate} a second`;
    times.fps = config.framerate ?? 30;
    times.mode = `${config.codec} ${config.bitrateMode ?? ''}`;
    configure.call(this, config);
  };
}
