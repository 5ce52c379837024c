import type { Site } from '../../data/contract/site.ts';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import type { OutsideLinks } from './navigation.ts';
import styles from './Shell.module.css';

type SocialName = keyof Site['socials'];

/** Names in the order of the footer. */
const SOCIAL_NAMES: Readonly<Record<SocialName, string>> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  x: 'X',
  youtube: 'YouTube',
  twitch: 'Twitch',
  discord: 'Discord',
};

/** Signs of other sites, drawn for this product in the way of its icons: 24 grid, solid, bars 3 wide. */
const SOCIAL_ICONS: Readonly<Record<SocialName, string>> = {
  // A camera: body, lens, light.
  instagram:
    'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5zM7 5a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2zM12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17.2 5.6a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6z',
  facebook:
    'M9.5 22V13.5H6.5v-3.2h3V8a5 5 0 0 1 5-5h3v3.2h-2.4a1.9 1.9 0 0 0-1.9 1.9v2.2h4l-.5 3.2h-3.5V22z',
  x: 'M2.5 3h6l4.6 6.3L18.4 3h3l-6.9 8.3L22 21h-6l-4.9-6.7L5.5 21h-3l7.2-8.7zM6.9 5.2 17 18.8h.9L7.9 5.2z',
  youtube:
    'M4.5 4.5h15A2.5 2.5 0 0 1 22 7v10a2.5 2.5 0 0 1-2.5 2.5h-15A2.5 2.5 0 0 1 2 17V7a2.5 2.5 0 0 1 2.5-2.5zM9.5 8v8l7-4z',
  twitch:
    'M4 2h17v12l-5 5h-4l-3 3H6v-3H3V6zM6 5v11h3v3l3-3h3l3-3V5zM10 8h2.6v5H10zM14.4 8H17v5h-2.6z',
  discord:
    'M7 4l2.2.2.6 1.3a14 14 0 0 1 4.4 0l.6-1.3L17 4l2.6 1.2A22 22 0 0 1 22.5 17l-4.2 3-1.5-2.3 1-.6-.4-.5a14 14 0 0 1-10.8 0l-.4.5 1 .6L5.7 20l-4.2-3A22 22 0 0 1 4.4 5.2zM8.5 10a2 2 0 1 0 0 4.2 2 2 0 0 0 0-4.2zM15.5 10a2 2 0 1 0 0 4.2 2 2 0 0 0 0-4.2z',
};

/** The operator's pages elsewhere; nothing when there are none. */
export function SocialLinks({ links }: { links: OutsideLinks }) {
  const names = (Object.keys(SOCIAL_NAMES) as SocialName[]).filter((name) => links[name]);
  if (names.length === 0) return null;
  return (
    <ul className={styles.socials} aria-label="Elsewhere">
      {names.map((name) => (
        <li key={name}>
          <a
            href={links[name] ?? undefined}
            className={`hoverRaised2 ${styles.social}`}
            target="_blank"
            rel="noopener noreferrer"
            title={SOCIAL_NAMES[name]}
          >
            <svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
              <path d={SOCIAL_ICONS[name]} fillRule="evenodd" />
            </svg>
            <VisuallyHidden>{SOCIAL_NAMES[name]} (opens in a new tab)</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  );
}
