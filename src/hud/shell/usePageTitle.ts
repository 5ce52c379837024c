import { useEffect } from 'react';
import { PRODUCT_NAME } from '../../data/contract/constants.ts';

/** Titles the window with the product's name and what the page is, for instance `Rondo – Draft`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${PRODUCT_NAME} – ${title}`;
  }, [title]);
}
