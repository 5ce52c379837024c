import { useState } from 'react';
import type { DialogProps } from '../../system/Dialog.tsx';
import { lazyPiece } from './lazyPiece.tsx';

const { Piece } = lazyPiece<DialogProps>(
  'The window',
  async () => (await import('../../system/Dialog.tsx')).Dialog,
  ({ onOpenChange }) => onOpenChange(false),
);

/** Has it been open at some time? What has stays, with what was typed into it. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen;
}

/** A `Dialog` of a page that has none open at first: its code is fetched when it is first opened. */
export function LaterDialog(props: DialogProps) {
  return useWasOpen(props.isOpen) && <Piece {...props} />;
}
