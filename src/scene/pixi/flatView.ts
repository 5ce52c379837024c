/**
 * One picture of flat drawings on the page. It is drawn by the one Pixi application, on a canvas that is not on the page,
 * and copied from there onto a canvas of its own inside its host: so it scrolls, is clipped and lies under dialogs as
 * its host does, and several hosts cost one context.
 */
import { Container } from 'pixi.js';

/** How far outside the window, or the box that it scrolls in, a picture is drawn already. */
const NEAR = '240px';

export class FlatView {
  readonly host: HTMLElement;
  /** Everything in the picture, in CSS pixels of the host. */
  readonly root = new Container();
  readonly shapes = new Container();
  readonly cuts = new Container();
  readonly overlay = new Container();
  /** Size in CSS pixels. */
  w = 0;
  h = 0;
  isDirty = true;
  /** Is it in the window, or near it? */
  isNear = true;
  private readonly canvas = document.createElement('canvas');
  private context: CanvasRenderingContext2D | null = null;
  private readonly size: ResizeObserver;
  private readonly sight: IntersectionObserver;
  private readonly changed: () => void;

  /** @param changed is called when the host has another size, comes into sight or must be drawn anew */
  constructor(host: HTMLElement, changed: () => void) {
    this.host = host;
    this.changed = changed;
    this.cuts.blendMode = 'erase';
    this.root.addChild(this.shapes, this.cuts, this.overlay);
    this.root.visible = false;
    this.canvas.setAttribute('aria-hidden', 'true');
    this.canvas.style.cssText =
      'display:block;position:absolute;z-index:1;left:0;top:0;pointer-events:none';
    this.canvas.addEventListener('contextrestored', this.restore);
    if (getComputedStyle(host).position === 'static') host.style.position = 'relative';
    host.append(this.canvas);
    this.size = new ResizeObserver(changed);
    this.size.observe(host);
    this.sight = new IntersectionObserver(this.look, {
      rootMargin: NEAR,
      scrollMargin: NEAR,
    });
    this.sight.observe(host);
  }

  /** Takes a size in CSS pixels. What is out of sight keeps no pixels. */
  resize(w: number, h: number): void {
    if (w === this.w && h === this.h) return;
    this.w = w;
    this.h = h;
    this.canvas.style.width = `${w}px`;
    this.canvas.style.height = `${h}px`;
    this.isDirty = true;
  }

  /** Copies the picture from where it was drawn, `top` pixels of the device below the edge of `drawn`. */
  copy(drawn: HTMLCanvasElement, top: number, resolution: number): void {
    const width = Math.max(1, Math.round(this.w * resolution));
    const height = Math.max(1, Math.round(this.h * resolution));
    this.context ??= this.canvas.getContext('2d');
    if (!this.context) return;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    } else this.context.clearRect(0, 0, width, height);
    this.context.drawImage(drawn, 0, top, width, height, 0, 0, width, height);
  }

  destroy(): void {
    this.size.disconnect();
    this.sight.disconnect();
    this.canvas.removeEventListener('contextrestored', this.restore);
    this.canvas.remove();
    this.canvas.width = 0;
    this.root.destroy({ children: true });
  }

  private readonly restore = () => {
    this.isDirty = true;
    this.changed();
  };

  private readonly look = (entries: IntersectionObserverEntry[]) => {
    const isNear = entries.at(-1)!.isIntersecting;
    if (isNear === this.isNear) return;
    this.isNear = isNear;
    if (isNear) this.restore();
    else this.canvas.width = 0;
  };
}
