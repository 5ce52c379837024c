/** What opens over any page, fetched together when the page is there: each by itself would be a request of its own. */
export { ShortcutSheet } from '../parts/commands/ShortcutSheet.tsx';
export { AccountMenu, ProfileMenu } from './AccountMenus.tsx';
export { MobileMenu } from './MobileMenu.tsx';
