import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { embedCode, sharePageUrl } from '../../../data/rules/sharing/embedCode.ts';
import { homeUrl } from '../../../data/rules/site/base.ts';
import { CopyField } from '../../kit/CopyField.tsx';
import { QrCode } from '../../kit/QrCode.tsx';
import styles from './Comments.module.css';

/** Link, code to scan, and embed code of a share; a private one has no embed code. */
export function ShareLinks({ share }: { share: SharedRifff }) {
  const origin = homeUrl();
  const url = sharePageUrl(origin, share._id);
  return (
    <>
      <CopyField label="Link" value={url} done="Link copied." />
      {!share.private && (
        <CopyField
          label="Code to put it into another page"
          value={embedCode(origin, share._id, share.title)}
          done="Embed code copied."
        />
      )}
      <div className={styles.scan}>
        <QrCode text={url} label={`QR code of the link of ${share.title || 'this rifff'}`} />
        <p className="t13 muted">Scan it to open the rifff on another device.</p>
      </div>
    </>
  );
}
