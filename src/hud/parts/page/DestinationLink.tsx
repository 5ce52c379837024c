import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { inBase } from '../../../data/rules/site/base.ts';
import type { IconName } from '../../system/Icon.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';

/** A place that header, menus and footer lead to: inside the app (`to`) or outside (`href`). */
export type Destination = { title: string; icon?: IconName } & (
  | { to: string; href?: undefined }
  | { href: string; to?: undefined }
);

export const LEGAL_DESTINATIONS: readonly Destination[] = [
  { title: 'Privacy Policy', to: '/privacy' },
  { title: 'Terms of Use', to: '/terms' },
  { title: 'Code of Conduct', to: '/conduct' },
  { title: 'Cookies', to: '/cookies' },
  { title: 'Acknowledgements', to: '/acknowledgements' },
];

/** Where questions to the operator go: a mail address becomes a link that writes a mail. */
export function contactHref(contact: string): string {
  return /^https?:/.test(contact) ? contact : `mailto:${contact}`;
}

export interface DestinationLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  destination: Destination;
}

/** A link to a destination; other sites open beside the app and learn nothing of it. */
export function DestinationLink({ destination, children, ...rest }: DestinationLinkProps) {
  const content = children ?? destination.title;
  if (destination.to !== undefined) {
    return (
      <Link {...rest} to={destination.to}>
        {content}
      </Link>
    );
  }
  const isOutside = /^https?:/.test(destination.href);
  if (!isOutside) {
    return (
      <a {...rest} href={inBase(destination.href)}>
        {content}
      </a>
    );
  }
  return (
    <a {...rest} href={destination.href} target="_blank" rel="noopener noreferrer">
      {content}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}
