import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  allCommands,
  type Command,
  canRunCommand,
  commandFor,
  keyConflicts,
  onCommandsChange,
  registerCommands,
  runCommand,
  runCommandSoon,
} from './registry.ts';

const ran: string[] = [];
const removers: (() => void)[] = [];

function command(id: string, keys: string[], change: Partial<Command> = {}): Command {
  return { id, title: id, group: 'Test', keys, run: () => ran.push(id), ...change };
}

function add(...commands: Command[]): () => void {
  const remove = registerCommands(commands);
  removers.push(remove);
  return remove;
}

const press = (key: string) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
});

afterEach(() => {
  vi.useRealTimers();
  for (const remove of removers.splice(0)) remove();
  ran.length = 0;
});

describe('the command registry', () => {
  test('runs by id for buttons and menus, unless disabled or unknown', () => {
    add(command('a', []), command('b', [], { isEnabled: () => false }));
    expect([runCommand('a'), runCommand('b'), runCommand('c')]).toEqual([true, false, false]);
    expect(ran).toEqual(['a']);
    expect(canRunCommand('b')).toBe(false);
  });

  test('the command registered last has the key; a disabled one gives it up; leaving gives it back', () => {
    let isOn = true;
    add(command('shell.play', ['Space']));
    const leave = add(command('editor.play', ['Space'], { isEnabled: () => isOn }));
    expect(commandFor(press(' '))?.id).toBe('editor.play');
    isOn = false;
    expect(commandFor(press(' '))?.id).toBe('shell.play');
    isOn = true;
    leave();
    expect(commandFor(press(' '))?.id).toBe('shell.play');
    expect(commandFor(press('x'))).toBeUndefined();
  });

  test('a command registered again replaces the first one and is listed once', () => {
    add(command('a', ['A'], { title: 'first' }));
    add(command('a', ['A'], { title: 'second' }));
    expect(allCommands().map((one) => one.title)).toEqual(['second']);
    expect(keyConflicts()).toEqual([]);
  });

  test('runs one that is not there yet as soon as it comes, once, and only within 3 s', () => {
    vi.useFakeTimers();
    runCommandSoon('a');
    add(command('b', []));
    add(command('a', []));
    add(command('a', []));
    expect(ran).toEqual(['a']);
    runCommandSoon('a');
    add(command('a', []));
    expect(ran).toEqual(['a', 'a']);
    runCommandSoon('late');
    vi.advanceTimersByTime(3001);
    add(command('late', []));
    runCommandSoon('first');
    runCommandSoon('last');
    add(command('first', []), command('last', []));
    expect(ran).toEqual(['a', 'a', 'last']);
  });

  test('tells listeners of every change', () => {
    let changes = 0;
    const stop = onCommandsChange(() => {
      changes += 1;
    });
    add(command('a', []))();
    stop();
    add(command('b', []));
    expect(changes).toBe(2);
  });

  test('names two commands that claim the same keys, however they are written', () => {
    const list = [
      command('redo', ['Mod+Shift+Z']),
      command('again', ['Shift+Mod+z']),
      command('m', ['M']),
    ];
    expect(keyConflicts(list)).toEqual(['Mod+Shift+Z is claimed by redo and again']);
  });
});
