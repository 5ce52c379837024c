import { answerWallet, type QuestionOf } from '../../../data/stores/walletQuestions.ts';
import { ListState } from '../../system/ListState.tsx';
import styles from './Wallet.module.css';

/** Wallets to choose from, one a row. */
export function ChooseWallet({ wallets }: QuestionOf<'wallet'>) {
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
