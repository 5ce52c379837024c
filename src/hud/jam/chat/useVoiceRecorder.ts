import { useEffect, useRef, useState } from 'react';
import { MAX_VOICE_SEC } from '../../../data/contract/chat.ts';

export interface VoiceRecorder {
  state: 'idle' | 'asking' | 'recording';
  /** Whole seconds recorded so far. */
  seconds: number;
  /** Why there is no recording; empty when nothing went wrong. */
  trouble: string;
  start(): void;
  /** Ends the recording and hands it over. */
  finish(): void;
  /** Ends it and keeps nothing. */
  cancel(): void;
}

/** What a browser records may last a moment longer than it was asked for, and the server takes no more than five minutes. */
const LONGEST_SEC = MAX_VOICE_SEC - 1;
/** What browsers record, the best first. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4'];

/**
 * Records a voice message with what the browser has for it, five minutes at most. The microphone is let go as soon
 * as it ends, or its page does.
 *
 * @param onVoice gets the recording
 */
export function useVoiceRecorder(onVoice: (voice: Blob) => unknown): VoiceRecorder {
  const [state, setState] = useState<VoiceRecorder['state']>('idle');
  const [seconds, setSeconds] = useState(0);
  const [trouble, setTrouble] = useState('');
  const recorder = useRef<MediaRecorder | null>(null);
  const isWanted = useRef(false);
  /** Counts the attempts: an answer to an older one is of no interest. */
  const attempt = useRef(0);
  const deliver = useRef(onVoice);
  deliver.current = onVoice;

  const end = (keeps: boolean) => {
    attempt.current += 1;
    isWanted.current = keeps;
    if (recorder.current?.state === 'recording') recorder.current.stop();
    else setState('idle');
  };
  const endNow = useRef(end);
  endNow.current = end;
  useEffect(() => () => endNow.current(false), []);

  useEffect(() => {
    if (state !== 'recording') return;
    const begun = performance.now();
    const timer = setInterval(() => {
      const now = Math.floor((performance.now() - begun) / 1000);
      setSeconds(now);
      if (now >= LONGEST_SEC) endNow.current(true);
    }, 250);
    return () => clearInterval(timer);
  }, [state]);

  const start = async () => {
    const mine = ++attempt.current;
    setTrouble('');
    setSeconds(0);
    if (typeof MediaRecorder === 'undefined' || !navigator.mediaDevices) {
      return setTrouble('This browser cannot record here.');
    }
    setState('asking');
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch {
      if (mine !== attempt.current) return;
      setState('idle');
      return setTrouble('The microphone could not be used. Allow it for this page, and try again.');
    }
    const letGo = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (mine !== attempt.current) return letGo();
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const made = new MediaRecorder(stream, mimeType ? { mimeType } : {});
    const parts: Blob[] = [];
    made.ondataavailable = ({ data }) => parts.push(data);
    made.onstop = () => {
      letGo();
      recorder.current = null;
      setState('idle');
      if (isWanted.current && parts.length > 0) {
        deliver.current(new Blob(parts, { type: made.mimeType }));
      }
    };
    recorder.current = made;
    made.start();
    setState('recording');
  };
  return {
    state,
    seconds,
    trouble,
    start: () => void start(),
    finish: () => end(true),
    cancel: () => end(false),
  };
}
