/**
 * The peer: discs as sprites and lines as one graphic, moved by the renderer for 2D canvases that Pixi has since 8.16. It is
 * asked for less than our own: no emblems, no words, no rulers, and lines that grow with the zoom.
 */
import { CanvasRenderer, Container, Graphics, Sprite, Texture } from 'pixi.js';
import { categoryOf } from '../../../src/data/contract/categories.ts';
import { layoutMap, type MapNode } from '../../../src/data/rules/jam/map/mapLayout.ts';
import { numberOf } from '../../../src/drawing/ringNow.ts';
import { sampleBands } from '../../../tests/support/mapPicture.ts';

export async function movePixiCanvas(
  host: HTMLElement,
  nodes: readonly MapNode[],
  at: (nowMs: number) => { near: number; along: number },
): Promise<void> {
  const [width, height] = [innerWidth, 640];
  const canvas = document.createElement('canvas');
  host.append(canvas);
  const renderer = new CanvasRenderer();
  await renderer.init({ canvas, width, height, background: '#15120E' });
  const layout = layoutMap(nodes);
  const stage = new Container();
  const lines = new Graphics();
  layout.parents.forEach((parent, place) => {
    if (parent < 0) return;
    lines.moveTo(layout.xs[parent]!, layout.rows[parent]!);
    lines.lineTo(layout.xs[place]!, layout.rows[place]!);
  });
  lines.stroke({ width: 0.05, color: 0x5a5245 });
  const discs = new Container();
  const disc = document.createElement('canvas');
  disc.width = 32;
  disc.height = 32;
  const context = disc.getContext('2d')!;
  context.fillStyle = '#fff';
  context.arc(16, 16, 15, 0, 2 * Math.PI);
  context.fill();
  const texture = Texture.from(disc);
  layout.nodes.forEach((_, place) => {
    const sprite = new Sprite({ texture, anchor: 0.5 });
    sprite.tint = numberOf(categoryOf(sampleBands(place).at(-1)!).ink);
    sprite.position.set(layout.xs[place]!, layout.rows[place]!);
    discs.addChild(sprite);
  });
  stage.addChild(lines, discs);
  const least = width / layout.length;
  const frame = (nowMs: number) => {
    requestAnimationFrame(frame);
    const { near, along } = at(nowMs);
    const zoom = least * (440 / least) ** near;
    const lanePx = Math.max(height / layout.rowCount, zoom);
    const discPx = Math.max(3, 0.72 * zoom);
    for (const layer of [lines, discs]) {
      layer.scale.set(zoom, lanePx);
      layer.position.set(
        width / 2 - along * layout.length * zoom,
        height / 2 - along * layout.rowCount * lanePx,
      );
    }
    // Only what is in sight is moved and drawn.
    const half = width / 2 / zoom;
    const [from, to] = [along * layout.length - half, along * layout.length + half];
    discs.children.forEach((sprite, place) => {
      const x = layout.xs[place]!;
      sprite.visible = x >= from && x <= to;
      if (sprite.visible) sprite.scale.set(discPx / 32 / zoom, discPx / 32 / lanePx);
    });
    renderer.render({ container: stage });
  };
  requestAnimationFrame(frame);
}
