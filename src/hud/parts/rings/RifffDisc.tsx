import { memo, useMemo } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { rifffBars } from '../../../data/rules/time/timing.ts';
import { rifffGlyph } from '../../../drawing/glyph.ts';
import { rifffModel } from '../../../drawing/model.ts';
import styles from './Rings.module.css';

export interface RifffDiscProps {
  rifff: Rifff;
  sizePx: number;
  /** Off the line that matters: its inks go into the ground. */
  isFar?: boolean;
  /** Not on the server yet: hatched over in ground. */
  isUnsent?: boolean;
}

/** A rifff as a small emblem. Only a picture: what holds it says what it is. */
export const RifffDisc = memo(function RifffDisc(props: RifffDiscProps) {
  const { rifff, sizePx, isFar, isUnsent } = props;
  const markup = useMemo(
    () => rifffGlyph(rifffModel(rifff, rifffBars(rifff)), sizePx, { isUnsent }),
    [rifff, sizePx, isUnsent],
  );
  const names = [styles.emblem, isFar && styles.far];
  return (
    <span
      className={names.filter(Boolean).join(' ')}
      style={{ width: sizePx, height: sizePx }}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
});
