import { useEffect } from 'react';
import type { Card, ClassPage } from '../../data/contract/classes.ts';
import { cardAddress, cardsText } from '../../data/rules/account/classText.ts';
import { homeUrl } from '../../data/rules/site/base.ts';
import { closeCards } from '../../data/stores/freshCards.ts';
import { QrCode } from '../kit/QrCode.tsx';
import { Section } from '../kit/Section.tsx';
import styles from '../parts/forms/FormSection.module.css';
import { saveFile } from '../parts/media/saveFile.ts';
import { Button } from '../system/Button.tsx';

/** A question of the browser before the only place of the codes is closed. */
function useStay(): void {
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, []);
}

/** One card, as it is cut out. */
function CardPiece({ card: { name, code }, title }: { card: Card; title: string }) {
  const home = homeUrl();
  return (
    <li className={styles.card}>
      <div className="stack gap8 min0">
        <p className="t24 anywhere">{name}</p>
        <p className="anywhere">{title}</p>
        <p className="t13 anywhere">{`${home.replace(/^https?:\/\//, '')}/card`}</p>
      </div>
      <QrCode text={cardAddress(home, code)} label={`Signs ${name} in`} />
      <p className={styles.cardCode}>{code}</p>
    </li>
  );
}

/** New cards of a class, shown this once: to be printed, eight on a page, or kept as a text. */
export function CardSheet({ of, cards }: { of: ClassPage; cards: readonly Card[] }) {
  const isOne = cards.length === 1;
  useStay();
  const save = () =>
    saveFile(
      `cards-${of.name.replace(/[^\p{L}\p{N}]+/gu, '-')}.txt`,
      new Blob([cardsText(of.name, homeUrl(), cards)], { type: 'text/plain' }),
    );
  return (
    <Section id="cards" title={isOne ? 'The card' : `${cards.length} cards`}>
      <p className={`${styles.measure} top8`}>
        {isOne ? 'It is' : 'They are'} shown this once: the server keeps no code that could be read.
        Print or keep {isOne ? 'it' : 'them'} before you go on. A lost card is replaced by a new
        one.
      </p>
      <div className="row wrap gap12 top16 below24">
        <Button variant="filled" size="sm" onClick={() => window.print()}>
          Print the cards
        </Button>
        <Button size="sm" icon="download" onClick={save}>
          Download as text
        </Button>
        <Button size="sm" icon="check" onClick={closeCards}>
          I have them
        </Button>
      </div>
      <ul className={styles.cards} data-print="" aria-label="Cards">
        {cards.map((card) => (
          <CardPiece key={card.userId} card={card} title={of.name} />
        ))}
      </ul>
    </Section>
  );
}
