import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirmEmail } from '../../data/stores/address.ts';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './AccountFrame.module.css';

interface ConfirmEmailProps {
  /** Of the mail. */
  token: string;
  onFilled(share: number): void;
}

const STALE =
  'This link was used already or is too old. If your address is not confirmed yet, ask for a new link in the settings of your account.';

/** One press that confirms an address: some mail servers open every link by themselves, and press nothing. */
export function ConfirmEmail({ token, onFilled }: ConfirmEmailProps) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => confirmEmail(token),
    networkMode: 'always',
  });
  useEffect(() => onFilled(isSuccess ? 1 : 0.5), [isSuccess, onFilled]);
  if (isSuccess) {
    return (
      <p className="t18" role="status">
        Your address is confirmed. There is room for everything that you make now.
      </p>
    );
  }
  const failure = error && readFailure(error);
  const trouble = failure ? (failure.status === 400 ? STALE : troubleOf(failure)) : '';
  return (
    <div className={styles.form}>
      <Trouble title={trouble} />
      <div className="row wrap gap12 top8">
        <Button
          variant="filled"
          aria-busy={isPending}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {isPending && <Spinner size={18} />}
          Confirm my address
        </Button>
      </div>
    </div>
  );
}
