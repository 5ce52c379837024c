/** Sprites of small pictures that are painted elsewhere: each picture keeps its texture and its sprite. */
import { CanvasSource, type Container, Sprite, Texture } from 'pixi.js';

interface Picture {
  readonly canvas: HTMLCanvasElement;
  version: number;
}

interface Shown {
  readonly sprite: Sprite;
  version: number;
  usedIn: number;
}

/** The sprites of one layer. */
export class Pictures<P extends Picture> {
  private readonly layer: Container;
  /** Sprites beyond this are let go where they are out of sight. */
  private readonly most: number;
  private readonly all = new Map<P, Shown>();
  private frame = 0;

  constructor(layer: Container, most: number) {
    this.layer = layer;
    this.most = most;
  }

  begin(): void {
    this.frame += 1;
  }

  /** Shows a picture; lengths in CSS pixels from the left and top of the box. */
  show(picture: P, left: number, top: number, width: number, height: number): void {
    let shown = this.all.get(picture);
    if (!shown) {
      const source = new CanvasSource({ resource: picture.canvas, resolution: 1 });
      shown = { sprite: new Sprite(new Texture({ source })), version: picture.version, usedIn: 0 };
      this.layer.addChild(shown.sprite);
      this.all.set(picture, shown);
    }
    const { sprite } = shown;
    if (shown.version !== picture.version) {
      shown.version = picture.version;
      sprite.texture.source.update();
    }
    shown.usedIn = this.frame;
    sprite.visible = true;
    sprite.position.set(left, top);
    sprite.scale.set(width / picture.canvas.width, height / picture.canvas.height);
  }

  /** What was not shown in this frame is hidden. */
  end(): void {
    for (const [picture, { sprite, usedIn }] of this.all) {
      if (usedIn === this.frame) continue;
      sprite.visible = false;
      if (this.all.size <= this.most) continue;
      this.all.delete(picture);
      sprite.destroy({ texture: true, textureSource: true });
    }
  }

  clear(): void {
    for (const { sprite } of this.all.values()) {
      sprite.destroy({ texture: true, textureSource: true });
    }
    this.all.clear();
  }
}

/** Filled rectangles of one layer. */
export class Rects {
  private readonly layer: Container;
  private readonly all: Sprite[] = [];
  private count = 0;

  constructor(layer: Container) {
    this.layer = layer;
  }

  begin(): void {
    this.count = 0;
  }

  show(left: number, top: number, width: number, height: number, ink: number): void {
    let sprite = this.all[this.count];
    if (!sprite) {
      sprite = new Sprite(Texture.WHITE);
      this.all.push(sprite);
      this.layer.addChild(sprite);
    }
    this.count += 1;
    sprite.visible = true;
    sprite.position.set(Math.round(left), Math.round(top));
    sprite.width = width;
    sprite.height = height;
    if (sprite.tint !== ink) sprite.tint = ink;
  }

  end(): void {
    for (let at = this.count; at < this.all.length; at += 1) this.all[at]!.visible = false;
  }

  clear(): void {
    for (const sprite of this.all) sprite.destroy();
    this.all.length = 0;
  }
}
