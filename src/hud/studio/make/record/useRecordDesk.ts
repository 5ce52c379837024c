import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Engine } from '../../../../audio/engine/Engine.ts';
import { mixer } from '../../../../audio/state/mixer.ts';
import { recording, unfinishedRecordings } from '../../../../audio/state/recording.ts';
import { notify } from '../../../../data/stores/ui.ts';
import { useEngine } from '../../../EngineContext.tsx';
import { type Command, registerCommands } from '../../../parts/commands/registry.ts';
import { isRecordingOn, pressRecord } from './recordPress.ts';

/** Id of the command that mutes the live input: the ninth mute track. */
export const MUTE_INPUT = 'record.muteInput';

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

async function onRecorder(engine: Engine, id: 'leave' | 'keepThat'): Promise<void> {
  try {
    await (await engine.studio()).recorder[id]();
  } catch (cause) {
    console.error('The recorder could not be reached', cause);
  }
}

/** What a page was recording when it went away is a take now. */
async function takeUp(engine: Engine): Promise<void> {
  try {
    await (await engine.studio()).recorder.restore();
    if (recording.recovered > 0) {
      notify('The page went away while it recorded. What had come in is kept as a take.');
    }
  } catch (cause) {
    console.error('The recorder could not be reached', cause);
  }
}

/** Keys of recording, whichever panel is open. R alone means a random loop while nothing is recorded. */
const commandsOf = (engine: Engine): Command[] => [
  {
    id: 'record.anywhere',
    group: 'Record',
    title: 'Record or stop, in any panel',
    keys: ['Shift+R'],
    isPlayed: true,
    run: () => void pressRecord(engine),
  },
  {
    id: 'record.stop',
    group: 'Record',
    title: 'Stop recording',
    keys: ['R'],
    isPlayed: true,
    isUnlisted: true,
    isEnabled: () => isRecordingOn(),
    run: () => void pressRecord(engine),
  },
  {
    id: 'record.keepAnywhere',
    group: 'Record',
    title: 'Keep the last bars, in any panel',
    keys: ['Shift+K'],
    isPlayed: true,
    isEnabled: () => recording.source === 'instruments' || recording.input === 'open',
    run: () => void onRecorder(engine, 'keepThat'),
  },
  {
    id: MUTE_INPUT,
    group: 'Record',
    title: 'Mute or unmute the input',
    keys: ['Shift+M'],
    isPlayed: true,
    run: () => engine.setInputMuted(!mixer.isInputMuted),
  },
];

/**
 * What recording asks of the editor while it is shown: its keys, a question before the page is closed, and, when the
 * editor is left, a stop as by a press and the end of listening.
 */
export function useRecordDesk(): void {
  const engine = useEngine();
  useEffect(() => registerCommands(commandsOf(engine)), [engine]);

  const isOn = useSnapshot(recording).recordingEnabled;
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [isOn]);

  useEffect(() => {
    if (unfinishedRecordings().length > 0) void takeUp(engine);
  }, [engine]);

  useEffect(
    () => () => {
      const { phase, input } = recording;
      const isOpen = input === 'open' || input === 'asking';
      if (phase !== 'off' || isOpen) void onRecorder(engine, 'leave');
    },
    [engine],
  );
}
