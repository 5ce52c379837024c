import { useState } from 'react';
import { isPlayWished, takePlayWish, wishToPlay } from '../../../data/stores/listening.ts';
import { Icon } from '../../system/Icon.tsx';
import { Spinner } from '../../system/Loading.tsx';
import styles from './Listening.module.css';

/** The disc of a rifff that is still coming: a tap is remembered until it can play, a second tap takes that back. */
export function WaitingDisc() {
  const [isWished, setWished] = useState(isPlayWished);
  const toggle = () => {
    if (isWished) takePlayWish();
    else wishToPlay();
    setWished(!isWished);
  };
  return (
    <button
      type="button"
      className={`discIcon ${styles.disc}`}
      aria-label="Play"
      aria-pressed={isWished}
      onClick={toggle}
    >
      {isWished ? <Spinner /> : <Icon name="play" />}
    </button>
  );
}
