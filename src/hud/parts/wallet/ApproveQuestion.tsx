import type { ReactNode } from 'react';
import {
  answerWallet,
  endQuestion,
  type QuestionOf,
} from '../../../data/stores/walletQuestions.ts';
import { Button } from '../../system/Button.tsx';
import { Spinner } from '../../system/Loading.tsx';
import { Amount } from './Amount.tsx';
import styles from './Wallet.module.css';

/** Signs, or does not. @param children of the button that signs */
export function AnswerButtons({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <div className="flex wrap gap12">
      <Button variant="filled" aria-busy={isBusy} onClick={() => !isBusy && answerWallet(true)}>
        {children}
      </Button>
      <Button disabled={isBusy} onClick={endQuestion}>
        Reject
      </Button>
    </div>
  );
}

/** What is signed with a key of this browser, step by step, with what goes along. */
export function ApproveQuestion(props: QuestionOf<'approve'> & { isBusy: boolean }) {
  const { accountId, steps, feeMost, symbol, isBusy } = props;
  return (
    <div className="stack gap16 min0">
      <ol className="lineAbove">
        {steps.map(({ text, call, deposit }) => (
          <li key={call} className={styles.step}>
            <div className="stack fill anywhere">
              <p className="medium">{text}</p>
              <p className="t13 muted">{call}</p>
            </div>
            <p className={styles.amount}>
              <Amount yocto={deposit} symbol={symbol} />
            </p>
          </li>
        ))}
      </ol>
      <dl className={`stack gap4 ${styles.facts}`}>
        <div className="flex gap16 apart">
          <dt>Fee at most</dt>
          <dd>
            <Amount yocto={feeMost} symbol={symbol} />
          </dd>
        </div>
        <div className="flex gap16 apart">
          <dt>From</dt>
          <dd className="medium anywhere">{accountId}</dd>
        </div>
      </dl>
      <p className="muted">Play money: none of it is worth anything.</p>
      <AnswerButtons isBusy={isBusy}>
        {isBusy && <Spinner size={18} />}
        Approve
      </AnswerButtons>
    </div>
  );
}
