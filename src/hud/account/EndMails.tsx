import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endMails } from '../../data/queries/notifications.ts';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './AccountFrame.module.css';

interface EndMailsProps {
  /** Of the mail. */
  token: string;
  onFilled(share: number): void;
}

const STALE = 'This link is not known any more. The settings of your account end mails as well.';

/** One press that ends mails, without signing in: some mail servers open every link by themselves, and press nothing. */
export function EndMails({ token, onFilled }: EndMailsProps) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => endMails(token),
    networkMode: 'always',
  });
  useEffect(() => onFilled(isSuccess ? 1 : 0.5), [isSuccess, onFilled]);
  if (isSuccess) {
    return (
      <p className="t18" role="status">
        No digest and no mail about answers comes any more.
      </p>
    );
  }
  const failure = error && readFailure(error);
  const isStale = failure?.status === 404 || failure?.status === 400;
  const trouble = failure ? (isStale ? STALE : troubleOf(failure)) : '';
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
          End these mails
        </Button>
      </div>
    </div>
  );
}
