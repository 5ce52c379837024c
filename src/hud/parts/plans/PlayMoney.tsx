import page from '../Page.module.css';

/** Says plainly that nobody pays anything here. */
export function PlayMoney() {
  return (
    <p className={page.playMoney}>
      <b className="paper">Play money.</b> This server takes no real payments: the cards at its till
      are made up, and nothing is ever charged.
    </p>
  );
}
