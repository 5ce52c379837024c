/** Pictures of a window, and how much of two of them differs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Driver } from './driver.ts';

/** Keeps the window as it is now as `NAME of BROWSER.png`. */
export async function keepPicture(driver: Driver, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name} ${driver.name}.png`), await driver.picture());
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Share of its middle that says other things than the rings. */
const HOLE = 0.2;

/**
 * Share of the pixels of rings in a box, in CSS pixels of a window `width` wide, that differ by more than a tenth. What
 * stands in their hole does not count.
 */
export function changedShare(a: Buffer, b: Buffer, box: Box, width: number): number {
  const [one, other] = [PNG.sync.read(a), PNG.sync.read(b)];
  const scale = one.width / width;
  let changed = 0;
  let seen = 0;
  for (let y = Math.ceil(box.y * scale); y < (box.y + box.height) * scale; y++) {
    for (let x = Math.ceil(box.x * scale); x < (box.x + box.width) * scale; x++) {
      if (x < 0 || y < 0 || x >= one.width || y >= one.height) continue;
      const at = 4 * (y * one.width + x);
      const [fromX, fromY] = [
        x / scale - box.x - box.width / 2,
        y / scale - box.y - box.height / 2,
      ];
      if (Math.hypot(fromX, fromY) < (HOLE * box.width) / 2) continue;
      seen += 1;
      const most = Math.max(
        ...[0, 1, 2].map((c) => Math.abs(one.data[at + c]! - (other.data[at + c] ?? 0))),
      );
      if (most > 25) changed += 1;
    }
  }
  return changed / Math.max(1, seen);
}
