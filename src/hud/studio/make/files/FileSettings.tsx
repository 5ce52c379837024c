import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import {
  type ImportItem,
  imports,
  patchImportItem,
  patchImports,
} from '../../../../audio/state/files.ts';
import type { FileImports } from '../../../../audio/studio/Studio.ts';
import { CATEGORIES, LIBRARY_CATEGORIES } from '../../../../data/contract/categories.ts';
import { ROOTS, SCALES } from '../../../../data/contract/scales.ts';
import { atTempo, cutOf, withLength, withTempo } from '../../../../data/rules/recording/imports.ts';
import { formatBars, formatBpm } from '../../../parts/controls/format.ts';
import { type Taps, TempoField, tap, tappedBps } from '../../../parts/controls/TempoField.tsx';
import { Button } from '../../../system/Button.tsx';
import { Select } from '../../../system/Select.tsx';
import { Switch } from '../../../system/Switch.tsx';
import { TextField } from '../../../system/TextField.tsx';
import { CutWave } from './CutWave.tsx';
import styles from './Files.module.css';

interface SettingsProps {
  item: ImportItem;
  files: FileImports;
}

const BARS = [0.25, 0.5, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64];
const MIN_TAPS = 4;

const KINDS = [...LIBRARY_CATEGORIES, 'audio' as const].map((slug) => ({
  value: slug,
  title: CATEGORIES[slug].title,
}));
const ROOT_OPTIONS = [
  { value: '-1', title: 'No key' },
  ...ROOTS.map((title, root) => ({ value: `${root}`, title })),
];
const SCALE_OPTIONS = SCALES.map(({ name }, scale) => ({ value: `${scale}`, title: name }));

function TempoRow({ item, files }: SettingsProps) {
  const taps = useRef<Taps>([]);
  const tapAt = (ms: number) => {
    taps.current = tap(taps.current, ms);
    const bps = taps.current.length >= MIN_TAPS ? tappedBps(taps.current) : null;
    if (bps !== null) files.setCut(item.id, (cut) => withTempo(cut, bps));
  };
  return (
    <div className={`tapButtons ${styles.line}`}>
      <span className={styles.label}>Tempo</span>
      <TempoField
        label="Tempo of the file"
        bps={item.bps}
        onChange={(bps) => files.setCut(item.id, (cut) => withTempo(cut, bps))}
      />
      <Button
        size="xs"
        aria-label="Half the tempo"
        onClick={() => files.setCut(item.id, (cut) => atTempo(cut, 0.5))}
      >
        Half
      </Button>
      <Button
        size="xs"
        aria-label="Twice the tempo"
        onClick={() => files.setCut(item.id, (cut) => atTempo(cut, 2))}
      >
        Twice
      </Button>
      <Button
        size="xs"
        title="Tap four times or more"
        onPointerDown={(event) => {
          if (event.button === 0) tapAt(event.timeStamp);
        }}
        onClick={(event) => {
          if (event.detail === 0) tapAt(event.timeStamp);
        }}
      >
        Tap
      </Button>
    </div>
  );
}

/** Other tempos that were heard in it. */
function Proposals({ item, files }: SettingsProps) {
  const others = item.proposals.filter(({ bpm }) => Math.abs(bpm - 60 * item.bps) > 0.5);
  if (others.length === 0) return null;
  return (
    <div className={`tapButtons ${styles.line}`}>
      <span className={styles.label}>Or</span>
      {others.slice(0, 3).map((proposal) => (
        <Button
          key={proposal.bpm}
          size="xs"
          onClick={() =>
            files.setCut(item.id, () => cutOf(proposal, item.durationSec, item.barLength))
          }
        >
          {formatBpm(proposal.bpm / 60)}
        </Button>
      ))}
    </div>
  );
}

function LengthRow({ item, files }: SettingsProps) {
  const { barLength, length16ths } = item;
  const lengths = BARS.map((bars) => bars * barLength).filter(Number.isInteger);
  if (!lengths.includes(length16ths)) lengths.push(length16ths);
  const options = lengths
    .sort((a, b) => a - b)
    .map((length) => ({ value: `${length}`, title: formatBars(length, barLength) }));
  return (
    <Select
      label="Length"
      size="xs"
      value={`${length16ths}`}
      options={options}
      onValueChange={(value) => files.setCut(item.id, (cut) => withLength(cut, Number(value)))}
    />
  );
}

function KeyRow({ item }: { item: ImportItem }) {
  return (
    <>
      <Select
        label="Key"
        size="xs"
        value={`${item.root}`}
        options={ROOT_OPTIONS}
        onValueChange={(value) => patchImportItem(item.id, { root: Number(value) })}
      />
      <Select
        label="Scale"
        size="xs"
        value={`${item.scale}`}
        disabled={item.root < 0}
        options={SCALE_OPTIONS}
        onValueChange={(value) => patchImportItem(item.id, { scale: Number(value) })}
      />
    </>
  );
}

/** Everything that can be set of a file, under its waveform. */
export function FileSettings({ item, files }: SettingsProps) {
  const { hasMetronome, isTogether } = useSnapshot(imports);
  return (
    <div className="stack gap12">
      <CutWave item={item} files={files} />
      <TempoRow item={item} files={files} />
      <Proposals item={item} files={files} />
      <div className={styles.grid}>
        <LengthRow item={item} files={files} />
        <Select
          label="Kind"
          size="xs"
          value={item.category}
          options={KINDS}
          onValueChange={(category) => patchImportItem(item.id, { category })}
        />
        <KeyRow item={item} />
      </div>
      <TextField
        label="Name"
        value={item.title}
        maxLength={120}
        onChange={(event) => patchImportItem(item.id, { title: event.currentTarget.value })}
      />
      <Switch
        isOn={item.isWhole}
        onChange={(isWhole) => files.setCut(item.id, (cut) => ({ ...cut, isWhole, startSec: 0 }))}
        hint="Its tempo then follows from its length in bars"
      >
        The whole file is the loop
      </Switch>
      <Switch isOn={hasMetronome} onChange={(isOn) => files.setMetronome(isOn)}>
        Hear it with a metronome
      </Switch>
      {item.group && (
        <Switch
          isOn={isTogether}
          onChange={(isOn) => patchImports({ isTogether: isOn })}
          hint="Tempo, length and beginning are the same for all of them"
        >
          Set the stems together
        </Switch>
      )}
    </div>
  );
}
