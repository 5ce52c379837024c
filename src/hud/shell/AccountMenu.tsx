import { buttonClass } from '../system/Button.tsx';
import { HoverMenu } from './HoverMenu.tsx';
import { ACCOUNT_DESTINATIONS } from './navigation.ts';

/** The way in for visitors, with everything that leads to an account. */
export function AccountMenu() {
  return (
    <HoverMenu
      label="Account"
      to="/login"
      triggerClass={buttonClass('sm', 'outlined')}
      trigger="Account"
      items={ACCOUNT_DESTINATIONS}
    />
  );
}
