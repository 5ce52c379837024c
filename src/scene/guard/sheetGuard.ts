/** Rings of a wall on 2D canvases: sheets that are drawn out of sight are shown on one canvas, once they have been counted. */
import {
  showWallGround,
  type WallGround,
  wallGround,
  wallPictures,
} from '../../data/stores/wall.ts';
import { FlashGuard, GUARD_COLUMNS, GUARD_ROWS, WALL_GROUNDS } from '../../drawing/flashGuard.ts';
import { PlaceMeans } from '../../drawing/placeMeans.ts';

/** Pixels of a place along each side: fewer make fine lines tremble. */
const FINE = 6;
const WIDTH = FINE * GUARD_COLUMNS;
const HEIGHT = FINE * GUARD_ROWS;

/** A canvas, and where its corner lies in device pixels of the window. */
interface Sheet {
  readonly canvas: HTMLCanvasElement;
  readonly left: number;
  readonly top: number;
}

export class SheetGuard {
  private readonly screen = document.createElement('canvas');
  private readonly seen: CanvasRenderingContext2D;
  private readonly small: CanvasRenderingContext2D;
  private readonly means = new PlaceMeans(WIDTH, HEIGHT);
  private readonly guard = new FlashGuard();
  private ground: WallGround | null = null;
  /** Has a picture been counted that is not shown yet? */
  private isWaiting = false;
  private width = innerWidth;
  private height = innerHeight;

  /** @param host element that covers the window */
  constructor(host: HTMLElement) {
    const small = document.createElement('canvas');
    small.width = WIDTH;
    small.height = HEIGHT;
    // Sheets are in memory as well: none of this goes through a chip.
    this.small = small.getContext('2d', { willReadFrequently: true })!;
    this.seen = this.screen.getContext('2d', { willReadFrequently: true })!;
    this.screen.style.cssText = 'position:absolute;left:0;top:0;pointer-events:none';
    host.prepend(this.screen);
    addEventListener('resize', this.resized);
  }

  /**
   * Shows sheets, the first farthest back, where that makes no flash too many; else what is seen stays.
   *
   * @param isOther is it another picture than the last one?
   * @returns whether the picture waits: it is to be shown again with the next frame
   */
  show(sheets: readonly Sheet[], isOther: boolean, dpr: number): boolean {
    const ground = wallGround();
    if (ground === null) return false;
    if (isOther || ground !== this.ground) {
      this.ground = ground;
      this.measure(sheets, ground, dpr);
      this.isWaiting = true;
    }
    if (!this.isWaiting) return false;
    if (!this.guard.allows(performance.now())) {
      wallPictures.held += 1;
      return true;
    }
    this.isWaiting = false;
    wallPictures.shown += 1;
    this.put(sheets, dpr);
    showWallGround(ground);
    return false;
  }

  /** Takes its canvas away. */
  remove(): void {
    removeEventListener('resize', this.resized);
    this.screen.remove();
    this.screen.width = 0;
  }

  private readonly resized = () => {
    this.width = innerWidth;
    this.height = innerHeight;
  };

  /** Averages the picture. */
  private measure(sheets: readonly Sheet[], ground: WallGround, dpr: number): void {
    const { small } = this;
    const across = WIDTH / (this.width * dpr);
    const down = HEIGHT / (this.height * dpr);
    small.fillStyle = WALL_GROUNDS[ground];
    small.fillRect(0, 0, WIDTH, HEIGHT);
    for (let at = 0; at < sheets.length; at++) {
      const { canvas, left, top } = sheets[at]!;
      if (canvas.width === 0) continue;
      const [width, height] = [canvas.width * across, canvas.height * down];
      small.drawImage(canvas, left * across, top * down, width, height);
    }
    const { data } = small.getImageData(0, 0, WIDTH, HEIGHT);
    this.means.write(new Uint32Array(data.buffer), 0, 16, this.guard.count);
  }

  /** Puts the picture where it is seen. A canvas of another size keeps what it has until then. */
  private put(sheets: readonly Sheet[], dpr: number): void {
    const { screen, seen } = this;
    const width = Math.ceil(this.width * dpr);
    const height = Math.ceil(this.height * dpr);
    if (screen.width !== width || screen.height !== height) {
      screen.width = width;
      screen.height = height;
      screen.style.width = `${width / dpr}px`;
      screen.style.height = `${height / dpr}px`;
    } else seen.clearRect(0, 0, width, height);
    for (let at = 0; at < sheets.length; at++) {
      const { canvas, left, top } = sheets[at]!;
      if (canvas.width > 0) seen.drawImage(canvas, left, top);
    }
  }
}
