import { expect, test } from 'vitest';
import { forcedSelector } from './forceStates.ts';

test('a state of the pointer becomes a state of the specimen, everything else stays', () => {
  expect(forcedSelector('.button:disabled')).toBeNull();
  expect(forcedSelector('.button:hover')).toBe('.button:is([data-force~="hover"] *)');
  expect(forcedSelector('.row:hover .input')).toBe('.row:is([data-force~="hover"] *) .input');
  expect(forcedSelector('.a:active, .b:active')).toBe(
    '.a:is([data-force~="press"] *), .b:is([data-force~="press"] *)',
  );
});

test('the focus ring of every control falls on controls alone', () => {
  expect(forcedSelector(':focus-visible')).toContain('[data-force~="focus"] :is(a, button,');
  expect(forcedSelector('.box:focus-within')).toBe('.box:is([data-force~="focus"] *)');
});
