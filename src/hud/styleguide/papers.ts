import type { TOKENS } from '../../drawing/tokens.ts';

/** What each colour of paper and ground is for. */
export const PAPERS: Readonly<Record<keyof typeof TOKENS, readonly [title: string, use: string]>> =
  {
    ground: ['Ground', 'What everything lies on, and every gap'],
    raised: ['Raised', 'Menus and dialogs'],
    raised2: ['Raised 2', 'Under a pressed outline; what is disabled'],
    line: ['Line', 'Hairlines, empty tracks'],
    edge: ['Edge', 'Outlines of controls'],
    muted: ['Muted', 'The second sentence'],
    paper: ['Paper', 'Text, and the one filled button'],
    paperHover: ['Paper, hover', 'The filled button under a pointer'],
    branch: ['Branch', 'Lines of the history that lead elsewhere'],
    paperPressed: ['Paper, pressed', 'The filled button under a finger'],
  };
