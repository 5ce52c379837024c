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
