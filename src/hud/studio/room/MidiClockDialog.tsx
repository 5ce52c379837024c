import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type MidiPlug, play } from '../../../audio/state/play.ts';
import type { Studio } from '../../../audio/studio/Studio.ts';
import { notify } from '../../../data/stores/ui.ts';
import { useEngine } from '../../EngineContext.tsx';
import { LaterDialog } from '../../parts/page/LaterDialog.tsx';
import { Button } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import { Switch } from '../../system/Switch.tsx';
import styles from './Room.module.css';
import type { MidiLead } from './useMidiLead.ts';

const WORDS = {
  off: 'The browser asks you before this page may use MIDI.',
  asking: 'The browser asks whether this page may use your MIDI devices.',
  absent: 'This browser has no MIDI; Chrome, Edge and Firefox have.',
  refused:
    'MIDI was refused. Allow it in the settings of this page in your browser, then try again.',
  on: '',
} as const;

/** The list of MIDI ports; a port that was disconnected stays in the list while it is chosen. */
function options(all: string, plugs: readonly MidiPlug[], chosen: string) {
  const isGone = chosen !== '' && plugs.every(({ id }) => id !== chosen);
  return [
    { value: '', title: all },
    ...plugs.map(({ id, name }) => ({ value: id, title: name })),
    ...(isGone ? [{ value: chosen, title: 'Not plugged in' }] : []),
  ];
}

/** Opens the clock of MIDI hardware: to follow this page, or to lead it. */
export function MidiClock({ lead }: { lead: MidiLead }) {
  const [isOpen, setOpen] = useState(false);
  const { isClockSent } = useSnapshot(play).midi;
  const state = lead.isLed ? 'led by hardware' : isClockSent ? 'clock is sent' : '';
  return (
    <div className={styles.step}>
      <Button size="xs" variant="bare" className={styles.flush} onClick={() => setOpen(true)}>
        MIDI clock
      </Button>
      <span className="t13 muted">{state}</span>
      <LaterDialog isOpen={isOpen} onOpenChange={setOpen} title="MIDI clock">
        <Controls lead={lead} />
      </LaterDialog>
    </div>
  );
}

function Controls({ lead }: { lead: MidiLead }) {
  const engine = useEngine();
  const [studio, setStudio] = useState<Studio | null>(null);
  const midi = useSnapshot(play).midi;
  useEffect(() => {
    let isHere = true;
    engine.studio().then(
      (made) => {
        if (!isHere) return;
        setStudio(made);
        void made.midi.askIfAllowed();
      },
      () => notify('MIDI could not be loaded. Try again in a moment.'),
    );
    return () => {
      isHere = false;
    };
  }, [engine]);
  if (midi.status !== 'on') {
    return (
      <div className={styles.form}>
        <p role="status">{WORDS[midi.status]}</p>
        {(midi.status === 'off' || midi.status === 'refused') && (
          <div>
            <Button size="sm" disabled={!studio} onClick={() => void studio?.midi.ask()}>
              Use MIDI
            </Button>
          </div>
        )}
      </div>
    );
  }
  const bpm = midi.clockBps === null ? null : Math.round(midi.clockBps * 600) / 10;
  return (
    <div className={styles.form}>
      <Select
        label="Send to"
        value={midi.clockOutput}
        options={options('Everything that is plugged in', midi.outputs, midi.clockOutput)}
        onValueChange={(output) => studio?.midi.chooseClock({ output })}
      />
      <Switch
        isOn={midi.isClockSent}
        disabled={midi.outputs.length === 0 && !midi.isClockSent}
        hint={midi.outputs.length === 0 ? 'Nothing that could hear it is plugged in.' : undefined}
        onChange={(isSent) => void studio?.midi.sendClock(isSent)}
      >
        Hardware follows
      </Switch>
      <Select
        label="Listen to"
        value={midi.clockSource}
        options={options('Any clock that comes in', midi.sources, midi.clockSource)}
        onValueChange={(source) => studio?.midi.chooseClock({ source })}
      />
      <Switch
        isOn={lead.isLed}
        disabled={lead.hindrance !== '' && !lead.isLed}
        hint={lead.hindrance || 'It starts, stops and keeps the time of what plays here.'}
        onChange={lead.setLed}
      >
        Hardware leads
      </Switch>
      <p className="muted" role="status">
        {bpm === null
          ? 'No clock comes in.'
          : `A clock comes in at ${bpm} bpm${midi.isClockRunning ? '.' : ', stopped.'}`}
      </p>
    </div>
  );
}
