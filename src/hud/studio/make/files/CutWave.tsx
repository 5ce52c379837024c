import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ImportItem } from '../../../../audio/state/files.ts';
import type { FileImports } from '../../../../audio/studio/Studio.ts';
import { cutSec, type LoopCut, withStart } from '../../../../data/rules/recording/imports.ts';
import type { LaneShape } from '../../../../data/stores/lanes.ts';
import { useLane } from '../useLane.ts';
import { type CutView, columnPeaks, cutView, gridLines, shareAt } from './cutView.ts';
import styles from './Files.module.css';

interface WaveProps {
  item: ImportItem;
  files: FileImports;
}

/** A column of the waveform with the gap behind it, in CSS pixels. */
const COLUMN_PX = 3;
const LINE_PX = 1;
/** A pull is set this often. */
const SET_MS = 100;

/** Width of an element in CSS pixels, followed. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** Has a part of a file drawn in an element as wide as `width`. */
function useWave(
  item: ImportItem,
  view: CutView,
  width: number,
  hasLines: boolean,
  files: FileImports,
) {
  const outline = files.outline(item.id);
  const { fromSec, toSec } = view;
  const { durationSec, startSec, category, length16ths, bps, barLength, isWhole } = item;
  const columns = useMemo(() => {
    const count = Math.max(1, Math.floor(width / COLUMN_PX));
    if (!outline || width === 0) return null;
    return columnPeaks(outline, durationSec, { fromSec, toSec }, count);
  }, [outline, durationSec, fromSec, toSec, width]);
  const shape = useMemo<LaneShape | null>(() => {
    if (!columns) return null;
    const cut = { startSec, length16ths, bps, isWhole };
    const within = (sec: number) => shareAt(sec, { fromSec, toSec });
    return {
      kind: 'cut',
      category,
      columns,
      columnPx: COLUMN_PX,
      from: within(startSec) * columns.length,
      to: within(startSec + cutSec(cut)) * columns.length,
      lines: hasLines
        ? gridLines(cut, barLength).map(({ sec, isBar }) => ({
            x: Math.round(within(sec) * (width - LINE_PX)),
            isBar,
          }))
        : [],
    };
  }, [
    columns,
    startSec,
    length16ths,
    bps,
    isWhole,
    barLength,
    category,
    fromSec,
    toSec,
    width,
    hasLines,
  ]);
  return useLane<HTMLSpanElement>(shape);
}

const seconds = (sec: number) => `${sec.toFixed(3)} s`;

/** Steps of the keys in seconds. */
function stepOf(event: KeyboardEvent, barSec: number): number {
  const small = event.shiftKey ? 0.001 : 0.01;
  if (event.key === 'ArrowRight' || event.key === 'ArrowUp') return small;
  if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') return -small;
  if (event.key === 'PageUp') return barSec;
  if (event.key === 'PageDown') return -barSec;
  return 0;
}

/** A pull of the sound under the bar lines: shown at once, set ten times a second and when it ends. */
function usePull(item: ImportItem, files: FileImports, secPerPx: number) {
  const [pulledSec, setPulled] = useState<number | null>(null);
  const from = useRef<{ x: number; startSec: number; setMs: number } | null>(null);
  const set = (startSec: number) =>
    files.setCut(item.id, (cut: LoopCut) => withStart(cut, startSec));
  const end = () => {
    if (from.current && pulledSec !== null) set(pulledSec);
    from.current = null;
    setPulled(null);
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, startSec: item.startSec, setMs: event.timeStamp };
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const pull = from.current;
      if (!pull) return;
      const wanted = pull.startSec - (event.clientX - pull.x) * secPerPx;
      const startSec = Math.min(item.durationSec, Math.max(0, wanted));
      setPulled(startSec);
      if (event.timeStamp - pull.setMs < SET_MS) return;
      pull.setMs = event.timeStamp;
      set(startSec);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return { startSec: pulledSec ?? item.startSec, set, handlers };
}

/** The loop in its file. The sound is pulled under the bar lines, so that the beginning comes to lie where it is. */
function Detail({ item, files }: WaveProps) {
  const { element, width } = useWidth();
  const still = cutView(item, item.durationSec);
  const secPerPx = (still.toSec - still.fromSec) / Math.max(1, width);
  const { startSec, set, handlers } = usePull(item, files, secPerPx);
  const shown = { ...item, startSec };
  const view = cutView(shown, item.durationSec);
  const wave = useWave(shown, view, width, true, files);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = stepOf(event, item.barLength / (4 * item.bps));
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Home') set(0);
    else if (step !== 0) set(item.startSec + step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={element}
      className={styles.detail}
      role="slider"
      tabIndex={0}
      aria-label="Beginning of the loop"
      aria-valuemin={0}
      aria-valuemax={Number(item.durationSec.toFixed(3))}
      aria-valuenow={Number(startSec.toFixed(3))}
      aria-valuetext={seconds(startSec)}
      title="Pull the sound under the bar lines"
      onKeyDown={onKeyDown}
      {...handlers}
    >
      <span ref={wave} className="cover" />
    </div>
  );
}

/** The whole file, where the loop is a small part of it: a press takes the bar that lies there. */
function Overview({ item, files }: WaveProps) {
  const view = { fromSec: 0, toSec: item.durationSec };
  const { element, width } = useWidth();
  const wave = useWave(item, view, width, false, files);
  const barSec = item.barLength / (4 * item.bps);
  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const sec = ((event.clientX - left) / Math.max(1, width)) * item.durationSec;
    const bars = Math.floor((sec - item.startSec) / barSec);
    const startSec = item.startSec + bars * barSec;
    if (bars === 0) return;
    files.setCut(item.id, (cut) => withStart(cut, startSec < 0 ? startSec + barSec : startSec));
  };
  return (
    <div
      ref={element}
      className={styles.overview}
      aria-hidden="true"
      title="Take the bars from here on"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons & 1) goTo(event);
      }}
    >
      <span ref={wave} className="cover" />
    </div>
  );
}

/** The waveform of a file with the bars of its loop. */
export function CutWave({ item, files }: WaveProps) {
  const isPart = cutSec(item) < 0.6 * item.durationSec;
  return (
    <div className="stack gap8">
      <Detail item={item} files={files} />
      {isPart && <Overview item={item} files={files} />}
      <p className={`${styles.caption} t13 muted`}>
        <span>From {seconds(item.startSec)}</span>
        <span>
          {seconds(cutSec(item))} of {seconds(item.durationSec)}, {item.sampleRate / 1000} kHz,{' '}
          {item.channels === 1 ? 'mono' : 'stereo'}
        </span>
      </p>
    </div>
  );
}
