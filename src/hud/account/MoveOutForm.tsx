import { signUpBy } from '../../data/auth.ts';
import { call } from '../../data/client.ts';
import { CLASS_CALLS } from '../../data/contract/classCalls.ts';
import { email, newPassword, samePassword, ticked } from '../../data/rules/account/validation.ts';
import { inBase } from '../../data/rules/site/base.ts';
import { FormCheckbox } from '../kit/choices.tsx';
import { EntityForm, useEntityForm, useReportFilled } from '../kit/EntityForm.tsx';
import { EmailField, NewPasswordFields } from '../kit/fields.tsx';
import styles from './AccountFrame.module.css';

interface MoveOutValues {
  email: string;
  password: string;
  confirmPassword: string;
  terms: boolean;
}

interface MoveOutFormProps {
  /** Of the link. */
  token: string;
  onFilled(share: number): void;
  /** The account is their own, and signed in. */
  onDone(): void;
}

/** An address and a password for an account that was a pupil's until now. */
export function MoveOutForm({ token, onFilled, onDone }: MoveOutFormProps) {
  const form = useEntityForm<MoveOutValues>({
    start: { email: '', password: '', confirmPassword: '', terms: false },
    send: async ({ terms: _, ...typed }) => {
      const body = { ...typed, email: typed.email.trim(), token };
      // Who is signed in here stays so where it is refused.
      const login = await call(CLASS_CALLS.moveOut, { body });
      await signUpBy(async () => login);
      onDone();
    },
  });
  const typed = form.watch();
  useReportFilled(
    [
      email(typed.email),
      newPassword(typed.password),
      samePassword(typed.confirmPassword, typed.password),
      ticked(typed.terms),
    ],
    onFilled,
  );
  return (
    <EntityForm form={form} className={styles.form} action="Make it my account">
      <EmailField<MoveOutValues> name="email" label="E-mail" />
      <NewPasswordFields<MoveOutValues> name="password" label="Password" />
      <FormCheckbox<MoveOutValues> name="terms" rule={ticked} keepsRoom>
        I agree to the{' '}
        <a href={inBase('/terms')} target="_blank" rel="noopener">
          terms of use
        </a>
      </FormCheckbox>
    </EntityForm>
  );
}
