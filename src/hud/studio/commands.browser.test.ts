import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import type { Engine } from '../../audio/engine/Engine.ts';
import { mixer } from '../../audio/state/mixer.ts';
import { transport } from '../../audio/state/transport.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { playingSlot } from '../../data/rules/draft/draft.ts';
import { draft, editDraft, flushDraft, openAsDraft } from '../../data/stores/draft.ts';
import { LOOPS_TAB, openMaker, openPanel, selectSlot, ui } from '../../data/stores/ui.ts';
import { layoutRings } from '../../drawing/layout.ts';
import {
  allCommands,
  keyConflicts,
  registerCommands,
  runCommand,
} from '../parts/commands/registry.ts';
import { performIntent } from '../parts/rings/ringActions.ts';
import { createEditorActions } from './actions/editorActions.ts';
import { editorCommands } from './commands.ts';

/** What the page and the engine were asked for, in order. */
const asked: string[] = [];
const note = (what: string) => () => void asked.push(what);
/** As far as these commands reach it: an engine that does what it is told at once. */
const engine = {
  setSolo: (slot: number) => {
    mixer.solo = slot;
  },
  stop: note('stop'),
  stopAudition: note('stopAudition'),
  setMasterGainDb: (gainDb: number) => void asked.push(`master ${gainDb}`),
} as Partial<Engine> as Engine;
const link = { push: note('push'), retry() {}, stop() {} };
const desk = { engine, link, queries: new QueryClient(), chance: () => 0 };
let leave = () => {};

beforeEach(async () => {
  asked.length = 0;
  const loops = ['drums', 'bass', 'leads'].map((category) =>
    makeLoop({ sound: sine(220), category }),
  );
  await openAsDraft(makeRifff(loops), '');
  selectSlot(-1);
  mixer.solo = -1;
  leave = registerCommands(editorCommands(createEditorActions(desk), () => {}));
});

afterEach(async () => {
  leave();
  await flushDraft();
});

const order = () => draft.rifff.loops.map(({ category }) => category);
const slotLoop = (slot: number) => playingSlot(draft.rifff, slot)?.currentLoop;

it('every command has a title, a group and a key that is its own', () => {
  expect(keyConflicts()).toEqual([]);
  for (const { title, group, keys } of allCommands()) {
    expect([title, group, keys.length > 0]).not.toContain('');
    expect(keys.length).toBeGreaterThan(0);
  }
});

it('those of a slot wait for one to be selected, and act on that one', () => {
  expect(runCommand('editor.mute')).toBe(false);
  expect(runCommand('editor.select2')).toBe(true);
  expect(ui.selectedSlot).toBe(1);
  runCommand('editor.mute');
  expect([0, 1, 2].map((slot) => playingSlot(draft.rifff, slot)?.on)).toEqual([true, false, true]);
  runCommand('editor.undo');
  expect(playingSlot(draft.rifff, 1)?.on).toBe(true);
  expect(runCommand('editor.select8')).toBe(false);
});

it('moving and taking out keep solo and selection with their loops', () => {
  const [, bass] = [slotLoop(0), slotLoop(1)];
  selectSlot(1);
  runCommand('editor.solo');
  runCommand('editor.outwards');
  expect([mixer.solo, ui.selectedSlot, slotLoop(2)]).toEqual([2, 2, bass]);
  selectSlot(0);
  runCommand('editor.remove');
  expect([mixer.solo, slotLoop(1)]).toEqual([1, bass]);
  expect(order()).toHaveLength(2);
});

it('a ring that is dragged and a key for the same slot right after it are one undo step', () => {
  const context = {
    placeId: '',
    layout: layoutRings([], 100),
    radiusPx: 100,
    solo: -1,
    canPitch: true,
    rifff: draft.rifff as Rifff,
    actions: { edit: editDraft, gain() {}, solo() {} },
    firstTouch() {},
  };
  const options = { context: () => context, label() {}, onTouched() {} };
  const finger = { x: 0, y: 0, isMouse: true };
  selectSlot(1);
  performIntent({ type: 'setGain', slot: 1, gain: 0.5 }, options, finger);
  runCommand('editor.louder');
  expect(playingSlot(draft.rifff, 1)?.gain).toBeCloseTo(0.55);
  runCommand('editor.undo');
  expect(playingSlot(draft.rifff, 1)?.gain).toBe(1);
  expect(draft.canUndo).toBe(false);
  performIntent({ type: 'setPitch', slot: 1, semitones: 3 }, options, finger);
  runCommand('editor.pitchUp');
  runCommand('editor.undo');
  expect(playingSlot(draft.rifff, 1)?.pitchShiftSettings.shiftSemitones).toBe(0);
  expect(draft.canUndo).toBe(false);
});

it('what is on a sheet in narrow windows is opened first, and run when it is there', () => {
  leave();
  leave = registerCommands(editorCommands(createEditorActions(desk), openPanel));
  openMaker('pads');
  runCommand('editor.search');
  expect([ui.panel, ui.maker, asked]).toEqual(['pool', LOOPS_TAB, []]);
  const part = (id: string) => ({ id, title: id, group: 'Test', keys: [], run: note(id) });
  const removeParts = registerCommands([part('pool.search'), part('tempo.focus')]);
  expect(asked).toEqual(['pool.search']);
  runCommand('editor.tempo');
  expect([ui.panel, asked]).toEqual(['mixer', ['pool.search', 'tempo.focus']]);
  removeParts();
  openPanel('none');
});

it('to the start is there while something plays or is paused, and stops', () => {
  transport.status = 'stopped';
  expect(runCommand('editor.toStart')).toBe(false);
  for (const status of ['playing', 'paused'] as const) {
    transport.status = status;
    expect(runCommand('editor.toStart')).toBe(true);
  }
  transport.status = 'stopped';
  expect(asked.filter((what) => what === 'stop')).toHaveLength(2);
});
