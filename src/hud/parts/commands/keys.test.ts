import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalKeys, type KeyPress, matchesKeys, printKeys } from './keys.ts';

function press(key: string, change: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...change,
  };
}

describe('keys', () => {
  test('a letter is matched in either case, and never with a modifier that was not asked for', () => {
    expect(matchesKeys(press('m'), 'M', false)).toBe(true);
    expect(matchesKeys(press('M'), 'm', false)).toBe(true);
    for (const extra of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const) {
      expect(matchesKeys(press('m', { [extra]: true }), 'M', false)).toBe(false);
    }
  });

  test('Mod is Command on Apple’s machines and Control elsewhere', () => {
    const control = press('z', { ctrlKey: true });
    const command = press('z', { metaKey: true });
    expect([false, true].map((apple) => matchesKeys(control, 'Mod+Z', apple))).toEqual([
      true,
      false,
    ]);
    expect([false, true].map((apple) => matchesKeys(command, 'Mod+Z', apple))).toEqual([
      false,
      true,
    ]);
    const redo = press('Z', { ctrlKey: true, shiftKey: true });
    expect(matchesKeys(redo, 'Mod+Shift+Z', false)).toBe(true);
    expect(matchesKeys(redo, 'Mod+Z', false)).toBe(false);
  });

  test('a sign is matched by what it types, wherever the layout has it', () => {
    expect(matchesKeys(press('?', { code: 'Slash', shiftKey: true }), '?', false)).toBe(true);
    expect(matchesKeys(press('?', { code: 'Minus', shiftKey: true }), '?', false)).toBe(true);
    expect(matchesKeys(press('?', { code: 'KeyM' }), '?', false)).toBe(true);
    expect(matchesKeys(press('/', { code: 'Slash' }), '?', false)).toBe(false);
    expect(matchesKeys(press('+', { shiftKey: true }), 'Plus', false)).toBe(true);
  });

  test('a sign behind AltGr is still the sign', () => {
    const altGr = press('[', {
      code: 'Digit8',
      ctrlKey: true,
      altKey: true,
      getModifierState: (name) => name === 'AltGraph',
    });
    expect(matchesKeys(altGr, '[', false)).toBe(true);
    expect(matchesKeys(press('[', { ctrlKey: true }), '[', false)).toBe(false);
  });

  test('where the layout has no Latin letters, the place on the keyboard counts', () => {
    expect(matchesKeys(press('ь', { code: 'KeyM' }), 'M', false)).toBe(true);
    expect(matchesKeys(press('ü', { code: 'BracketLeft' }), '[', false)).toBe(true);
    // On a French keyboard the key that types “,” stands where M is: it is a comma.
    expect(matchesKeys(press(',', { code: 'KeyM' }), 'M', false)).toBe(false);
  });

  test('named keys', () => {
    expect(matchesKeys(press(' ', { code: 'Space' }), 'Space', false)).toBe(true);
    expect(matchesKeys(press('Delete'), 'Delete', false)).toBe(true);
    expect(matchesKeys(press('Dead'), 'D', false)).toBe(false);
  });

  test('are printed as the keyboard shows them', () => {
    expect(printKeys('Mod+Shift+z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(printKeys('Mod+Shift+z', true)).toEqual(['⌘', '⇧', 'Z']);
    expect(printKeys('ArrowUp', false)).toEqual(['↑']);
    expect(printKeys('?', false)).toEqual(['?']);
  });

  test('a chord has one canonical text, and matches exactly the presses of its own', () => {
    const mods = fc.subarray(['Mod', 'Shift', 'Alt']);
    const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    fc.assert(
      fc.property(mods, letter, mods, letter, (modsA, a, modsB, b) => {
        const first = [...modsA, a].join('+');
        const reversed = [...[...modsA].reverse(), a.toLowerCase()].join('+');
        expect(canonicalKeys(reversed)).toBe(canonicalKeys(first));
        const event = press(b, {
          ctrlKey: modsB.includes('Mod'),
          shiftKey: modsB.includes('Shift'),
          altKey: modsB.includes('Alt'),
        });
        const second = [...modsB, b].join('+');
        expect(matchesKeys(event, first, false)).toBe(
          canonicalKeys(first) === canonicalKeys(second),
        );
      }),
    );
  });
});
