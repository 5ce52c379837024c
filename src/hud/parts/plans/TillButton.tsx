import { Button, type ButtonSize, type ButtonVariant } from '../../system/Button.tsx';
import { Spinner } from '../../system/Loading.tsx';
import page from '../Page.module.css';

interface TillButtonProps {
  children: string;
  /** Said instead of the words of the button, where several stand under each other. */
  label?: string;
  /** The window is on its way to the till: the button keeps its place and its focus, and does nothing more. */
  isBusy: boolean;
  variant?: ButtonVariant;
  size?: ButtonSize;
  onGo(): void;
}

/** A button that leads to the till. */
export function TillButton({ children, label, isBusy, variant, size, onGo }: TillButtonProps) {
  return (
    <Button
      variant={variant}
      size={size}
      aria-busy={isBusy}
      aria-label={label}
      onClick={() => {
        if (!isBusy) onGo();
      }}
    >
      <span className={page.inside}>
        {isBusy && <Spinner size={18} />}
        {children}
      </span>
    </Button>
  );
}
