import type { KeyboardEvent } from 'react';

/** What of a result takes the keyboard: the name of a card, a row, the button of a loop. */
const RESULTS = '[data-result], [role="tabpanel"] h2 a';
const SAME_ROW_PX = 8;

/** The one of the boxes that is nearest above (−1) or below (1), in the same column where there is one. */
export function nearestBox<B extends { readonly x: number; readonly y: number }>(
  boxes: readonly B[],
  from: { readonly x: number; readonly y: number },
  way: -1 | 1,
): B | undefined {
  const beyond = boxes.filter(({ y }) => (y - from.y) * way > SAME_ROW_PX);
  const far = ({ x, y }: B) => [Math.abs(y - from.y), Math.abs(x - from.x)] as const;
  return beyond.sort((a, b) => {
    const [[ay, ax], [by, bx]] = [far(a), far(b)];
    return Math.abs(ay - by) > SAME_ROW_PX ? ay - by : ax - bx;
  })[0];
}

/** Arrows up and down lead from the line into what was found, through it row by row, and back. */
export function moveAmongResults(event: KeyboardEvent<HTMLElement>, room: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const target = event.target as HTMLElement;
  const isField = target.matches('input[type="search"]');
  if (way === 0 || (!isField && target.matches('select, input, [role="tab"]'))) return;
  if (isField && way === -1) return;
  const results = [...room.querySelectorAll<HTMLElement>(RESULTS)];
  const boxes = results.map((element) => {
    const { left: x, top: y } = element.getBoundingClientRect();
    return { element, x, y };
  });
  const { left, top } = target.getBoundingClientRect();
  const next = isField ? boxes[0] : nearestBox(boxes, { x: left, y: top }, way);
  if (!isField && !results.some((one) => one === target || one.contains(target))) return;
  event.preventDefault();
  if (next) next.element.focus();
  else if (way === -1) room.querySelector<HTMLElement>('input[type="search"]')?.focus();
}
