import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';

/** Heights of buttons: 24, 32, 40, 48, 56, 64 and 80 CSS pixels. */
export type ButtonSize = 'xxs' | 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl';
export type ButtonVariant = 'filled' | 'outlined' | 'bare';

/** Side of the icon inside a button, in CSS pixels. */
export const ICON_PX: Readonly<Record<ButtonSize, number>> = {
  xxs: 12,
  xs: 14,
  sm: 18,
  md: 20,
  lg: 22,
  xl: 24,
  '2xl': 32,
};

interface ButtonLook {
  size?: ButtonSize;
  variant?: ButtonVariant;
  icon?: IconName;
  children?: ReactNode;
}

type AsButton = ButtonLook & ComponentProps<'button'> & { to?: undefined; href?: undefined };
type AsRoute = ButtonLook & ComponentProps<typeof Link> & { href?: undefined };
type AsAnchor = ButtonLook & ComponentProps<'a'> & { to?: undefined; href: string };
type ButtonProps = AsButton | AsRoute | AsAnchor;

const SIZE_CLASS: Readonly<Record<ButtonSize, string>> = {
  xxs: styles.xxs,
  xs: styles.xs,
  sm: styles.sm,
  md: styles.md,
  lg: styles.lg,
  xl: styles.xl,
  '2xl': styles.xxl,
};

/** Primitives that say how a variant looks under a pointer and while it is pressed or on. */
const STATE_CLASS: Readonly<Record<ButtonVariant, string>> = {
  filled: '',
  outlined: 'hoverEdge pressRaised2 fillOn',
  bare: 'paper hoverRaised2 pressRaised2 fillOn',
};

/** Class names of a button's size and variant. */
export function buttonClass(size: ButtonSize, variant: ButtonVariant, ...more: unknown[]): string {
  const look = [styles.button, SIZE_CLASS[size], styles[variant], STATE_CLASS[variant]];
  return [...look, ...more].filter(Boolean).join(' ');
}

/** A round button; with `to` a link inside the app, with `href` a plain link. One filled one per task. */
export function Button({
  size = 'md',
  variant = 'outlined',
  icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  const shared = {
    className: buttonClass(size, variant, !children && styles.iconOnly, className),
    children: (
      <>
        {icon && <Icon name={icon} size={ICON_PX[size]} />}
        {children && <span className={styles.label}>{children}</span>}
      </>
    ),
  };
  if (rest.to !== undefined) return <Link {...rest} {...shared} />;
  if (rest.href !== undefined) return <a {...rest} {...shared} />;
  return <button type="button" {...(rest as ComponentProps<'button'>)} {...shared} />;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
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
