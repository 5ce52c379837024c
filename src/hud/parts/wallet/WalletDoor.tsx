import { useSnapshot } from 'valtio';
import { endQuestion, walletQuestions } from '../../../data/stores/walletQuestions.ts';
import { Dialog } from '../../system/Dialog.tsx';
import { ApproveQuestion } from './ApproveQuestion.tsx';
import { ChooseWallet } from './ChooseWallet.tsx';
import { LinkWalletDialog } from './LinkWalletDialog.tsx';
import { MessageQuestion } from './MessageQuestion.tsx';
import { PlayAccountQuestion } from './PlayAccountQuestion.tsx';

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
