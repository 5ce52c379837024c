import { useSnapshot } from 'valtio';
import {
  answerWallet,
  endQuestion,
  type QuestionOf,
  walletQuestions,
} from '../../../data/stores/walletQuestions.ts';
import { Dialog } from '../../system/Dialog.tsx';
import { ListState } from '../../system/ListState.tsx';
import { AnswerButtons, ApproveQuestion } from './ApproveQuestion.tsx';
import { LinkWalletDialog } from './LinkWalletDialog.tsx';
import { PlayAccountQuestion } from './PlayAccountQuestion.tsx';
import styles from './Wallet.module.css';

/** A message that is signed with a key of this browser, word by word. */
function MessageQuestion(props: QuestionOf<'message'> & { isBusy: boolean }) {
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
      <AnswerButtons isBusy={isBusy}>Sign</AnswerButtons>
    </div>
  );
}

/** Wallets to choose from, one a row. */
function ChooseWallet({ wallets }: QuestionOf<'wallet'>) {
  if (wallets.length === 0) {
    return (
      <ListState title="No wallet could be reached" isSmall role="alert">
        The list of wallets did not come. Is there a network, or does something block it?
      </ListState>
    );
  }
  return (
    <ul className="lineAbove">
      {wallets.map(({ id, name, description, icon }) => (
        <li key={id}>
          <button
            type="button"
            className={`offEdge ${styles.choice}`}
            onClick={() => answerWallet(id)}
          >
            {icon && <img src={icon} alt="" width={32} height={32} className={styles.icon} />}
            <span className="stack fill anywhere">
              <span className="medium">{name}</span>
              <span className="t13 muted">{description}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const TITLES = {
  wallet: [
    'Which wallet?',
    'A wallet holds your coins and what you collect. Rondo never sees its keys.',
  ],
  account: [
    'Play wallet',
    'The coins of this server are play money: they are worth nothing, and no one can cash them.',
  ],
  approve: ['Approve this?', ''],
  message: [
    'Sign a message?',
    'It shows that the account is yours. It moves no coins and costs nothing.',
  ],
} as const;

/** What the wallet asks, as a dialog: closing it says no. */
function WalletQuestion() {
  const { asked, isAnswered } = useSnapshot(walletQuestions);
  const [title, description] = TITLES[asked?.kind ?? 'approve'];
  return (
    <Dialog
      isOpen={asked !== null}
      onOpenChange={(isOpen) => !isOpen && !isAnswered && endQuestion()}
      title={title}
      description={description || undefined}
    >
      {asked?.kind === 'wallet' && <ChooseWallet wallets={asked.wallets} />}
      {asked?.kind === 'account' && <PlayAccountQuestion {...asked} isBusy={isAnswered} />}
      {asked?.kind === 'approve' && <ApproveQuestion {...asked} isBusy={isAnswered} />}
      {asked?.kind === 'message' && <MessageQuestion {...asked} isBusy={isAnswered} />}
    </Dialog>
  );
}

/** What wallets need of a page that trades: their questions, and the offer to link. Mounted once. */
export function WalletDoor() {
  return (
    <>
      <LinkWalletDialog />
      <WalletQuestion />
    </>
  );
}
