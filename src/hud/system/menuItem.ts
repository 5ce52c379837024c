import type { IconName } from './icons.ts';

/** One row of a menu: an action, a choice that can be ticked, a heading or a rule. */
export type MenuItem =
  | {
      kind?: 'item';
      id: string;
      title: string;
      icon?: IconName;
      /** Shown at the end, for instance a key. */
      keys?: string;
      /** Ticks it and makes it a choice. */
      checked?: boolean;
      disabled?: boolean;
      run(): void;
    }
  | { kind: 'label'; id: string; title: string }
  | { kind: 'rule'; id: string };
