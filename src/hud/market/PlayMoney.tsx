import { useCoins } from '../parts/market/Amount.tsx';
import cards from '../parts/shares/Shares.module.css';

/** Says that the coins are worth nothing, where they are. */
export function PlayMoney() {
  const { config } = useCoins();
  if (!config?.isPlayMoney) return null;
  return (
    <p className="muted">
      <span className={cards.mark}>Play money</span> {config.symbol} exists on this server alone and
      is worth nothing.
    </p>
  );
}
