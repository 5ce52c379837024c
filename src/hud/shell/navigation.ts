import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import type { Site } from '../../data/contract/site.ts';
import { registerPath } from '../../data/rules/account/redirects.ts';
import { hasScope, type SessionState } from '../../data/stores/session.ts';
import {
  contactHref,
  type Destination,
  LEGAL_DESTINATIONS,
} from '../parts/page/DestinationLink.tsx';

type User = NonNullable<SessionState['user']>;

/** Where header and footer lead outside, as the operator's settings name it; what is missing or null is hidden. */
export type OutsideLinks = Partial<
  Record<'studio' | 'community' | keyof Site['socials'], string | null>
>;

export function outsideLinks(site: Site | undefined): OutsideLinks {
  if (!site) return {};
  const { links } = site as { links?: OutsideLinks };
  return links ?? { ...site.socials, community: site.communityUrl };
}

/** The way to the paid plan, where there is one. */
function plusLink(site: Site | undefined): Destination[] {
  return site?.hasPlans ? [{ title: 'Plus', to: '/plus' }] : [];
}

/** Where rifffs are collected and sold, if they are. */
const marketPlace = (site: Site | undefined): Destination[] =>
  site?.hasMarket ? [{ title: 'Market', to: '/market' }] : [];

/** What the account collected, where it can collect. */
const ownCollection = (site: Site | undefined, user: User | null): Destination[] =>
  site?.hasMarket && user
    ? [{ title: 'Collection', to: `/collection/${encodeURIComponent(user.user_id)}` }]
    : [];

/** How things are done. */
export const MANUAL_DESTINATION: Destination = { title: 'Manual', to: '/manual' };

/** Where a pupil goes: to make music, to the class, to what is theirs. */
const pupilDestinations = ({ clubId }: { readonly clubId: string }): Destination[] => [
  { title: 'My class', to: `/club/${clubId}` },
  { title: 'My music', to: '/jams/me' },
];

/** What pupils may hear where the public side is open to their class. */
const HEARD: readonly Destination[] = [
  { title: 'Listen', to: '/listen' },
  { title: 'Feed', to: '/feed' },
  { title: 'Chart', to: '/chart' },
];

/** Links of the header. */
export function mainDestinations(site: Site | undefined, user: User | null): Destination[] {
  if (user?.pupilOf) {
    const { isOpen } = user.pupilOf;
    return [
      { title: 'Make', to: '/jam' },
      ...pupilDestinations(user.pupilOf),
      ...(isOpen ? HEARD : []),
    ];
  }
  const links: Destination[] = [
    { title: 'Make', to: '/jam' },
    { title: 'Jams', to: '/jams' },
    { title: 'Clubs', to: '/clubs' },
    ...HEARD,
    { title: 'Arcade', to: '/arcade' },
    ...marketPlace(site),
    { title: 'Download', to: '/download' },
  ];
  const { community } = outsideLinks(site);
  if (community) links.push({ title: 'Community', href: community });
  return links;
}

/** The operator's own site for administrators and moderators, or this server's page for them. */
function adminPanel(site: Site | undefined): Destination[] {
  if (!hasScope('admin') && !hasScope('moderator')) return [];
  const title = 'Admin Panel';
  const panel = site?.adminUrl ? { title, href: site.adminUrl } : { title, to: '/moderation' };
  return hasScope('admin') ? [panel, { title: 'Operate', to: '/operate' }] : [panel];
}

/** Where a guest of a jam makes an account of what they are. */
function claimPath(guestOf: string): string {
  return registerPath(`/jams/${guestOf}`);
}

