import './base.css';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { Slider } from './Slider.tsx';

function Level() {
  const [value, setValue] = useState(40);
  const [kept, setKept] = useState(40);
  return (
    <main style={{ width: 300 }}>
      <h1>Levels</h1>
      <Slider
        label="Level"
        value={value}
        min={0}
        max={100}
        step={1}
        text={`${value} %`}
        onValueChange={setValue}
        onValueCommit={setKept}
      />
      <p>{kept} % is kept</p>
    </main>
  );
}

test('a slider is moved by keys and by the pointer, and says its value in words', async () => {
  await render(<Level />);
  const slider = page.getByRole('slider', { name: 'Level' });
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '41 %');
  await expect.element(page.getByText('41 % is kept')).toBeVisible();
  await userEvent.keyboard('{PageUp}');
  await expect.element(slider).toHaveAttribute('aria-valuenow', '51');
  await userEvent.keyboard('{Home}');
  await expect.element(slider).toHaveAttribute('aria-valuenow', '0');
  const track = document.querySelector('[data-orientation] > span') as HTMLElement;
  await userEvent.click(track, { position: { x: 225, y: 6 } });
  const value = () => Number(slider.element().getAttribute('aria-valuenow'));
  await expect.poll(value).toBeGreaterThan(70);
  expect(value()).toBeLessThan(80);
  expect(await violations()).toEqual([]);
});
