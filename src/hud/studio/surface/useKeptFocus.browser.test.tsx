import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useKeptFocus } from './useKeptFocus.ts';

/** A place where a button goes, or stands elsewhere, when it is pressed. */
function Place({ goes }: { goes: 'away' | 'elsewhere' }) {
  useKeptFocus();
  const [isPressed, setPressed] = useState(false);
  const button = (
    <button type="button" onClick={() => setPressed(true)}>
      Commit
    </button>
  );
  return (
    <main>
      <button type="button">First of all</button>
      <p>
        {!isPressed && button}
        <button type="button">Beside it</button>
      </p>
      <p>{isPressed && goes === 'elsewhere' && button}</p>
    </main>
  );
}

const focused = () => document.activeElement?.textContent;

/** Walks to the button that is about to go, and presses it by keys. */
async function pressByKeys(): Promise<void> {
  await userEvent.keyboard('{Tab}{Tab}');
  expect(focused()).toBe('Commit');
  await userEvent.keyboard('{Enter}');
}

test('what stands beside a control that went takes the focus of the keyboard', async () => {
  await render(<Place goes="away" />);
  await pressByKeys();
  await expect.poll(focused).toBe('Beside it');
});

test('a control that stands elsewhere keeps it', async () => {
  await render(<Place goes="elsewhere" />);
  await pressByKeys();
  await expect.poll(focused).toBe('Commit');
});

test('what a pointer chose leaves the focus to the page', async () => {
  const { getByText } = await render(<Place goes="away" />);
  await userEvent.click(getByText('Commit'));
  await expect.poll(() => document.querySelectorAll('main button').length).toBe(2);
  expect(document.activeElement).toBe(document.body);
});
