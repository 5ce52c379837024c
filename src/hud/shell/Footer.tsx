import { DestinationLink } from './DestinationLink.tsx';
import styles from './Footer.module.css';
import { copyright, footerGroups } from './navigation.ts';
import { RegionSelect } from './RegionSelect.tsx';
import { RingDrawingSelect } from './RingDrawingSelect.tsx';
import { SocialLinks } from './SocialLinks.tsx';
import { useSite } from './useSite.ts';
import { Wordmark } from './Wordmark.tsx';

/** Bottom of pages that scroll: the name, groups of links, whose it is. */
export function Footer() {
  const site = useSite();
  return (
    <footer className={`${styles.footer} over`}>
      <div className={styles.about}>
        <Wordmark />
        <p className={`${styles.copyright} t13`}>{copyright(site)}</p>
        {site && <SocialLinks socials={site.socials} />}
      </div>
      {footerGroups(site).map((group) => (
        <nav key={group.title} className={styles.group} aria-label={group.title}>
          <h2 className={`${styles.title} t13`}>{group.title}</h2>
          <ul>
            {group.links.map((destination) => (
              <li key={destination.title}>
                <DestinationLink destination={destination} className={styles.link} />
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <div className={styles.region}>
        <RegionSelect />
        <RingDrawingSelect />
      </div>
    </footer>
  );
}
