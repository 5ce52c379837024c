import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchUser } from '../../data/auth.ts';
import { call, type DataOf } from '../../data/client.ts';
import { FACTOR_CALLS } from '../../data/contract/factorCalls.ts';
import { momentText } from '../../data/stores/locale.ts';
import { fetchPageData } from '../../data/stores/pageData.ts';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Skeleton, Spinner } from '../system/Loading.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './AccountPanels.module.css';

const STALE =
  'This link was used already, or is too old. If a device is signed in that is not yours, sign it out in your account, or set a new password: that signs every device out.';

/** A token that the server does not take is used up or too old. */
const troubleText = (error: unknown): string => {
  const failure = readFailure(error);
  return failure.status === 400 ? STALE : troubleOf(failure);
};

interface NotMeProps {
  /** Of the link in the mail. */
  token: string;
  /** Every device is signed out. @param resetToken sets a new password */
  onDone(resetToken: string): void;
}

/** The sign-in that a mail is about, and one button for the person who was not it. */
export function NotMe({ token, onDone }: NotMeProps) {
  const [shown, setShown] = useState<DataOf<'showSignIn'> | null>(null);
  const [lost, setLost] = useState<unknown>(null);
  const end = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { resetToken } = await call(FACTOR_CALLS.disownSignIn, { body: { token } });
      // The session of this device has ended too, if it was one of them.
      await fetchUser();
      onDone(resetToken);
    },
  });
  useEffect(() => {
    let isHere = true;
    fetchPageData(() => call(FACTOR_CALLS.showSignIn, { body: { token } })).then(
      (answer) => isHere && setShown(answer),
      (error) => isHere && setLost(error),
    );
    return () => {
      isHere = false;
    };
  }, [token]);
  const error = end.error ?? lost;
  const trouble = error ? troubleText(error) : '';
  if (!shown) {
    return (
      <div className={styles.request}>
        {trouble ? (
          <Trouble title={trouble} />
        ) : (
          <div role="status" aria-label="Looking for the sign-in">
            <Skeleton width={240} height={56} />
          </div>
        )}
      </div>
    );
  }
  const facts = [
    ['When', momentText(shown.at)],
    ['Device', shown.device || 'A browser'],
    ['Where', shown.region ?? 'Not known'],
  ];
  return (
    <div className={styles.request}>
      <dl className="lineAbove below24">
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Trouble title={trouble} />
      <div className="flex wrap gap12">
        <Button
          variant="filled"
          aria-busy={end.isPending}
          onClick={() => {
            if (!end.isPending) end.mutate();
          }}
        >
          {end.isPending && <Spinner size={18} />}
          It was not me: sign out everywhere
        </Button>
      </div>
    </div>
  );
}
