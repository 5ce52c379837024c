import { useEffect } from 'react';

/** Tells the picture beside a form how far it is. */
export function useReportFilled(share: number, onFilled: (share: number) => void): void {
  useEffect(() => onFilled(share), [share, onFilled]);
}
