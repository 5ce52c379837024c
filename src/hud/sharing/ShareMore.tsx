import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { setHidden } from '../../data/queries/feed.ts';
import { notify } from '../../data/stores/ui.ts';
import { ReportDialog } from '../parts/shares/ReportDialog.tsx';
import { useLoginHref, useReader } from '../parts/shares/useReader.ts';
import { IconButton } from '../system/IconButton.tsx';
import { Menu } from '../system/Menu.tsx';
import type { MenuItem } from '../system/menuItem.ts';

export interface ShareMoreProps {
  share: SharedRifff;
  isHidden: boolean;
  onHidden(isHidden: boolean): void;
}

/** What else can be done about somebody's shared rifff: hide it, report it. */
export function ShareMore({ share, isHidden, onHidden }: ShareMoreProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const reader = useReader();
  const loginHref = useLoginHref();
  const [isReporting, setReporting] = useState(false);
  const asMember = (run: () => void) => () => {
    if (reader) run();
    else void navigate(loginHref);
  };
  const hide = async () => {
    try {
      await setHidden(queries, share._id, !isHidden);
      onHidden(!isHidden);
      notify(isHidden ? 'Shown again.' : 'You will not see it in lists any more.');
    } catch (error) {
      notify(`That did not work: ${(error as Error).message}`);
    }
  };
  const items: MenuItem[] = [
    {
      id: 'hide',
      title: isHidden ? 'Show it again' : 'Hide from my lists',
      icon: 'hide',
      run: asMember(() => void hide()),
    },
    { id: 'report', title: 'Report', icon: 'flag', run: asMember(() => setReporting(true)) },
  ];
  return (
    <>
      <Menu
        label={`More about ${share.title || 'this rifff'}`}
        align="end"
        items={items}
        trigger={<IconButton icon="more" label="More" size="md" variant="outlined" />}
      />
      <ReportDialog
        shareId={share._id}
        title={share.title}
        isOpen={isReporting}
        onOpenChange={setReporting}
      />
    </>
  );
}
