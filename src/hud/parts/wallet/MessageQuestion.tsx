import {
  answerWallet,
  endQuestion,
  type QuestionOf,
} from '../../../data/stores/walletQuestions.ts';
import { Button } from '../../system/Button.tsx';
import styles from './Wallet.module.css';

/** A message that is signed with a key of this browser, word by word. */
export function MessageQuestion(props: QuestionOf<'message'> & { isBusy: boolean }) {
  const { accountId, message, recipient, isBusy } = props;
  return (
    <div className={styles.question}>
      <p className={styles.message}>{message}</p>
      <dl className={styles.facts}>
        <div>
          <dt>For</dt>
          <dd className={styles.account}>{recipient}</dd>
        </div>
        <div>
          <dt>Signed by</dt>
          <dd className={styles.account}>{accountId}</dd>
        </div>
      </dl>
      <div className={styles.actions}>
        <Button variant="filled" aria-busy={isBusy} onClick={() => !isBusy && answerWallet(true)}>
          Sign
        </Button>
        <Button disabled={isBusy} onClick={endQuestion}>
          Reject
        </Button>
      </div>
    </div>
  );
}
