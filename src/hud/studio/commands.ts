/** What the editor can do by key. Rings and rows have further keys of their own while they have the keyboard. */
import { transport } from '../../audio/state/transport.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../data/contract/constants.ts';
import { playingSlot, usedSlots } from '../../data/rules/draft/draft.ts';
import { draft } from '../../data/stores/draft.ts';
import {
  type EditorPanel,
  LOOPS_TAB,
  openMaker,
  openMerge,
  selectSlot,
  setDraftsOpen,
  setExportOpen,
  ui,
} from '../../data/stores/ui.ts';
import { type Command, runCommandSoon } from '../parts/commands/registry.ts';
import { currentRifff } from './actions/draftActions.ts';
import type { EditorActions } from './actions/editorActions.ts';

/** Runs a command of a part of the editor, which is brought to sight first. */
type RunIn = (panel: EditorPanel, id: string) => void;

const GAIN_STEP = 0.05;
const hasLoops = () => usedSlots(currentRifff()) > 0;
const hasSelection = () => playingSlot(currentRifff(), ui.selectedSlot) !== null;

function transportCommands(actions: EditorActions, runIn: RunIn): Command[] {
  const group = 'Play';
  return [
    {
      id: 'editor.play',
      group,
      title: 'Play or pause',
      keys: ['Space'],
      run: actions.togglePlay,
    },
    {
      id: 'editor.toStart',
      group,
      title: 'To the start',
      keys: ['.'],
      run: actions.toStart,
      isEnabled: () => transport.status !== 'stopped',
    },
    { id: 'editor.loop', group, title: 'Loop', keys: ['L'], run: actions.toggleLooping },
    {
      id: 'editor.tap',
      group,
      title: 'Tap the tempo',
      keys: ['T'],
      run: () => actions.tapTempo(performance.now()),
    },
    {
      id: 'editor.tempo',
      group,
      title: 'Type a tempo',
      keys: ['B'],
      run: () => runIn('mixer', 'tempo.focus'),
    },
    {
      id: 'editor.masterUp',
      group,
      title: 'Master 1 dB louder',
      keys: ['Mod+ArrowUp'],
      repeats: true,
      run: () => actions.stepMaster(1),
    },
    {
      id: 'editor.masterDown',
      group,
      title: 'Master 1 dB quieter',
      keys: ['Mod+ArrowDown'],
      repeats: true,
      run: () => actions.stepMaster(-1),
    },
  ];
}

function draftCommands(actions: EditorActions, runIn: RunIn): Command[] {
  const group = 'Draft';
  return [
    {
      id: 'editor.commit',
      group,
      title: 'Commit',
      keys: ['C', 'Mod+Enter'],
      run: () => void actions.commit(),
    },
    {
      id: 'editor.export',
      group,
      title: 'Export',
      keys: ['E'],
      run: () => setExportOpen(true),
    },
    {
      id: 'editor.drafts',
      group,
      title: 'Drafts and last heard',
      keys: ['O'],
      run: () => setDraftsOpen(true),
    },
    {
      id: 'editor.undo',
      group,
      title: 'Undo',
      keys: ['Mod+Z'],
      run: actions.undo,
      isEnabled: () => draft.canUndo,
      repeats: true,
    },
    {
      id: 'editor.redo',
      group,
      title: 'Redo',
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      run: actions.redo,
      isEnabled: () => draft.canRedo,
      repeats: true,
    },
    {
      id: 'editor.surprise',
      group,
      title: 'Surprise me',
      keys: ['U'],
      run: () => void actions.surprise(),
    },
    {
      id: 'editor.startOver',
      group,
      title: 'Start over',
      keys: ['Shift+Delete', 'Shift+Backspace'],
      run: actions.startOver,
      isEnabled: hasLoops,
    },
    {
      id: 'editor.pool',
      group,
      title: 'Go to the loops',
      keys: ['P'],
      run: () => runIn('pool', 'pool.focus'),
    },
    {
      id: 'editor.search',
      group,
      title: 'Search loops',
      keys: ['/'],
      run: () => runIn('pool', 'pool.search'),
    },
    {
      id: 'editor.addRandom',
      group,
      title: 'Add a loop at random',
      keys: ['D'],
      run: () => void actions.addRandom(),
    },
  ];
}

function slotCommands(actions: EditorActions): Command[] {
  const group = 'Selected slot';
  const onSlot = (
    id: string,
    title: string,
    keys: string[],
    run: (slot: number) => void,
    repeats = false,
  ): Command => ({
    id: `editor.${id}`,
    group,
    title,
    keys,
    run: () => run(ui.selectedSlot),
    isEnabled: hasSelection,
    repeats,
  });
  const digits = Array.from({ length: MAX_LOOPS_PER_RIFFF }, (_, slot) => slot);
  return [
    ...digits.map(
      (slot): Command => ({
        id: `editor.select${slot + 1}`,
        group,
        title: `Select slot ${slot + 1}`,
        keys: [String(slot + 1)],
        run: () => selectSlot(slot),
        isEnabled: () => playingSlot(currentRifff(), slot) !== null,
      }),
    ),
    onSlot('mute', 'Mute', ['M'], actions.mute),
    onSlot('solo', 'Solo', ['S'], actions.solo),
    onSlot('louder', 'Louder', ['Plus', '='], (slot) => actions.stepGain(slot, GAIN_STEP), true),
    onSlot('quieter', 'Quieter', ['-'], (slot) => actions.stepGain(slot, -GAIN_STEP), true),
    onSlot('next', 'Next loop of its kind', ['N'], (slot) => void actions.swap(slot, 'next')),
    onSlot('random', 'Random loop of its kind', ['R'], (slot) => void actions.swap(slot, 'random')),
    onSlot('another', 'Another like it, made here', ['Y'], (slot) => {
      void actions.swapForAnother(slot);
    }),
    onSlot('inwards', 'Move inwards', ['Alt+ArrowUp'], (slot) => actions.move(slot, slot - 1)),
    onSlot('outwards', 'Move outwards', ['Alt+ArrowDown'], (slot) => actions.move(slot, slot + 1)),
    onSlot('pitchUp', 'A semitone up', [']'], (slot) => actions.stepPitch(slot, 1), true),
    onSlot('pitchDown', 'A semitone down', ['['], (slot) => actions.stepPitch(slot, -1), true),
    onSlot('merge', 'Merge with other rings', ['J'], openMerge),
    onSlot('remove', 'Take out', ['Delete', 'Backspace'], actions.remove),
  ];
}

/**
 * The editor's commands, to be registered while it is shown.
 * @param bring brings the pool or the mixer to sight, where it is in a drawer or a sheet
 */
export function editorCommands(
  actions: EditorActions,
  bring: (panel: EditorPanel) => void,
): Command[] {
  const runIn: RunIn = (panel, id) => {
    bring(panel);
    if (panel === 'pool') openMaker(LOOPS_TAB);
    runCommandSoon(id);
  };
  return [
    ...transportCommands(actions, runIn),
    ...draftCommands(actions, runIn),
    ...slotCommands(actions),
  ];
}
