import { useState } from 'react';
import { buttonClass } from '../system/Button.tsx';
import { HoverMenu } from './HoverMenu.tsx';
import { ACCOUNT_DESTINATIONS, ACCOUNT_LINK_ID } from './navigation.ts';

/** The way in for visitors, with everything that leads to an account. */
export function AccountMenu() {
  // The keyboard may already be on the plain link that stands here until this code has come.
  const [takesFocus] = useState(() => document.activeElement?.id === ACCOUNT_LINK_ID);
  return (
    <HoverMenu
      label="Account"
      to="/login"
      triggerClass={buttonClass('sm', 'outlined')}
      trigger="Account"
      items={ACCOUNT_DESTINATIONS}
      takesFocus={takesFocus}
    />
  );
}
