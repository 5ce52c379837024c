import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './Button.module.css';
import { type ButtonSize, type ButtonVariant, ICON_PX } from './buttonSize.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

interface ButtonLook {
  size?: ButtonSize;
  variant?: ButtonVariant;
  icon?: IconName;
  children?: ReactNode;
}

type AsButton = ButtonLook & ComponentProps<'button'> & { to?: undefined; href?: undefined };
type AsRoute = ButtonLook & ComponentProps<typeof Link> & { href?: undefined };
type AsAnchor = ButtonLook & ComponentProps<'a'> & { to?: undefined; href: string };
export type ButtonProps = AsButton | AsRoute | AsAnchor;

const SIZE_CLASS: Readonly<Record<ButtonSize, string>> = {
  xxs: styles.xxs,
  xs: styles.xs,
  sm: styles.sm,
  md: styles.md,
  lg: styles.lg,
  xl: styles.xl,
  '2xl': styles.xxl,
};

/** Class names of a button's size and variant. */
export function buttonClass(size: ButtonSize, variant: ButtonVariant, ...more: unknown[]): string {
  return [styles.button, SIZE_CLASS[size], styles[variant], ...more].filter(Boolean).join(' ');
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
