import { ICONS, type IconName } from './icons.ts';

export interface IconProps {
  name: IconName;
  /** Side in CSS pixels. */
  size?: number;
}

/** One solid icon in the colour of the text beside it, silent to screen readers. */
export function Icon({ name, size = 24 }: IconProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={ICONS[name]} fillRule="evenodd" />
    </svg>
  );
}
