import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import type { Destination } from './navigation.ts';

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
      <a {...rest} href={destination.href}>
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
