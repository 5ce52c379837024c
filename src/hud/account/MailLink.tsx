import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { session } from '../../data/stores/session.ts';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './AccountFrame.module.css';
import { AccountFrame, OtherWays } from './AccountFrame.tsx';

interface MailLinkProps {
  title: string;
  /** Shown until the action is done. */
  lead: string;
  /** Does what the link is for, with the token of its address. */
  press(token: string): Promise<unknown>;
  action: string;
  done: string;
  /** Message for a token that the server refuses. */
  stale: string;
  /** Where a person who is signed in may go from here. */
  way: { title: string; to: string };
}

/**
 * The page behind a link of a mail (`?token=`), which does one thing at a press, without signing in: some mail servers
 * open every link by themselves, and press nothing.
 */
export function MailLink({ title, lead, press, action, done, stale, way }: MailLinkProps) {
  const [query] = useSearchParams();
  const { user } = useSnapshot(session);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => press(query.get('token') ?? ''),
    networkMode: 'always',
  });
  const failure = error && readFailure(error);
  const isStale = failure?.status === 404 || failure?.status === 400;
  const trouble = failure ? (isStale ? stale : troubleOf(failure)) : '';
  return (
    <AccountFrame
      title={title}
      lead={!isSuccess && lead}
      sketch="terms"
      filled={isSuccess ? 1 : 0.5}
    >
      {isSuccess ? (
        <p className="t18" role="status">
          {done}
        </p>
      ) : (
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
              {action}
            </Button>
          </div>
        </div>
      )}
      <OtherWays
        ways={[user ? way : { title: 'Sign in', to: '/login' }, { title: 'Go to Rondo', to: '/' }]}
      />
    </AccountFrame>
  );
}
