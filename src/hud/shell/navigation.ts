/** The places that header, mobile menu and footer lead to. Only what exists. */
export interface Destination {
  title: string;
  to: string;
}

export const MAIN_DESTINATIONS: readonly Destination[] = [{ title: 'Make', to: '/jam' }];

export interface LinkGroup {
  title: string;
  links: readonly (Destination | { title: string; href: string })[];
}

export const FOOTER_GROUPS: readonly LinkGroup[] = [
  { title: 'Get started', links: [{ title: 'Start a rifff', to: '/jam' }] },
  {
    title: 'Legal',
    links: [
      { title: 'Licence (MIT)', href: '/LICENSE.txt' },
      { title: 'Third-party notices', href: '/THIRD_PARTY_NOTICES.txt' },
    ],
  },
];
