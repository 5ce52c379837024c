import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { buttonClass } from './Button.tsx';
import { type ButtonSize, type ButtonVariant, ICON_PX } from './buttonSize.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does, for screen readers and as its title. */
  label: string;
  icon: IconName;
  size?: ButtonSize;
  variant?: ButtonVariant;
  /** Makes it a toggle. */
  pressed?: boolean;
}

/** A round button that shows only an icon. */
export function IconButton({
  label,
  icon,
  size = 'sm',
  variant = 'bare',
  pressed,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      className={buttonClass(size, variant, styles.iconOnly, className)}
    >
      <Icon name={icon} size={ICON_PX[size]} />
    </button>
  );
}
