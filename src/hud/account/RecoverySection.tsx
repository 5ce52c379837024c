import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Factors } from '../../data/contract/factors.ts';
import { refreshFactors, renewRecoveryCodes } from '../../data/queries/factors.ts';
import { showCodes } from '../../data/stores/proof.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { formatCount } from '../parts/controls/format.ts';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { Button } from '../system/Button.tsx';
import styles from './AccountPanels.module.css';

/** With so few left it is time for new ones. */
const FEW = 3;

/** How many recovery codes are left, and new ones. */
export function RecoverySection({ factors }: { factors: Factors }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { passkeys, hasTimeCodes, recoveryCodes: left } = factors;
  const isNeeded = passkeys.length > 0 || hasTimeCodes;
  return (
    <FormSection
      title="Recovery codes"
      text="Ten codes for the day when your passkeys and your app are lost. Each lets you in once, beside your password."
    >
      {isNeeded ? (
        <>
          <div className={`fill ${styles.what}`}>
            <p>{left === 0 ? 'None is left.' : `${formatCount(left, 'code')} left.`}</p>
            {left <= FEW && <p className="muted">Make new ones before they are gone.</p>}
          </div>
          <div className="row wrap gap12">
            <Button onClick={() => setAsking(true)}>Make new codes</Button>
          </div>
        </>
      ) : (
        <p className="muted">They come with your first passkey, or with time codes.</p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Make new codes?"
        deed="Make them"
        run={async () => {
          showCodes(await renewRecoveryCodes());
          await refreshFactors(queries);
        }}
      >
        <p>The codes that you have do not work any more then.</p>
      </ConfirmDialog>
    </FormSection>
  );
}
