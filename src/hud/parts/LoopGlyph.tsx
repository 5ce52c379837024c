import { memo, useMemo } from 'react';
import type { CategorySlug } from '../../data/contract/categories.ts';
import type { Loop } from '../../data/contract/loop.ts';
import { knifeGlyph, loopGlyph } from '../../drawing/glyph.ts';

const MAX_KEPT = 600;
const kept = new Map<string, string>();

/** A picture drawn once for each name; the oldest go when there are too many. */
function keep(name: string, draw: () => string): string {
  let markup = kept.get(name);
  if (markup === undefined) {
    markup = draw();
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(name, markup);
  }
  return markup;
}

function Markup({ markup, sizePx }: { markup: string; sizePx: number }) {
  return (
    <span
      style={{ display: 'block', width: sizePx, height: sizePx, flex: 'none' }}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, numbers and fixed colours only
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

interface LoopGlyphProps {
  loop: Loop;
  sizePx: number;
  isOn?: boolean;
  /** Slug that overrides the loop's own category. */
  category?: string;
}

/** A loop as the emblem of its ring. */
export const LoopGlyph = memo(function LoopGlyph({
  loop,
  sizePx,
  isOn = true,
  category,
}: LoopGlyphProps) {
  const markup = useMemo(
    () =>
      // Clip paths of muted glyphs carry ids that must not repeat on a page, so only sounding ones are kept.
      isOn
        ? keep(`${loop._id}/${sizePx}/${category ?? ''}`, () =>
            loopGlyph(category ? { ...loop, category } : loop, sizePx),
          )
        : loopGlyph(category ? { ...loop, category } : loop, sizePx, { isOn }),
    [loop, sizePx, isOn, category],
  );
  return <Markup markup={markup} sizePx={sizePx} />;
});

/** The pictogram of a category. */
export const KnifeGlyph = memo(function KnifeGlyph({
  category,
  sizePx,
}: {
  category: CategorySlug;
  sizePx: number;
}) {
  return (
    <Markup
      markup={keep(`knife/${category}/${sizePx}`, () => knifeGlyph(category, sizePx))}
      sizePx={sizePx}
    />
  );
});
