import { type ComponentType, useState } from 'react';
import type { DialogProps } from '../../system/Dialog.tsx';
import type { CodeDialogProps } from '../forms/CodeDialog.tsx';
import type { PassOnDialogProps } from '../shares/PassOnDialog.tsx';
import type { ReportDialogProps } from '../shares/ReportDialog.tsx';
import type { ReportWordsProps } from '../shares/ReportWords.tsx';
import { lazyPiece } from './lazyPiece.tsx';

/** Has it been open at some time? What has stays, with what was typed into it. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen;
}

interface Opened {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** A dialog whose code is fetched when it is first opened; then it stays, with what was typed into it. */
export function laterDialog<Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const { Piece } = lazyPiece<Props>('The window', load, ({ onOpenChange }) => onOpenChange(false));
  return function Later(props: Props) {
    return useWasOpen(props.isOpen) && <Piece {...props} />;
  };
}

/** A `Dialog` of a page that has none open at first. */
export const LaterDialog = laterDialog<DialogProps>(
  async () => (await import('../../system/Dialog.tsx')).Dialog,
);

/** Tells the moderators about something in the reporter's own words: `ReportWords`. */
export const LaterReport = laterDialog<ReportWordsProps>(
  async () => (await import('../shares/ReportWords.tsx')).ReportWords,
);

/** Takes a code, or a link that holds one: `CodeDialog`. */
export const LaterCode = laterDialog<CodeDialogProps>(
  async () => (await import('../forms/CodeDialog.tsx')).CodeDialog,
);

/** Passes a share on: `PassOnDialog`. */
export const LaterPassOn = laterDialog<PassOnDialogProps>(
  async () => (await import('../shares/PassOnDialog.tsx')).PassOnDialog,
);

/** Reports a share: `ReportDialog`. */
export const LaterShareReport = laterDialog<ReportDialogProps>(
  async () => (await import('../shares/ReportDialog.tsx')).ReportDialog,
);
