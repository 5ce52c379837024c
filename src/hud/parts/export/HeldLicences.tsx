import { knownLicence, licenceDuties } from '../../../data/rules/sharing/licences.ts';
import { LicenceLine } from '../shares/LicenceLine.tsx';
import styles from './Export.module.css';

/** What the licences of other people's loops require of a person who uses the export. */
export function HeldLicences({ licences }: { licences: readonly unknown[] }) {
  const held = [...new Set(licences.map(knownLicence))];
  if (held.length === 0) return null;
  return (
    <div className={styles.licences}>
      <p>
        It holds loops of others under{' '}
        {held.map((slug, at) => (
          <span key={slug}>
            {at > 0 && (at === held.length - 1 ? ' and ' : ', ')}
            <LicenceLine licence={slug} />
          </span>
        ))}
        .
      </p>
      <ul>
        {licenceDuties(held).map((duty) => (
          <li key={duty}>{duty}</li>
        ))}
      </ul>
    </div>
  );
}
