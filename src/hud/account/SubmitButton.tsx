import type { ReactNode } from 'react';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Spinner.tsx';
import styles from './SubmitButton.module.css';

export interface SubmitButtonProps {
  children: ReactNode;
  /** The form is on its way: it keeps its place and its focus, and does nothing more. */
  isBusy: boolean;
  size?: 'sm' | 'md';
  variant?: 'filled' | 'outlined';
  disabled?: boolean;
}

/** The one filled button of a form. */
export function SubmitButton(props: SubmitButtonProps) {
  const { children, isBusy, size = 'md', variant = 'filled', disabled } = props;
  return (
    <Button
      type="submit"
      size={size}
      variant={variant}
      disabled={disabled}
      aria-busy={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      <span className={styles.inside}>
        {isBusy && <Spinner size={18} />}
        {children}
      </span>
    </Button>
  );
}
