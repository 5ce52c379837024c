import { DestinationLink } from './DestinationLink.tsx';
import styles from './LegalLine.module.css';
import { copyright, LEGAL_DESTINATIONS } from './navigation.ts';
import { useSite } from './useSite.ts';

/** Bottom of pages with one task: whose it is, and the legal texts. */
export function LegalLine() {
  const site = useSite();
  return (
    <footer className={`${styles.line} t13 over`}>
      <p>{copyright(site)}</p>
      <nav className={styles.links} aria-label="Legal">
        {LEGAL_DESTINATIONS.slice(0, 4).map((destination) => (
          <DestinationLink
            key={destination.title}
            destination={destination}
            className={styles.link}
          />
        ))}
      </nav>
    </footer>
  );
}
