import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const LOOK_MS = 250;
/** Time without a code after which the page shows advice. */
const LONG_MS = 12_000;

export type ScannerState = 'off' | 'asking' | 'looking' | 'refused' | 'none' | 'failed';

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: 'qr_code'[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** A reader of QR codes: the browser's own, or one that is fetched where it has none. */
async function makeDetector(): Promise<Detector> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  // Some browsers have the interface but support no kind of code.
  const formats: readonly string[] = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  const Class = formats.includes('qr_code') ? Own : undefined;
  const Any: DetectorClass = Class ?? (await import('qr/decode.js')).BarcodeDetector;
  return new Any({ formats: ['qr_code'] });
}

interface Scanner {
  state: ScannerState;
  /** It has looked for long. */
  isLong: boolean;
  video: RefObject<HTMLVideoElement | null>;
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
  /** Counts starts and stops: a camera that opens after another start or stop is closed again. */
  const turn = useRef(0);

  const stop = useCallback(() => {
    turn.current += 1;
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = null;
    setState((now) => (now === 'looking' || now === 'asking' ? 'off' : now));
  }, []);
  useEffect(() => stop, [stop]);

  const start = useCallback(async () => {
    if (!navigator.mediaDevices?.getUserMedia) return setState('none');
    turn.current += 1;
    const own = turn.current;
    setState('asking');
    setLong(false);
    try {
      const video = { facingMode: 'environment' };
      const given = await navigator.mediaDevices.getUserMedia({ video, audio: false });
      if (own !== turn.current) {
        for (const track of given.getTracks()) track.stop();
        return;
      }
      stream.current = given;
      setState('looking');
    } catch (error) {
      if (own !== turn.current) return;
      const name = error instanceof DOMException ? error.name : '';
      if (name === 'NotAllowedError' || name === 'SecurityError') setState('refused');
      else
        setState(name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed');
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
      const detector = await makeDetector();
      const look = async () => {
        if (isOver) return;
        // A picture that cannot be read is skipped: the next one follows.
        const codes = element.readyState >= 2 ? await detector.detect(element).catch(() => []) : [];
        const [found] = codes;
        if (isOver) return;
        const text = found?.rawValue;
        if (text !== undefined && told.current(text)) return stop();
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
