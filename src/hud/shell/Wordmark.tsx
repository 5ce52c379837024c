import { Link } from 'react-router';
import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import styles from './Shell.module.css';

/** The product's name, leading home. */
export function Wordmark() {
  return (
    <Link to="/" className={styles.wordmark} aria-label={`${PRODUCT_NAME}, home`}>
      {PRODUCT_NAME}
    </Link>
  );
}
