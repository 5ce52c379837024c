import { useLocation, useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import {
  asRegion,
  isRootPath,
  LOCALES,
  REGION_CODES,
  rootPath,
} from '../../data/rules/site/locale.ts';
import { locale, setRegion } from '../../data/stores/locale.ts';
import {
  chooseRingDrawing,
  RING_DRAWING_WISHES,
  ringDrawing,
} from '../../data/stores/ringDrawing.ts';
import { session } from '../../data/stores/session.ts';
import { DestinationLink, LEGAL_DESTINATIONS } from '../parts/page/DestinationLink.tsx';
import { Later, lazyComponent } from '../parts/page/lazyPiece.tsx';
import { useSite } from '../parts/page/page.ts';
import { buttonClass } from '../system/Button.tsx';
import { Select } from '../system/Select.tsx';
import { InstallButton } from './InstallButton.tsx';
import { copyright, footerGroups, outsideLinks } from './navigation.ts';
import styles from './Shell.module.css';
import { Wordmark } from './Wordmark.tsx';

const REGIONS = REGION_CODES.map((code) => {
  const { name, currency } = LOCALES[code];
  return { value: code, title: `${name} (${currency})` };
});
const DRAWINGS = RING_DRAWING_WISHES.map(({ id, title }) => ({ value: id, title }));

/** Most operators name no pages elsewhere. */
const LazySocialLinks = lazyComponent(
  async () => (await import('./SocialLinks.tsx')).SocialLinks,
).Piece;

/** Region, and with it currency and the way numbers and dates are written. */
function RegionSelect() {
  const { region } = useSnapshot(locale);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <Select
      label="Region"
      value={region}
      options={REGIONS}
      onValueChange={(value) => {
        const next = asRegion(value);
        if (!next) return;
        setRegion(next);
        // Only the first page carries the region in its address.
        if (isRootPath(pathname)) void navigate(rootPath(next));
      }}
    />
  );
}

/** By what the rings are drawn on this device. */
function RingDrawingSelect() {
  const { wish } = useSnapshot(ringDrawing);
  return (
    <Select
      label="Rings are drawn by"
      value={wish}
      options={DRAWINGS}
      onValueChange={(value) => {
        const chosen = RING_DRAWING_WISHES.find(({ id }) => id === value);
        if (chosen) chooseRingDrawing(chosen.id);
      }}
    />
  );
}

/** Bottom of pages that scroll: the name, groups of links, whose it is. */
export function Footer() {
  const { user } = useSnapshot(session);
  const site = useSite();
  return (
    <footer className={`${styles.footer} over`}>
      <div className={styles.about}>
        <Wordmark />
        <p className="muted top8 t13">{copyright(site)}</p>
        {Object.values(site?.socials ?? {}).some(Boolean) && (
          <Later>
            <LazySocialLinks links={outsideLinks(site)} />
          </Later>
        )}
      </div>
      {footerGroups(site, user as typeof session.user).map((group) => (
        <nav key={group.title} className={styles.group} aria-label={group.title}>
          <h2 className={`${styles.title} t13`}>{group.title}</h2>
          <ul>
            {group.links.map((destination) => (
              <li key={destination.title}>
                <DestinationLink
                  destination={destination}
                  className={`hoverUnderline ${styles.link}`}
                />
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <div className={styles.region}>
        <InstallButton className={buttonClass('sm', 'outlined')} />
        <RegionSelect />
        <RingDrawingSelect />
      </div>
    </footer>
  );
}

/** Bottom of pages with one task: whose it is, and the legal texts. */
export function LegalLine() {
  const site = useSite();
  return (
    <footer className={`${styles.legal} t13 over`}>
      <p>{copyright(site)}</p>
      <nav className={styles.legalLinks} aria-label="Legal">
        {LEGAL_DESTINATIONS.slice(0, 4).map((destination) => (
          <DestinationLink
            key={destination.title}
            destination={destination}
            className={styles.legalLink}
          />
        ))}
      </nav>
    </footer>
  );
}
