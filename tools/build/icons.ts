/**
 * Draws the icons of the installed app from `assets/icons`, as PNG: `node tools/build/icons.ts`. They are committed; an
 * icon that changes is drawn anew by hand.
 */
import { join } from 'node:path';
import sharp from 'sharp';

const FOLDER = join(import.meta.dirname, '../../assets/icons');
/** The mark fills this share of an icon that no system cuts. */
const MARK_SHARE = 0.92;

/** A square without ground: the mark alone. */
async function drawPlain(sizePx: number): Promise<void> {
  const markPx = Math.round(sizePx * MARK_SHARE);
  const mark = await sharp(join(FOLDER, 'favicon.svg'), { density: 72 * 16 })
    .resize(markPx, markPx, { fit: 'contain', background: '#0000' })
    .toBuffer();
  await sharp({ create: { width: sizePx, height: sizePx, channels: 4, background: '#0000' } })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(FOLDER, `icon-${sizePx}.png`));
}

/** A full square with the mark inside the circle of four fifths that every system leaves (W3C Manifest, maskable). */
async function drawMaskable(sizePx: number): Promise<void> {
  await sharp(join(FOLDER, 'icon.svg'), { density: 144 })
    .resize(sizePx, sizePx)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(FOLDER, `icon-maskable-${sizePx}.png`));
}

for (const sizePx of [192, 512]) {
  await drawPlain(sizePx);
  await drawMaskable(sizePx);
}
