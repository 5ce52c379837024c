import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Profile } from '../../data/contract/accounts.ts';
import { useBlock } from '../../data/queries/chat.ts';
import { notify } from '../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { useLoginHref, useMember } from '../parts/shares/useReader.ts';
import { IconButton } from '../system/Button.tsx';
import { Menu, type MenuItem } from '../system/Menu.tsx';
import { ReportPerson } from './ReportPerson.tsx';

interface PersonMenuProps {
  profile: Profile;
  isBlocked: boolean;
}

/** Blocks or unblocks a person, and tells the reader what that means. */
export function useBlocking({ user_id: userId, displayName }: Profile) {
  const block = useBlock();
  const name = displayName || userId;
  return (isBlocked: boolean) => {
    if (block.isPending) return;
    const done = isBlocked
      ? `You blocked ${name}: you see nothing that they say, and none of you follows the other.`
      : `You hear ${name} again.`;
    block.mutate(
      { userId, isBlocked },
      {
        onSuccess: () => notify(done),
        onError: (error) => notify(troubleOf(readFailure(error))),
      },
    );
  };
}

/** Further actions on a person: block, report. Visitors are led to sign in. */
export function PersonMenu({ profile, isBlocked }: PersonMenuProps) {
  const member = useMember();
  const loginHref = useLoginHref();
  const navigate = useNavigate();
  const [isReporting, setReporting] = useState(false);
  const block = useBlocking(profile);
  const name = profile.displayName || profile.user_id;
  const asMember = (run: () => void) => () => {
    if (member) run();
    else void navigate(loginHref);
  };
  const items: MenuItem[] = [
    {
      id: 'block',
      title: isBlocked ? `Hear ${name} again` : `Block ${name}`,
      icon: 'hide',
      run: asMember(() => block(!isBlocked)),
    },
    { id: 'report', title: 'Report', icon: 'flag', run: asMember(() => setReporting(true)) },
  ];
  return (
    <>
      <Menu
        label={`More about ${name}`}
        items={items}
        trigger={<IconButton icon="more" label="More" size="sm" variant="outlined" />}
      />
      <ReportPerson profile={profile} isOpen={isReporting} onOpenChange={setReporting} />
    </>
  );
}
