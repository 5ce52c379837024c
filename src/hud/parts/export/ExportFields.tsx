import { useEffect, useState } from 'react';
import type { Exporter, VideoWays } from '../../../audio/export/Exporter.ts';
import { categoryOf } from '../../../data/contract/categories.ts';
import type { KnobTurns } from '../../../data/contract/live.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { playingSlot } from '../../../data/rules/draft/draft.ts';
import type { StemRight } from '../../../data/rules/sharing/credits.ts';
import { RadioRows } from '../../system/RadioRows.tsx';
import { Select } from '../../system/Select.tsx';
import { TextField } from '../../system/TextField.tsx';
import { formatCount } from '../controls/format.ts';
import pageStyles from '../Page.module.css';
import styles from './Export.module.css';
import {
  type ExportChoice,
  type ExportKind,
  FORMATS,
  formatLength,
  PLAIN_LOOK,
  turnChoices,
  turnsSec,
  VIDEO_SIZES,
  type VideoKnobs,
  videoSize,
} from './exportChoice.ts';
import { hasKnobs, knobOptions, roomNowMs } from './videoKnobs.ts';
import { lookOptions, type useVideoLooks, videoLook } from './videoLooks.ts';

const KINDS: readonly { value: ExportKind; title: string; text: string }[] = [
  { value: 'mix', title: 'Mix', text: 'One file that sounds as it does here.' },
  { value: 'stems', title: 'Stems', text: 'A file for each ring, equally long, in an archive.' },
  {
    value: 'project',
    title: 'DAW project',
    text: 'Loops on the grid with their mixer: Bitwig, Cubase, Studio One.',
  },
  { value: 'video', title: 'Video', text: 'The rings as they turn, with the sound.' },
];

interface ExportFieldsProps {
  rifff: Rifff;
  rights: readonly StemRight[];
  choice: ExportChoice;
  /** Looks that a video can have. */
  looks: ReturnType<typeof useVideoLooks>;
  /** Moves of the knobs in the room of the rifff; null where none are known. */
  roomKnobs: KnobTurns | null;
  exporter: Exporter | null;
  onChange(change: Partial<ExportChoice>): void;
}

function VideoFields(props: Omit<ExportFieldsProps, 'rights'>) {
  const { rifff, choice, roomKnobs, exporter, onChange } = props;
  const { looks, isFailed } = props.looks;
  const ways = useVideoWays(exporter, choice.size);
  const words = {
    encoded: `${ways?.text}. Every picture is drawn for its moment.`,
    recorded: `${ways?.text}. This browser cannot encode: it records while it plays, so keep the page open.`,
    none: 'This browser can neither encode nor record video. Chrome, Edge, Firefox and Safari can.',
  };
  return (
    <>
      <div className={styles.selects}>
        <Select
          label="Shape"
          options={VIDEO_SIZES.map(({ id, title }) => ({ value: id, title }))}
          value={choice.size}
          onValueChange={(size) => onChange({ size })}
        />
        <Select
          label="Pictures a second"
          options={['30', '60'].map((value) => ({ value, title: value }))}
          value={String(choice.fps)}
          onValueChange={(value) => onChange({ fps: value === '60' ? 60 : 30 })}
        />
        <Select
          label="Look"
          hint={isFailed ? 'Your own looks could not be loaded.' : undefined}
          options={lookOptions(looks)}
          value={videoLook(looks, choice.look)?.key ?? PLAIN_LOOK}
          onValueChange={(look) => onChange({ look })}
        />
        {roomKnobs && hasKnobs(videoLook(looks, choice.look)) && (
          <KnobField
            turns={roomKnobs}
            sec={turnsSec(rifff, choice.turns)}
            value={choice.knobs}
            onChange={(knobs) => onChange({ knobs })}
          />
        )}
      </div>
      <p className="t13 muted" role={ways?.way === 'none' ? 'alert' : 'status'}>
        {ways ? words[ways.way] : 'Asking what this browser can encode'}
      </p>
    </>
  );
}

