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
 * as it ends, or its page does. What ends by itself (the time is over, the microphone is gone) is handed over too.
 *
 * @param onVoice gets the recording
 * @param longestSec when it ends by itself, in seconds
 */
export function useVoiceRecorder(
  onVoice: (voice: Blob) => unknown,
  longestSec = LONGEST_SEC,
): VoiceRecorder {
  const [state, setState] = useState<VoiceRecorder['state']>('idle');
  const [seconds, setSeconds] = useState(0);
  const [trouble, setTrouble] = useState('');
  const recorder = useRef<MediaRecorder | null>(null);
  const isWanted = useRef(false);
  /** Counts the attempts: the result of an older attempt is ignored. */
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
      if (now >= longestSec) endNow.current(true);
    }, 250);
    return () => clearInterval(timer);
  }, [state, longestSec]);

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
    const parts: Blob[] = [];
    const fail = (words: string) => {
      letGo();
      recorder.current = null;
      setState('idle');
      setTrouble(words);
    };
    let made: MediaRecorder;
    try {
      made = new MediaRecorder(stream, mimeType ? { mimeType } : {});
    } catch {
      return fail('This browser cannot record here.');
    }
    made.ondataavailable = ({ data }) => parts.push(data);
    made.onstop = () => {
      letGo();
      recorder.current = null;
      setState('idle');
      if (!isWanted.current) return;
      const voice = new Blob(parts, { type: made.mimeType });
      // Ended before the microphone gave anything.
      if (voice.size === 0) setTrouble('Nothing was recorded. Try again, a little longer.');
      else deliver.current(voice);
    };
    isWanted.current = true;
    recorder.current = made;
    try {
      made.start();
    } catch {
      return fail('The microphone could not be used. Allow it for this page, and try again.');
    }
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
