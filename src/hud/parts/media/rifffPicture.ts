import type { Rifff } from '../../../data/contract/rifff.ts';
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { rifffBars } from '../../../data/rules/time/timing.ts';
import { rifffGlyph } from '../../../drawing/glyph.ts';
import { rifffModel } from '../../../drawing/model.ts';
import { TOKENS } from '../../../drawing/tokens.ts';

const SIDE_PX = 512;
const MARGIN_PX = 24;

/**
 * A rifff as a square PNG, as an address with the picture in it; '' for an empty one. Devices show covers of
 * what plays, and not all of them draw SVG.
 */
export async function rifffPicture(rifff: Rifff): Promise<string> {
  if (usedSlots(rifff) === 0) return '';
  const sizePx = SIDE_PX - 2 * MARGIN_PX;
  const glyph = rifffGlyph(rifffModel(rifff, rifffBars(rifff)), sizePx);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(glyph)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.fillStyle = TOKENS.ground;
  context.fillRect(0, 0, SIDE_PX, SIDE_PX);
  context.drawImage(image, MARGIN_PX, MARGIN_PX, sizePx, sizePx);
  return canvas.toDataURL('image/png');
}
