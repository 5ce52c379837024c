import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { PLUS_PRODUCT } from '../../../data/contract/constants.ts';
import { MESSAGES } from '../../../data/contract/messages.ts';
import type { Redeemed } from '../../../data/contract/plans.ts';
import { useRedeem } from '../../../data/queries/plans.ts';
import { redeemedText, redeemTrouble } from '../../../data/rules/account/redeemText.ts';
import { FormTextField } from '../../system/Form.tsx';
import { SubmitButton, Trouble } from '../../system/Submit.tsx';
import { useFormMutation } from '../forms/useFormMutation.ts';
import page from '../Page.module.css';
import { useMember } from '../shares/useReader.ts';
import { useRegionText } from '../useRegionText.ts';
import { troubleOf } from '../useSave.ts';
import styles from '../wallet/Wallet.module.css';

interface RedeemValues {
  code: string;
}

/** More than any code has, with room for spaces and hyphens. */
const MAX_CHARACTERS = 40;

/** Takes a code of a member. @param code what the address brought, or empty */
export function RedeemForm({ code = '' }: { code?: string }) {
  const text = useRegionText();
  const { mutateAsync } = useRedeem(useMember());
  const [redeemed, setRedeemed] = useState<Redeemed | null>(null);
  const form = useForm<RedeemValues>({ mode: 'onSubmit', defaultValues: { code } });
  const { submit, isBusy, trouble } = useFormMutation(form, {
    send: async (values) => {
      setRedeemed(null);
      setRedeemed(await mutateAsync(values.code.trim()));
      form.reset({ code: '' });
    },
    trouble: (failure) => ({ title: redeemTrouble(failure) || troubleOf(failure) }),
    focus: () => 'code',
  });
  return (
    <FormProvider {...form}>
      <form className={styles.redeem} onSubmit={submit} noValidate>
        <FormTextField<RedeemValues>
          name="code"
          label="Code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_CHARACTERS}
          rule={(typed) => typed.trim() !== '' || MESSAGES.required}
        />
        <Trouble {...trouble} />
        <div role="status">
          {redeemed && (
            <p className={`medium ${page.lineLinks}`}>
              {redeemedText(redeemed, text.date)}{' '}
              {redeemed.product !== PLUS_PRODUCT && <Link to="/jam">Make something with it</Link>}
            </p>
          )}
        </div>
        <div>
          <SubmitButton variant="outlined" isBusy={isBusy}>
            Redeem
          </SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}
