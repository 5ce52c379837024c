import { useId, useMemo, useState } from 'react';
import type { LookDocument } from '../../../data/contract/looks.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import {
  baseOf,
  choiceOf,
  kindOf,
  LAYER_KINDS,
  moveLayer,
  parametersOf,
  removeLayer,
  setBase,
  setCamera,
  setChoice,
  setKind,
  setRings,
} from '../../../data/rules/stage/editLook.ts';
import { flies } from '../../../drawing/jam/cameraBox.ts';
import { LookPicture } from '../../parts/looks/LookPicture.tsx';
import styles from '../../parts/looks/Looks.module.css';
import { LAYER_TITLES, PARAMETER_TITLES } from '../../parts/looks/lookWords.ts';
import { IconButton } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import { Slider } from '../../system/Slider.tsx';
import { TextField } from '../../system/TextField.tsx';
import { MovableRow, percent } from './MovableRow.tsx';
import type { LookEditing } from './useLookEditing.ts';

const KINDS = LAYER_KINDS.map((value) => ({ value, title: LAYER_TITLES[value] }));

export interface LayerCardProps {
  editing: LookEditing;
  at: number;
  /** What the small picture is drawn of. */
  rifff: Rifff;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** One layer of a look: its own picture, its kind, its place among the others, and what it is made of. */
export function LayerCard({ editing, at, rifff, isOpen, onOpenChange }: LayerCardProps) {
  const { look, change } = editing;
  const layer = look.layers[at]!;
  const kind = kindOf(layer);
  const title = LAYER_TITLES[kind];
  const bodyId = useId();
  const last = look.layers.length - 1;
  return (
    <li className="raised">
      <div className={`row gap8 ${styles.layerHead}`}>
        <LayerPicture look={look} at={at} rifff={rifff} />
        <Select
          label={`Kind of layer ${at + 1}`}
          isLabelHidden
          className="fill"
          options={KINDS}
          value={kind}
          onValueChange={(value) => {
            const next = LAYER_KINDS.find((one) => one === value);
            if (next) change(setKind(look, at, next));
          }}
        />
        <IconButton
          icon={isOpen ? 'chevronUp' : 'chevronDown'}
          label={`${isOpen ? 'Close' : 'Open'} layer ${at + 1}: ${title}`}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => onOpenChange(!isOpen)}
        />
      </div>
      <div id={bodyId} hidden={!isOpen} className={styles.layerBody}>
        {isOpen && (
          <>
            <div className="row gap4">
              <IconButton
                icon="chevronUp"
                label="Nearer to the front"
                disabled={at === last}
                onClick={() => change(moveLayer(look, at, at + 1))}
              />
              <IconButton
                icon="chevronDown"
                label="Farther to the back"
                disabled={at === 0}
                onClick={() => change(moveLayer(look, at, at - 1))}
              />
              <IconButton
                icon="bin"
                label="Take this layer out"
                disabled={last === 0}
                onClick={() => change(removeLayer(look, at))}
              />
            </div>
            {layer.source === 'rings' && <RingFields editing={editing} at={at} />}
            {parametersOf(layer).map((value) => (
              <MovableRow
                key={value}
                editing={editing}
                of={{ layer: at, value }}
                title={PARAMETER_TITLES[value]}
                base={baseOf(layer, value)}
                text={percent(baseOf(layer, value))}
                onBaseChange={(base) => change(setBase(look, at, value, base), `${at} ${value}`)}
              />
            ))}
          </>
        )}
      </div>
    </li>
  );
}

/** The layer alone, on the ground of its look. */
function LayerPicture({ look, at, rifff }: { look: LookDocument; at: number; rifff: Rifff }) {
  const alone = useMemo((): LookDocument => {
    const one = { ...look, layers: [look.layers[at]!], mods: [], choices: [], finish: undefined };
    // Beside a flight nothing leans.
    return flies(look) && !flies(one) ? setCamera(one, { tilt: 0, turn: 0 }) : one;
  }, [look, at]);
  return (
    <div aria-hidden="true">
      <LookPicture
        placeId={`look-layer.${at}`}
        look={alone}
        rifff={rifff}
        isPlaying={false}
        className={`under ${styles.layerPicture}`}
      />
    </div>
  );
}