interface KnobFieldProps {
  turns: KnobTurns;
  /** Seconds of the video. */
  sec: number;
  value: VideoKnobs;
  onChange(value: VideoKnobs): void;
}

/** How the knobs of the look stand in a video. */
function KnobField({ turns, sec, value, onChange }: KnobFieldProps) {
  const options = knobOptions(turns, sec, roomNowMs());
  const chosen = options.some((one) => one.value === value) ? value : 'stand';
  return (
    <Select
      label="Knobs"
      options={options}
      value={chosen}
      hint={chosen === 'moved' ? 'They moved, so its end does not meet its beginning.' : undefined}
      onValueChange={(next) => onChange(options.find((one) => one.value === next)!.value)}
    />
  );
}

/** What is taken away, as what, and how long. */
export function ExportFields(props: ExportFieldsProps) {
  const { rifff, rights, choice, onChange } = props;
  const { kind } = choice;
  const isSound = kind === 'mix' || kind === 'stems';
  return (
    <>
      <TextField
        label="Name"
        value={choice.title}
        maxLength={80}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <RadioRows
        legend="What"
        rows={KINDS}
        value={kind}
        onChange={(value) => onChange({ kind: value })}
      />
      <div className={styles.selects}>
        {isSound && (
          <Select
            label="Format"
            options={FORMATS}
            value={choice.format}
            onValueChange={(format) => onChange({ format: format as ExportChoice['format'] })}
          />
        )}
        <Select
          label="Length"
          options={turnChoices(rifff).map((turns) => ({
            value: String(turns),
            title: `${formatCount(turns, 'turn')}, ${formatLength(turnsSec(rifff, turns))}`,
          }))}
          value={String(choice.turns)}
          onValueChange={(turns) => onChange({ turns: Number(turns) })}
        />
        {kind !== 'project' && (
          <Select
            label="End"
            options={[
              { value: 'folded', title: 'Goes round' },
              { value: 'left', title: 'Rings out' },
            ]}
            value={choice.tail}
            onValueChange={(tail) => onChange({ tail: tail === 'left' ? 'left' : 'folded' })}
          />
        )}
      </div>
      {kind === 'video' && <VideoFields {...props} />}
      {(kind === 'stems' || kind === 'project') && <StemRows rifff={rifff} rights={rights} />}
    </>
  );
}

/** Every ring, and whether it comes along as a file of its own; why not, where it does not. */
function StemRows({ rifff, rights }: { rifff: Rifff; rights: readonly StemRight[] }) {
  return (
    <ul className="lineAbove" aria-label="Rings">
      {rights.map(({ slot, loop, refusal }) => {
        const current = playingSlot(rifff, slot);
        const category = categoryOf(current?.category ?? loop.category);
        const note = refusal ?? (current?.on ? '' : 'muted in the mix');
        return (
          <li key={slot} className={styles.stem} data-refused={refusal !== null || undefined}>
            <span className={pageStyles.dot} style={{ background: category.ink }} />
            <span className={`medium truncate ${styles.name}`}>{loop.name ?? category.title}</span>
            <span className="t13 muted num">{refusal ? `left out: ${note}` : note}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** How this browser makes a video of a size; null while that is asked. */
function useVideoWays(exporter: Exporter | null, sizeId: string): VideoWays | null {
  const [ways, setWays] = useState<VideoWays | null>(null);
  useEffect(() => {
    let isGone = false;
    setWays(null);
    exporter?.videoWays(videoSize(sizeId)).then(
      (found) => !isGone && setWays(found),
      (cause: unknown) => {
        console.error('What this browser can encode is not known', cause);
        if (!isGone) setWays({ way: 'none', text: '' });
      },
    );
    return () => {
      isGone = true;
    };
  }, [exporter, sizeId]);
  return ways;
}
