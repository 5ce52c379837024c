import { categoryOf } from '../../data/contract/categories.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { playingSlot } from '../../data/rules/draft/draft.ts';
import type { StemRight } from '../../data/rules/sharing/credits.ts';
import styles from './Export.module.css';

/** Every ring, and whether it comes along as a file of its own; why not, where it does not. */
export function StemRows({ rifff, rights }: { rifff: Rifff; rights: readonly StemRight[] }) {
  return (
    <ul className={styles.stems} aria-label="Rings">
      {rights.map(({ slot, loop, refusal }) => {
        const current = playingSlot(rifff, slot);
        const category = categoryOf(current?.category ?? loop.category);
        const note = refusal ?? (current?.on ? '' : 'muted in the mix');
        return (
          <li key={slot} className={styles.stem} data-refused={refusal !== null || undefined}>
            <span className={styles.dot} style={{ background: category.ink }} />
            <span className={styles.name}>{loop.name ?? category.title}</span>
            <span className={styles.note}>{refusal ? `left out: ${note}` : note}</span>
          </li>
        );
      })}
    </ul>
  );
}
