import { useState } from 'react';
import {
  LOOK_PARAMETERS,
  LOOK_REST,
  LOOK_SOURCES,
  type LookParameter,
} from '../../data/contract/stageLooks.ts';
import { homeUrl } from '../../data/rules/site/base.ts';
import {
  PLAIN_STAGE,
  type StageBlend,
  type StageSettings,
  writeStageAddress,
} from '../../data/rules/stage/stageAddress.ts';
import { CopyField } from '../kit/CopyField.tsx';
import styles from '../parts/looks/Looks.module.css';
import { PARAMETER_TITLES, SOURCE_TITLES } from '../parts/looks/lookWords.ts';
import { Select } from '../system/Select.tsx';
import { Switch } from '../system/Switch.tsx';

const CREDITS = [
  { value: 'fade', title: 'For a moment after each change' },
  { value: 'on', title: 'Always' },
  { value: 'off', title: 'Never' },
];
/** The look's own ways are no route of the address. */
const OWN = 'own';
const SOURCES = [
  { value: OWN, title: 'As the look has it' },
  ...LOOK_SOURCES.map((value) => ({ value, title: SOURCE_TITLES[value] })),
];
/** How far a source moves what follows it. */
const AMOUNT = 0.5;

interface StageAddressProps {
  code: string;
  /** Key of a look. */
  look: string;
  blendBars: StageBlend;
}

/** What cannot be changed while a stage runs, chosen for its address, which a streaming program or a bookmark keeps. */
export function StageAddress({ code, look, blendBars }: StageAddressProps) {
  const [settings, setSettings] = useState<StageSettings>(PLAIN_STAGE);
  const change = (part: Partial<StageSettings>) => setSettings({ ...settings, ...part });
  const { credits, isClear, isSafe, hasRoom, routes } = settings;
  const follow = (name: LookParameter, value: string) => {
    const { [name]: _before, ...others } = routes;
    const source = LOOK_SOURCES.find((one) => one === value);
    if (!source) return change({ routes: others });
    const route = { base: LOOK_REST[name], source, amount: source === 'rest' ? 0 : AMOUNT };
    change({ routes: { ...others, [name]: route } });
  };
  const search = writeStageAddress({ ...settings, look, blendBars });
  return (
    <section className="grid gap24" aria-labelledby="stage-address">
      <h2 id="stage-address" className="t24">
        Address of a stage
      </h2>
      <div>
        <Switch
          isOn={isClear}
          onChange={(on) => change({ isClear: on })}
          hint="For a streaming program that lays the picture over another one."
        >
          Transparent background
        </Switch>
        <Switch isOn={isSafe} onChange={(on) => change({ isSafe: on })}>
          Keep clear of the edges
        </Switch>
        <Switch
          isOn={hasRoom}
          onChange={(on) => change({ hasRoom: on })}
          hint="The history along its tree, who is there, and what they touch."
        >
          Show the whole room
        </Switch>
      </div>
      <Select
        label="Credits: who plays, whose loops"
        options={CREDITS}
        value={credits}
        onValueChange={(value) => change({ credits: value as StageSettings['credits'] })}
      />
      <div className={styles.moved}>
        {LOOK_PARAMETERS.map((name) => (
          <Select
            key={name}
            label={PARAMETER_TITLES[name]}
            options={SOURCES}
            value={routes[name]?.source ?? OWN}
            onValueChange={(value) => follow(name, value)}
          />
        ))}
      </div>
      <CopyField
        done="Address copied."
        label="Address of a stage with this look"
        value={`${homeUrl()}/jam/${code}/stage${search}`}
      />
      <p className="t13 muted">
        It opens without an account. Anyone with it may direct the stage: keep it to yourself.
      </p>
    </section>
  );
}
