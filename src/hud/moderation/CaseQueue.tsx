import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { registerCommands } from '../parts/commands/registry.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import styles from './Moderation.module.css';

/** One case of a queue: takes the keyboard as a whole, so that keys can go from one to the next. */
export function Case({ children }: { children: ReactNode }) {
  return (
    <li className={styles.report} tabIndex={-1} data-case="">
      {children}
    </li>
  );
}

/** Leads to what moderators know of an account. */
export function AccountLink({ userId }: { userId: string }) {
  return (
    <p className="t13">
      <Link to={`?tab=people&person=${encodeURIComponent(userId)}`} className="underline">
        Look at the account
      </Link>
    </p>
  );
}

interface ReportWhyProps {
  /** One of the reasons to choose from, in words. */
  title?: string;
  /** What the reporter wrote; may be empty. */
  message: string;
  /** User id; empty for a person who left. */
  reporter: string;
  /** When it was reported, ms. */
  created: number;
}

/** Why something was reported, by whom and when. */
export function ReportWhy({ title, message, reporter, created }: ReportWhyProps) {
  const text = useRegionText();
  return (
    <div className="min0">
      {title && <p className="medium">{title}</p>}
      {message && <p className={styles.message}>{message}</p>}
      <p className="t13 muted">
        reported by {reporter === '' ? 'a person who left' : <PersonLink userId={reporter} />},{' '}
        {text.age(created)}
      </p>
    </div>
  );
}

/** What the keys of a queue press inside a case. */
const PARTS = {
  reason: 'input, textarea',
  hear: '[data-hear]',
  open: 'h3 a[href]',
  first: '[data-choice="0"]',
  second: '[data-choice="1"]',
} as const;

/**
 * Lets the cases below `root` be worked through by keys: `J` and `K` go on and back, `E` writes the reason, `1` and `2`
 * decide, `H` hears, `O` opens. Once a case is decided the next one has the keyboard.
 *
 * @param count cases that are listed
 */
export function useCaseKeys(root: RefObject<HTMLElement | null>, count: number): void {
  /** Where the case stands that had the keyboard last; -1 before any had. */
  const at = useRef(-1);
  useEffect(() => {
    const list = root.current;
    if (!list) return;
    const cases = () => [...list.querySelectorAll<HTMLElement>('[data-case]')];
    const current = () => document.activeElement?.closest<HTMLElement>('[data-case]') ?? null;
    const follow = () => {
      const one = current();
      if (one) at.current = cases().indexOf(one);
    };
    const go = (by: 1 | -1) => () => {
      const all = cases();
      const one = current();
      const from = one ? all.indexOf(one) : by === 1 ? -1 : all.length;
      all[Math.min(all.length - 1, Math.max(0, from + by))]?.focus();
    };
    const press = (part: keyof typeof PARTS) => () => {
      const found = (current() ?? cases()[0])?.querySelector<HTMLElement>(PARTS[part]);
      if (part === 'reason') found?.focus();
      else found?.click();
    };
    const command = (id: string, title: string, key: string, run: () => void, repeats = false) => ({
      id: `moderation.${id}`,
      title,
      group: 'Moderation',
      keys: [key],
      repeats,
      run,
    });
    const back = (event: KeyboardEvent) => {
      if (event.key === 'Escape') current()?.focus();
    };
    list.addEventListener('focusin', follow);
    list.addEventListener('keydown', back);
    const unregister = registerCommands([
      command('next', 'Next case', 'J', go(1), true),
      command('previous', 'Case before', 'K', go(-1), true),
      command('reason', 'Write the reason (Esc leaves it)', 'E', press('reason')),
      command('first', 'Decide: the first button', '1', press('first')),
      command('second', 'Decide: the second button', '2', press('second')),
      command('hear', 'Hear what was reported', 'H', press('hear')),
      command('open', 'Open what was reported', 'O', press('open')),
    ]);
    return () => {
      unregister();
      list.removeEventListener('focusin', follow);
      list.removeEventListener('keydown', back);
    };
  }, [root]);

  const before = useRef(count);
  useEffect(() => {
    const isDecided = count < before.current;
    before.current = count;
    // The case that had the keyboard went, and the keyboard with it.
    if (!isDecided || at.current < 0 || document.activeElement !== document.body) return;
    const all = root.current?.querySelectorAll<HTMLElement>('[data-case]') ?? [];
    all[Math.min(at.current, all.length - 1)]?.focus();
  }, [count, root]);
}
