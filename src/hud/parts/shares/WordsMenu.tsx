import { useState } from 'react';
import { IconButton } from '../../system/Button.tsx';
import type { MenuItem } from '../../system/Menu.tsx';
import { LaterReport } from '../page/LaterDialog.tsx';
import { LaterMenu } from '../page/LaterMenu.tsx';

interface WordsMenuProps {
  /** What it is about, for instance `Comment of Ada`. */
  label: string;
  displayName: string;
  /** What can be done besides; stands above. */
  items: readonly MenuItem[];
  /** May the reader report the words, and block their person? */
  isOfOther: boolean;
  className: string;
  onBlock(): void;
  onReport(reason: string): Promise<unknown>;
}

/** What can be done about the words of a person. Nothing where there is nothing. */
export function WordsMenu(props: WordsMenuProps) {
  const { label, displayName, items, isOfOther, className, onBlock, onReport } = props;
  const [isReporting, setReporting] = useState(false);
  const ofOther: MenuItem[] = [
    { id: 'report', title: 'Report', icon: 'flag', run: () => setReporting(true) },
    { id: 'block', title: `Block ${displayName}`, icon: 'hide', run: onBlock },
  ];
  return (
    <>
      {(isOfOther || items.length > 0) && (
        <span className={className}>
          <LaterMenu
            label={label}
            items={isOfOther ? [...items, ...ofOther] : items}
            align="end"
            trigger={
              <IconButton icon="more" size="xs" label={`More about what ${displayName} said`} />
            }
          />
        </span>
      )}
      <LaterReport isOpen={isReporting} onOpenChange={setReporting} onReport={onReport} />
    </>
  );
}
