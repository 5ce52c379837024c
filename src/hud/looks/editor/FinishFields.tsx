import { FINISH_KINDS, MOST_FINISHES } from '../../../data/contract/stageLooks.ts';
import {
  addFinish,
  type FinishValue,
  finishesOf,
  finishValueOf,
  finishValues,
  isMovable,
  removeFinish,
  setFinish,
} from '../../../data/rules/stage/editLook.ts';
import { Section } from '../../kit/Section.tsx';
import styles from '../../parts/looks/Looks.module.css';
import { FINISH_TITLES, FINISH_VALUE_TITLES } from '../../parts/looks/lookWords.ts';
import { IconButton } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import { Slider } from '../../system/Slider.tsx';
import { MovableRow, percent } from './MovableRow.tsx';
import type { LookEditing } from './useLookEditing.ts';

const TURN_DEGREES = 360;

const textOf = (value: FinishValue, thousandths: number) =>
  value === 'turn' ? `${Math.round((thousandths / 1000) * TURN_DEGREES)}°` : percent(thousandths);

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
            {finishValues(finish).map((value) => {
              const title = FINISH_VALUE_TITLES[finish.kind][value] ?? value;
              const base = finishValueOf(finish, value);
              const text = textOf(value, base);
              const onBaseChange = (to: number) =>
                change(setFinish(look, at, value, to), `finish ${at} ${value}`);
              if (isMovable(finish, value)) {
                const of = { finish: at, value };
                return (
                  <MovableRow key={value} {...{ editing, of, title, base, text, onBaseChange }} />
                );
              }
              return (
                <Slider
                  key={value}
                  label={title}
                  value={base}
                  min={0}
                  max={1000}
                  step={10}
                  text={text}
                  onValueChange={onBaseChange}
                  onValueCommit={rest}
                />
              );
            })}
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
