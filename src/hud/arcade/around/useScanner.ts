import { useCallback, useEffect, useRef, useState } from 'react';

const LOOK_MS = 250;
/** After so long without a code it says what helps. */
const LONG_MS = 12_000;
/** Pictures are looked at no larger than this: codes are large in them. */
const MOST_PX = 720;

export type ScannerState = 'off' | 'asking' | 'looking' | 'refused' | 'none' | 'failed';

/** Reads what a QR code in a picture says; null where there is none. */
type Read = (source: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** The browser's own reader, where it has one that knows these codes. */
async function ownReader(): Promise<Read | null> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  try {
    if (!Own || !(await Own.getSupportedFormats()).includes('qr_code')) return null;
    const detector = new Own({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  } catch {
    return null; // some browsers name it without having it
  }
}

/** A reader that is fetched, for browsers without one. */
async function fetchedReader(): Promise<Read> {
  const { default: decode } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, MOST_PX / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(scale * video.videoWidth);
    canvas.height = Math.round(scale * video.videoHeight);
    if (!context || canvas.width === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decode(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      return null; // none in this picture
    }
  };
}

interface Scanner {
  state: ScannerState;
  /** It has looked for long. */
  isLong: boolean;
  video: React.RefObject<HTMLVideoElement | null>;
  /** Call it inside a gesture: the browser asks for the camera. */
  start(): void;
  stop(): void;
}

/**
 * Looks for QR codes by the camera.
 * @param onText what a code says; true ends the looking
 */
export function useScanner(onText: (text: string) => boolean): Scanner {
  const [state, setState] = useState<ScannerState>('off');
  const [isLong, setLong] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  const told = useRef(onText);
  told.current = onText;

  const stop = useCallback(() => {
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = null;
    setState((now) => (now === 'looking' || now === 'asking' ? 'off' : now));
  }, []);
  useEffect(() => stop, [stop]);

  const start = useCallback(async () => {
    if (!navigator.mediaDevices?.getUserMedia) return setState('none');
    setState('asking');
    setLong(false);
    try {
      const ideal = { facingMode: 'environment' };
      stream.current = await navigator.mediaDevices.getUserMedia({ video: ideal, audio: false });
      setState('looking');
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      if (name === 'NotAllowedError' || name === 'SecurityError') setState('refused');
      else setState(name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed');
    }
  }, []);

  useEffect(() => {
    const element = video.current;
    if (state !== 'looking' || !element || !stream.current) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const beganMs = performance.now();
    element.srcObject = stream.current;
    const begin = async () => {
      await element.play();
      const read = (await ownReader()) ?? (await fetchedReader());
      const look = async () => {
        if (isOver) return;
        const text = element.readyState >= 2 ? await read(element).catch(() => null) : null;
        if (isOver) return;
        if (text !== null && told.current(text)) return stop();
        if (performance.now() - beganMs > LONG_MS) setLong(true);
        timer = setTimeout(look, LOOK_MS);
      };
      await look();
    };
    begin().catch(() => {
      if (!isOver) setState('failed');
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [state, stop]);

  return { state, isLong, video, start: () => void start(), stop };
}
