import { useState } from 'react';
import { Link } from 'react-router';
import { PLUS_PRODUCT } from '../../../data/contract/constants.ts';
import type { Redeemed } from '../../../data/contract/plans.ts';
import { useRedeem } from '../../../data/queries/plans.ts';
import { redeemedText, redeemTrouble } from '../../../data/rules/account/redeemText.ts';
import { requiredText } from '../../../data/rules/account/validation.ts';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextField } from '../../kit/fields.tsx';
import { troubleOf } from '../../kit/useSave.ts';
import page from '../Page.module.css';
import { useRegionText } from '../useRegionText.ts';

interface RedeemValues {
  code: string;
}

/** More than any code has, with room for spaces and hyphens. */
const MAX_CHARACTERS = 40;

/** Takes a code of a member. @param code what the address brought, or empty */
export function RedeemForm({ code = '' }: { code?: string }) {
  const text = useRegionText();
  const { mutateAsync } = useRedeem();
  const [redeemed, setRedeemed] = useState<Redeemed | null>(null);
  const form = useEntityForm<RedeemValues>({
    mode: 'onSubmit',
    start: { code },
    send: async (values) => {
      setRedeemed(null);
      setRedeemed(await mutateAsync(values.code.trim()));
      form.reset({ code: '' });
    },
    trouble: (failure) => ({ title: redeemTrouble(failure) || troubleOf(failure) }),
    focus: () => 'code',
  });
  return (
    <EntityForm form={form} className={page.redeemForm} action="Redeem" variant="outlined">
      <FormTextField<RedeemValues>
        name="code"
        label="Code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_CHARACTERS}
        rule={requiredText}
      />
      <div role="status">
        {redeemed && (
          <p className={`medium textLinks`}>
            {redeemedText(redeemed, text.date)}{' '}
            {redeemed.product !== PLUS_PRODUCT && <Link to="/jam">Make something with it</Link>}
          </p>
        )}
      </div>
    </EntityForm>
  );
}