/** Rows of the profile menu. */
export function profileDestinations(site: Site | undefined, user: User | null): Destination[] {
  if (user?.guestOf !== undefined) {
    return [
      { title: 'Back to the room', to: `/jams/${user.guestOf}` },
      { title: 'Keep what you made', to: claimPath(user.guestOf) },
      { title: 'Log out', to: '/logout' },
    ];
  }
  if (user?.pupilOf) {
    return [
      ...pupilDestinations(user.pupilOf),
      { title: 'My account', to: '/account' },
      { title: 'Log out', to: '/logout' },
    ];
  }
  return [
    { title: 'My profile', to: '/profile' },
    { title: 'My clubs', to: '/clubs' },
    { title: 'Playlists', to: '/profile?tab=playlists' },
    ...ownCollection(site, user),
    { title: 'My account', to: '/account' },
    { title: 'Bring music in', to: '/import' },
    ...(site?.hasPlans ? [{ title: 'My plan', to: '/account?tab=plan' }] : []),
    ...adminPanel(site),
    { title: 'Log out', to: '/logout' },
  ];
}

/** The plain link that stands where the account menu will be. */
export const ACCOUNT_LINK_ID = 'account-link';

/** Rows of the account menu, for visitors. */
export const ACCOUNT_DESTINATIONS: readonly Destination[] = [
  { title: 'Sign in', to: '/login' },
  { title: 'Sign up', to: '/register' },
  { title: 'Sign in with another device', to: '/login?with=device' },
];

/** Where a teacher finds their classes. */
export const CLASSES_DESTINATION: Destination = { title: 'Classes', to: '/classes' };

/** Rows of the menu of narrow windows. @param hasClasses does the user teach? */
export function mobileDestinations(
  site: Site | undefined,
  user: User | null,
  hasClasses: boolean,
): Destination[] {
  const main = mainDestinations(site, user);
  if (user?.pupilOf) {
    return [...main, { title: 'My Account', to: '/account' }, { title: 'Sign Out', to: '/logout' }];
  }
  const places = [...main, ...plusLink(site), { title: 'Search', to: '/search' }];
  if (user?.guestOf !== undefined) {
    return [...places, ...profileDestinations(site, user)];
  }
  const own: Destination[] = user
    ? [
        ...adminPanel(site),
        { title: 'My Profile', to: `/${user.user_id}` },
        { title: 'Playlists', to: '/profile?tab=playlists' },
        ...ownCollection(site, user),
        { title: 'My Account', to: '/account' },
        ...(hasClasses ? [CLASSES_DESTINATION] : []),
        { title: 'Bring music in', to: '/import' },
        { title: 'Sign Out', to: '/logout' },
      ]
    : [
        { title: 'Login', to: '/login' },
        { title: 'Sign Up', to: '/register' },
      ];
  return [...places, ...own];
}

export interface LinkGroup {
  title: string;
  links: readonly Destination[];
}

/** Groups of links in the footer. */
export function footerGroups(site: Site | undefined, user: User | null): LinkGroup[] {
  const { studio, community } = outsideLinks(site);
  const information: Destination[] = [
    MANUAL_DESTINATION,
    { title: 'For developers', href: '/api/docs' },
  ];
  if (community) information.unshift({ title: 'Community', href: community });
  if (studio) information.unshift({ title: 'Studio', href: studio });
  if (site?.operatorContact) {
    information.unshift({ title: 'Contact', href: contactHref(site.operatorContact) });
  }
  return [
    {
      title: 'Get Started',
      links: user?.pupilOf
        ? mainDestinations(site, user)
        : [
            { title: 'Download', to: '/download' },
            ...HEARD,
            { title: 'Arcade', to: '/arcade' },
            ...marketPlace(site),
            { title: 'Clubs', to: '/clubs' },
            { title: 'Looks', to: '/looks' },
            { title: 'Search', to: '/search' },
            { title: 'Start a rifff', to: '/jam' },
            ...plusLink(site),
          ],
    },
    { title: 'Information', links: information },
    {
      title: 'Legal',
      links: [...LEGAL_DESTINATIONS, { title: 'Licence (MIT)', href: '/LICENSE.txt' }],
    },
  ];
}

/** Whose it is, this year. */
export function copyright(site: Site | undefined): string {
  const name = site?.operatorName || `The ${PRODUCT_NAME} authors`;
  return `© ${new Date().getFullYear()} ${name}`;
}
