import { expect, it } from 'vitest';
import { keyConflicts } from '../parts/commands/registry.ts';
import type { EditorActions } from './actions/editorActions.ts';
import { editorCommands } from './commands.ts';

const commands = editorCommands({} as EditorActions, {
  openPool() {},
  searchPool() {},
  focusTempo() {},
});

it('gives every command a title, a group and a key of its own', () => {
  expect(keyConflicts(commands)).toEqual([]);
  for (const { title, group, keys } of commands) {
    expect(title).not.toBe('');
    expect(group).not.toBe('');
    expect(keys.length).toBeGreaterThan(0);
  }
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
});
