import { FINISH_KINDS, type FinishKind, MOST_FINISHES } from '../../../data/contract/stageLooks.ts';
import {
  addFinish,
  type FinishValue,
  finishesOf,
  finishValueOf,
  finishValues,
  removeFinish,
  setFinish,
} from '../../../data/rules/stage/editLook.ts';
import { Section } from '../../kit/Section.tsx';
import styles from '../../parts/looks/Looks.module.css';
import { FINISH_TITLES } from '../../parts/looks/lookWords.ts';
import { IconButton } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import { Slider } from '../../system/Slider.tsx';
import type { LookEditing } from './useLookEditing.ts';

const TURN_DEGREES = 360;

const VALUE_TITLES: Readonly<Record<FinishKind, Partial<Record<FinishValue, string>>>> = {
  shadow: { distance: 'How far it falls', turn: 'Which way it falls' },
  plates: { distance: 'How far they are off', turn: 'Which way they are off' },
  lines: { width: 'Width of the lines', pitch: 'Lines apart', turn: 'Turn of the lines' },
  dots: { width: 'Size of the dots', pitch: 'Dots apart', turn: 'Turn of the dots' },
};

const textOf = (value: FinishValue, thousandths: number) =>
  value === 'turn'
    ? `${Math.round((thousandths / 1000) * TURN_DEGREES)}°`
    : `${Math.round(thousandths / 10)} %`;

/** What is done to the whole picture after its layers. */
export function FinishFields({ editing }: { editing: LookEditing }) {
  const { look, change, rest } = editing;
  const finishes = finishesOf(look);
  const free = FINISH_KINDS.filter((kind) => finishes.every((one) => one.kind !== kind));
  const isFull = finishes.length >= MOST_FINISHES;
  return (
    <Section id="look-finish" title="Finish" space="below12">
      <p className="t13 muted below12">
        Done to the whole picture after its layers, one after the other.
      </p>
      <ol className="grid gap8">
        {finishes.map((finish, at) => (
          <li key={finish.kind} className={`raised ${styles.layerBody}`}>
            <div className="row gap8">
              <h3 className="t18 fill">{FINISH_TITLES[finish.kind]}</h3>
              <IconButton
                icon="bin"
                label={`Take it away: ${FINISH_TITLES[finish.kind]}`}
                onClick={() => change(removeFinish(look, at))}
              />
            </div>
            {finishValues(finish).map((value) => (
              <Slider
                key={value}
                label={VALUE_TITLES[finish.kind][value] ?? value}
                value={finishValueOf(finish, value)}
                min={0}
                max={1000}
                step={10}
                text={textOf(value, finishValueOf(finish, value))}
                onValueChange={(to) =>
                  change(setFinish(look, at, value, to), `finish ${at} ${value}`)
                }
                onValueCommit={rest}
              />
            ))}
          </li>
        ))}
      </ol>
      <Select
        label="Another finish"
        className={finishes.length > 0 ? 'top12' : ''}
        options={[
          { value: '', title: 'Choose what it is' },
          ...free.map((value) => ({ value, title: FINISH_TITLES[value] })),
        ]}
        value=""
        disabled={isFull}
        hint={isFull ? 'Two finishes are the most.' : undefined}
        onValueChange={(value) => {
          const kind = free.find((one) => one === value);
          if (kind) change(addFinish(look, kind));
        }}
      />
    </Section>
  );
}
