import type { Site } from '../../data/contract/site.ts';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './SocialLinks.module.css';
import { SOCIAL_ICONS, SOCIAL_NAMES, type SocialName } from './socialIcons.ts';

/** The operator's pages elsewhere; nothing when there are none. */
export function SocialLinks({ socials }: { socials: Site['socials'] }) {
  const names = (Object.keys(SOCIAL_NAMES) as SocialName[]).filter((name) => socials[name]);
  if (names.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Elsewhere">
      {names.map((name) => (
        <li key={name}>
          <a
            href={socials[name]}
            className={styles.link}
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
