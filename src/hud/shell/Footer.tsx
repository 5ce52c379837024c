import { Link } from 'react-router';
import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import styles from './Footer.module.css';
import { FOOTER_GROUPS } from './navigation.ts';
import { Wordmark } from './Wordmark.tsx';

/** Bottom of pages that scroll: the name, groups of links, whose it is. */
export function Footer() {
  return (
    <footer className={`${styles.footer} over`}>
      <div className={styles.about}>
        <Wordmark />
        <p className={`${styles.copyright} t13`}>
          © {new Date().getFullYear()} The {PRODUCT_NAME} authors
        </p>
      </div>
      {FOOTER_GROUPS.map((group) => (
        <nav key={group.title} className={styles.group} aria-label={group.title}>
          <h2 className={`${styles.title} t13`}>{group.title}</h2>
          <ul>
            {group.links.map((link) => (
              <li key={link.title}>
                {'to' in link ? (
                  <Link to={link.to} className={styles.link}>
                    {link.title}
                  </Link>
                ) : (
                  <a href={link.href} className={styles.link}>
                    {link.title}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </footer>
  );
}
