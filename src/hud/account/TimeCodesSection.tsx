import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf } from '../../data/client.ts';
import {
  confirmTimeCodes,
  refreshFactors,
  removeTimeCodes,
  startTimeCodes,
} from '../../data/queries/factors.ts';
import { showCodes } from '../../data/stores/proof.ts';
import { notify } from '../../data/stores/ui.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { CopyField } from '../kit/CopyField.tsx';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { QrCode } from '../kit/QrCode.tsx';
import { useSave } from '../kit/useSave.ts';
import { TimeCodeField } from '../parts/factors/codeFields.tsx';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import styles from './AccountPanels.module.css';

interface TurnOnProps {
  start: DataOf<'startTimeCodes'>;
  onDone(): void;
}

/** The secret for an app, and its first code. */
function TurnOn({ start, onDone }: TurnOnProps) {
  const queries = useQueryClient();
  const form = useEntityForm<{ code: string }>({
    mode: 'onSubmit',
    start: { code: '' },
    send: async ({ code }) => {
      const codes = await confirmTimeCodes(code);
      notify('Time codes are on.');
      showCodes(codes);
      await refreshFactors(queries);
      onDone();
    },
  });
  return (
    <>
      <p>Scan this with an app for codes, such as a password manager on your phone.</p>
      <QrCode text={start.address} label="Code for your app" />
      <CopyField label="Or type this into the app" value={start.secret} done="Secret copied." />
      <p>
        <a href={start.address} className="link fingerLine">
          Open it in an app on this device
        </a>
      </p>
      <EntityForm form={form} action="Turn on" leave={{ title: 'Leave it', run: onDone }}>
        <TimeCodeField<{ code: string }> name="code" />
      </EntityForm>
    </>
  );
}

/** Codes of six digits out of an app, beside the password. */
export function TimeCodesSection({ isOn }: { isOn: boolean }) {
  const queries = useQueryClient();
  const [start, setStart] = useState<DataOf<'startTimeCodes'> | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, trouble, run } = useSave(async () => setStart(await startTimeCodes()));
  return (
    <FormSection
      title="Time codes"
      text="An app on your phone shows a new code of six digits every 30 seconds. It is asked for beside your password, and works without a network."
      trouble={trouble}
    >
      {isOn && (
        <>
          <div className={`fill ${styles.what}`}>
            <p>They are on.</p>
          </div>
          <div className="row wrap gap12">
            <Button onClick={() => setAsking(true)}>Turn off</Button>
          </div>
        </>
      )}
      {!isOn && start && <TurnOn start={start} onDone={() => setStart(null)} />}
      {!isOn && !start && (
        <div className="row wrap gap12">
          <Button aria-busy={isBusy} onClick={() => void run(undefined)}>
            {isBusy && <Spinner size={18} />}
            Set up time codes
          </Button>
          <span className="muted">They are off.</span>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Turn time codes off?"
        deed="Turn off"
        run={async () => {
          await removeTimeCodes();
          notify('Time codes are off.');
          await refreshFactors(queries);
        }}
      >
        <p>No code is asked for any more. The entry in your app is of no use then.</p>
      </ConfirmDialog>
    </FormSection>
  );
}