interface FieldsProps {
  editing: LookEditing;
  at: number;
}

/** Size of rings, and how they are folded. */
function RingFields({ editing, at }: FieldsProps) {
  const { look, change, rest } = editing;
  const layer = look.layers[at]!;
  if (layer.source !== 'rings') return null;
  const { size, wedges, part } = layer;
  return (
    <>
      <Slider
        label="Radius"
        value={size}
        min={100}
        max={1000}
        step={10}
        text={`${Math.round(size / 10)} %`}
        onValueChange={(value) => change(setRings(look, at, { size: value }), `${at} size`)}
        onValueCommit={rest}
      />
      <Slider
        label="Folded into mirrored parts"
        value={wedges}
        min={1}
        max={16}
        step={1}
        text={wedges === 1 ? 'not folded' : `${wedges}`}
        onValueChange={(value) => change(setRings(look, at, { wedges: value }), `${at} wedges`)}
        onValueCommit={rest}
      />
      <ChoiceField
        editing={editing}
        at={at}
        value="wedges"
        label="Parts, bar by bar"
        range={[1, 16]}
      />
      {(wedges > 1 || choiceOf(look, { layer: at, value: 'wedges' })) && (
        <>
          <Slider
            label="Sixteenth of the turn that is folded"
            value={part}
            min={0}
            max={15}
            step={1}
            text={`${part + 1}`}
            onValueChange={(value) => change(setRings(look, at, { part: value }), `${at} part`)}
            onValueCommit={rest}
          />
          <ChoiceField
            editing={editing}
            at={at}
            value="part"
            label="Sixteenths, bar by bar"
            range={[0, 15]}
          />
        </>
      )}
    </>
  );
}

/** The usual steps, and the one that a look has. */
const stepsWith = (own: number) =>
  [...new Set([1, 2, 4, 8, 16, own])]
    .sort((a, b) => a - b)
    .map((bars) => ({
      value: `${bars}`,
      title: bars === 1 ? 'every bar' : `every ${bars} bars`,
    }));

interface ChoiceFieldProps extends FieldsProps {
  value: 'wedges' | 'part';
  label: string;
  /** Least and most; parts of the turn are counted from 1 for people. */
  range: readonly [number, number];
}

/** Numbers that follow one another by whole bars, as text: `8, 6, 12`. Empty for none. */
function ChoiceField({ editing, at, value, label, range: [least, most] }: ChoiceFieldProps) {
  const { look, change } = editing;
  const choice = choiceOf(look, { layer: at, value });
  const shift = value === 'part' ? 1 : 0;
  const written = choice?.of.map((one) => one + shift).join(', ') ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const every = choice?.everyBars ?? 1;
  const take = (text: string) => {
    setTyped(text);
    const numbers = text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((word) => Number(word) - shift);
    if (numbers.length === 0) return change(setChoice(look, { layer: at, value }, null));
    const isRight = numbers.every((one) => Number.isInteger(one) && one >= least && one <= most);
    if (!isRight || numbers.length < 2 || numbers.length > 8) return;
    change(
      setChoice(look, { layer: at, value }, { everyBars: every, of: numbers }),
      `${at} ${value}`,
    );
  };
  const isWrong = typed !== null && typed.trim() !== '' && !isSameList(typed, written);
  return (
    <div className="row gap8">
      <TextField
        className="fill"
        label={label}
        value={typed ?? written}
        placeholder="Stays"
        inputMode="numeric"
        error={
          isWrong
            ? `Two to eight whole numbers from ${least + shift} to ${most + shift}`
            : undefined
        }
        onChange={(event) => take(event.currentTarget.value)}
        onBlur={() => {
          if (!isWrong) setTyped(null);
        }}
      />
      {choice && (
        <Select
          label={`How often: ${label}`}
          isLabelHidden
          options={stepsWith(every)}
          value={`${every}`}
          onValueChange={(bars) =>
            change(
              setChoice(look, { layer: at, value }, { everyBars: Number(bars), of: choice.of }),
            )
          }
        />
      )}
    </div>
  );
}

const isSameList = (one: string, other: string) => {
  const words = (text: string) =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number)
      .join();
  return words(one) === words(other);
};
