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
    <div className="stack gap16 min0">
      <p className={styles.message}>{message}</p>
      <dl className={`stack gap4 ${styles.facts}`}>
        <div className="flex gap16 apart">
          <dt>For</dt>
          <dd className="medium anywhere">{recipient}</dd>
        </div>
        <div className="flex gap16 apart">
          <dt>Signed by</dt>
          <dd className="medium anywhere">{accountId}</dd>
        </div>
      </dl>
      <div className="flex wrap gap12">
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
