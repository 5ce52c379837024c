import { useState } from 'react';
import { CLAIM_PATH, codeOfScan, groupCode, isCode } from '../../../data/rules/arcade/claimCode.ts';
import { homeUrl, inBase } from '../../../data/rules/site/base.ts';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextField } from '../../kit/fields.tsx';
import page from '../../parts/Page.module.css';
import { Button } from '../../system/Button.tsx';
import styles from '../Arcade.module.css';
import { type ScannerState, useScanner } from './useScanner.ts';

/** What is wrong with the camera, in plain words. */
const TROUBLE: Partial<Record<ScannerState, string>> = {
  refused:
    'The camera may not be used here. Allow it for this page in the settings of your browser, or type the code.',
  none: 'There is no camera on this device. Type the code instead.',
  failed: 'The camera could not be started; something else may be using it. Type the code instead.',
};

/** A document that was opened under another address may not use the camera: then this one is loaded anew. */
function isOwnDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const path = entry ? (URL.parse(entry.name)?.pathname ?? '') : inBase(CLAIM_PATH);
  return path.replace(/\/$/, '') === inBase(CLAIM_PATH);
}

/** Finds the code of a run: by the camera, or typed. @param onCode a code in groups of four */
export function ScanRoom({ onCode }: { onCode(code: string): void }) {
  const [foreign, setForeign] = useState(false);
  const { state, isLong, video, start, stop } = useScanner((text) => {
    const code = codeOfScan(text, homeUrl());
    setForeign(code === null);
    if (code) onCode(code);
    return code !== null;
  });
  const form = useEntityForm<{ code: string }>({
    mode: 'onSubmit',
    start: { code: '' },
    send: async ({ code }) => {
      stop();
      onCode(groupCode(code));
    },
  });
  const isOn = state === 'asking' || state === 'looking';
  const scan = () => {
    if (isOwnDocument()) start();
    else location.assign(inBase(CLAIM_PATH));
  };
  return (
    <>
      <div className={styles.camera}>
        {state === 'looking' && <video ref={video} className={styles.video} playsInline muted />}
        <p role="status" className="emptyAway">
          {TROUBLE[state] ??
            (foreign
              ? 'This code is not one of a run here.'
              : state === 'looking'
                ? isLong
                  ? 'Nothing found yet: hold the code straight, near and in good light, or type it below.'
                  : 'Hold the code before the camera.'
                : state === 'asking'
                  ? 'Your browser asks whether the camera may be used.'
                  : '')}
        </p>
        <div className={page.looseButtons}>
          {isOn ? (
            <Button size="lg" icon="stop" onClick={stop}>
              Stop the camera
            </Button>
          ) : (
            <Button size="lg" variant="filled" onClick={scan}>
              {state === 'off' ? 'Scan with the camera' : 'Try the camera again'}
            </Button>
          )}
        </div>
      </div>
      <EntityForm form={form} className={styles.form} action="Look at it" variant="outlined">
        <FormTextField<{ code: string }>
          name="code"
          label="Or type the code"
          maxLength={40}
          placeholder="ABCD-EFGH-JKLM"
          autoCapitalize="characters"
          spellCheck={false}
          rule={(text) =>
            isCode(text) || 'A code has twelve letters and digits, without I, O, 0 and 1'
          }
        />
      </EntityForm>
    </>
  );
}
