import type { LookMod } from '../../../data/contract/looks.ts';
import { LOOK_SOURCES, MOST_MODS } from '../../../data/contract/stageLooks.ts';
import {
  addMod,
  type ModPart,
  type Movable,
  modsOf,
  removeMod,
  setMod,
} from '../../../data/rules/stage/editLook.ts';
import styles from '../../parts/looks/Looks.module.css';
import { SOURCE_TITLES } from '../../parts/looks/lookWords.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import { Slider } from '../../system/Slider.tsx';
import type { LookEditing } from './useLookEditing.ts';

const SOURCES = LOOK_SOURCES.filter((source) => source !== 'rest').map((value) => ({
  value,
  title: SOURCE_TITLES[value],
}));

/** Times that a move over the whole range takes at least. */
const TIMES = [
  { value: '0', title: 'at once' },
  { value: '200', title: 'in 0.2 s' },
  { value: '500', title: 'in 0.5 s' },
  { value: '900', title: 'in 0.9 s' },
  { value: '1500', title: 'in 1.5 s' },
  { value: '3000', title: 'in 3 s' },
  { value: '6000', title: 'in 6 s' },
] as const;

/** The usual times, and the one that a look has. */
function timesWith(ms: number, word: string) {
  const all = TIMES.some(({ value }) => Number(value) === ms)
    ? TIMES
    : [...TIMES, { value: `${ms}`, title: `in ${ms / 1000} s` }];
  return all.map(({ value, title }) => ({ value, title: `${word} ${title}` }));
}

export const percent = (thousandths: number) => `${Math.round(thousandths / 10)} %`;

export interface MovableRowProps {
  editing: LookEditing;
  of: Movable;
  title: string;
  /** Where it is when nothing moves it, in thousandths, and as people read it. */
  base: number;
  text: string;
  onBaseChange(base: number): void;
}

/** Something that can be moved: where it is at rest, and what moves it from there. */
export function MovableRow({ editing, of, title, base, text, onBaseChange }: MovableRowProps) {
  const { look, change, rest } = editing;
  return (
    <div className="grid gap8">
      <Slider
        label={title}
        value={base}
        min={0}
        max={1000}
        step={10}
        text={text}
        onValueChange={onBaseChange}
        onValueCommit={rest}
      />
      {modsOf(look, of).map(({ mod, at }) => (
        <ModRow key={at} editing={editing} mod={mod} at={at} of={title} />
      ))}
      <p>
        <Button
          size="xs"
          icon="plus"
          disabled={look.mods.length >= MOST_MODS}
          onClick={() => change(addMod(look, of))}
          aria-label={`Let something move it: ${title}`}
        >
          Let something move it
        </Button>
      </p>
    </div>
  );
}

interface ModRowProps {
  editing: LookEditing;
  mod: LookMod;
  /** Place among all mods of the look. */
  at: number;
  /** What it moves, in words. */
  of: string;
}

function ModRow({ editing, mod, at, of }: ModRowProps) {
  const { look, change, rest } = editing;
  const set = (part: ModPart, mark?: string) =>
    change(setMod(look, at, part), mark && `mod ${at} ${mark}`);
  return (
    <div className={`grid gap8 ${styles.mod}`}>
      <div className="row gap8">
        <Select
          label={`What moves: ${of}`}
          isLabelHidden
          size="xs"
          className="fill"
          options={SOURCES}
          value={mod.source}
          onValueChange={(value) => {
            const source = LOOK_SOURCES.find((one) => one === value);
            if (source) set({ source });
          }}
        />
        <IconButton
          icon="bin"
          size="xs"
          label={`Nothing of this moves: ${of}`}
          onClick={() => change(removeMod(look, at))}
        />
      </div>
      <Slider
        label="How far"
        value={mod.amount}
        min={-1000}
        max={1000}
        step={10}
        text={percent(mod.amount)}
        onValueChange={(amount) => set({ amount }, 'amount')}
        onValueCommit={rest}
      />
      <div className="row gap8">
        <Select
          label={`How fast it rises: ${of}`}
          isLabelHidden
          size="xs"
          className="fill"
          options={timesWith(mod.rise, 'Rises')}
          value={`${mod.rise}`}
          onValueChange={(value) => set({ rise: Number(value) })}
        />
        <Select
          label={`How fast it falls: ${of}`}
          isLabelHidden
          size="xs"
          className="fill"
          options={timesWith(mod.fall, 'Falls')}
          value={`${mod.fall}`}
          onValueChange={(value) => set({ fall: Number(value) })}
        />
      </div>
    </div>
  );
}
