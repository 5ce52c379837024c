import { useState } from 'react';
import { Checkbox } from '../../system/Checkbox.tsx';
import { RadioRows } from '../../system/RadioRows.tsx';
import { Switch } from '../../system/Switch.tsx';
import { Part } from '../Part.tsx';
import { Specimen, Specimens } from '../Specimen.tsx';

type Who = 'all' | 'some' | 'none';
const WHO = [
  { value: 'all', title: 'Everybody', text: 'It stands in the feed and on your page.' },
  { value: 'some', title: 'Whoever has the link', text: 'It is listed nowhere.' },
  { value: 'none', title: 'Nobody', text: 'Not while it is being sent.', disabled: true },
] as const;
const LONG =
  'I have read all of this, every word of it, also the small ones, and I agree to what it says about loops that others build on';
const FORCED = [
  ['Hover', 'hover'],
  ['Focus', 'focus'],
] as const;

function Checkboxes() {
  const [isChecked, setChecked] = useState(true);
  const shared = { isChecked, onCheckedChange: setChecked };
  return (
    <Specimens columnPx={280} align="start">
      <Specimen title="Default">
        <Checkbox {...shared}>News by mail</Checkbox>
      </Specimen>
      {FORCED.map(([title, force]) => (
        <Specimen key={title} title={title} force={force}>
          <Checkbox isChecked={false} onCheckedChange={setChecked}>
            {title}
          </Checkbox>
        </Specimen>
      ))}
      <Specimen title="Error">
        <Checkbox
          isChecked={false}
          onCheckedChange={setChecked}
          error="Nothing goes on without it."
        >
          I agree
        </Checkbox>
      </Specimen>
      <Specimen title="Disabled">
        <Checkbox {...shared} disabled hint="Decided by whoever runs this server.">
          Always on
        </Checkbox>
      </Specimen>
      <Specimen title="Long text">
        <Checkbox {...shared}>{LONG}</Checkbox>
      </Specimen>
    </Specimens>
  );
}

function Radios() {
  const [who, setWho] = useState<Who>('all');
  const [other, setOther] = useState<Who | null>(null);
  return (
    <Specimens columnPx={320} align="start">
      <Specimen title="Default" text="One of them disabled">
        <RadioRows<Who> legend="Who may hear it" rows={WHO} value={who} onChange={setWho} />
      </Specimen>
      <Specimen title="Focus" force="focus">
        <RadioRows<Who>
          legend="Who may hear it, focus"
          rows={WHO.slice(0, 1)}
          value={who}
          onChange={setWho}
        />
      </Specimen>
      <Specimen title="Error">
        <RadioRows<Who>
          legend="Who may answer it"
          rows={WHO.slice(0, 2)}
          value={other}
          onChange={setOther}
          error={other === null ? 'Choose one of them.' : undefined}
        />
      </Specimen>
      <Specimen title="Disabled">
        <RadioRows<Who>
          legend="Who may hear it, disabled"
          rows={WHO.slice(0, 2)}
          value="some"
          onChange={setWho}
          disabled
        />
      </Specimen>
    </Specimens>
  );
}

function Switches() {
  const [isOn, setOn] = useState(true);
  return (
    <Specimens columnPx={320} align="start">
      <Specimen title="Default">
        <Switch isOn={isOn} onChange={setOn}>
          Metronome
        </Switch>
      </Specimen>
      <Specimen title="Off, with a hint">
        <Switch isOn={!isOn} onChange={(next) => setOn(!next)} hint="Four clicks before a take.">
          Count in
        </Switch>
      </Specimen>
      <Specimen title="Focus" force="focus">
        <Switch isOn onChange={setOn}>
          Metronome, focus
        </Switch>
      </Specimen>
      <Specimen title="Disabled">
        <Switch isOn={false} onChange={setOn} disabled hint="There is no microphone.">
          Record
        </Switch>
      </Specimen>
      <Specimen title="Disabled, on">
        <Switch isOn onChange={setOn} disabled>
          Limiter
        </Switch>
      </Specimen>
      <Specimen title="Long text">
        <Switch isOn={isOn} onChange={setOn}>
          {LONG}
        </Switch>
      </Specimen>
    </Specimens>
  );
}

/** Everything that is chosen. */
export function ChoicesSection() {
  return (
    <>
      <Part
        title="Checkbox"
        text="For what is agreed to or wanted; it counts when the form is sent."
      >
        <Checkboxes />
      </Part>
      <Part title="Radio" text="Each choice says what it means. Arrow keys move and choose.">
        <Radios />
      </Part>
      <Part title="Switch" text="For what holds at once, without a button that saves it.">
        <Switches />
      </Part>
    </>
  );
}
