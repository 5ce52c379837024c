import page from '../Page.module.css';

/** Tells the reader that no payment on this server is real. */
export function PlayMoney() {
  return (
    <p className={page.playMoney}>
      <b className="paper">Play money.</b> This server takes no real payments: the cards at its till
      are made up, and nothing is ever charged.
    </p>
  );
}
