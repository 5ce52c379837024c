/**
 * Every icon as one solid path on a 24 grid: bars 3 wide, straight ends, holes by the even-odd rule.
 * Drawn for this product.
 */
export const ICONS = {
  toStart: 'M3 5h3v14H3zM13.5 5v14L7 12zM21.5 5v14L15 12z',
  play: 'M6 3.5 21 12 6 20.5z',
  pause: 'M5 4h5v16H5zM14 4h5v16h-5z',
  stop: 'M5 5h14v14H5z',
  skipBack: 'M4 5h3v14H4zM20 5v14L8.5 12z',
  skipForward: 'M17 5h3v14h-3zM4 5v14l11.5-7z',
  loop: 'M3 11V5h12V2l6 4.5-6 4.5V8H6v3zM21 13v6H9v3l-6-4.5L9 13v3h9v-3z',
  plus: 'M10.5 4h3v6.5H20v3h-6.5V20h-3v-6.5H4v-3h6.5z',
  minus: 'M4 10.5h16v3H4z',
  search:
    'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM13.9 16l2.1-2.1 5.6 5.6-2.1 2.1z',
  close:
    'M5.1 7.2 7.2 5.1 12 9.9l4.8-4.8 2.1 2.1-4.8 4.8 4.8 4.8-2.1 2.1-4.8-4.8-4.8 4.8-2.1-2.1L9.9 12z',
  menu: 'M3 5h18v3H3zM3 10.5h18v3H3zM3 16h18v3H3z',
  undo: 'M9 3v4h5a6.5 6.5 0 0 1 0 13H7v-3h7a3.5 3.5 0 0 0 0-7H9v4L2.5 8.5z',
  redo: 'M15 3v4h-5a6.5 6.5 0 0 0 0 13h7v-3h-7a3.5 3.5 0 0 1 0-7h5v4l6.5-5.5z',
  shuffle:
    'M2 5h5.2l3.1 3.9-1.9 2.4L5.8 8H2zM2 16h3.8l9.4-11H17V2l5 4.5L17 11V8h-.4L7.2 19H2zM13.7 13l2.9 3h.4v-3l5 4.5-5 4.5v-3h-1.8l-3.4-3.7z',
  next: 'M3 10.5h11V5l7.5 7-7.5 7v-5.5H3z',
  dice: 'M3 3h18v18H3zM8 6.25a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5zM16 6.25a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5zM12 10.25a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5zM8 14.25a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5zM16 14.25a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5z',
  bin: 'M9 2h6v2h6v3H3V4h6zM5 9h14v13H5zM9 12v7h2v-7zM13 12v7h2v-7z',
  mute: 'M2 9h4l6-5v16l-6-5H2zM14.5 9.6 16.1 8l2.4 2.4L20.9 8l1.6 1.6-2.4 2.4 2.4 2.4-1.6 1.6-2.4-2.4-2.4 2.4-1.6-1.6 2.4-2.4z',
  solo: 'M3 13a9 9 0 0 1 18 0v7h-5v-8h2a6 6 0 0 0-12 0h2v8H3z',
  volume: 'M2 9h4l6-5v16l-6-5H2zM14.5 8.5h3v7h-3zM19.5 5h3v14h-3z',
  bell: 'M12 2a7 7 0 0 0-7 7v6l-2.5 3h19L19 15V9a7 7 0 0 0-7-7zM9 19.5h6a3 3 0 0 1-6 0z',
  record: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15z',
  microphone:
    'M12 2a4 4 0 0 1 4 4v5a4 4 0 0 1-8 0V6a4 4 0 0 1 4-4zM3.5 11h3a5.5 5.5 0 0 0 11 0h3a8.5 8.5 0 0 1-7 8.4V22h-3v-2.6a8.5 8.5 0 0 1-7-8.4z',
  keyboard:
    'M1 5h22v14H1zM4 8v2.5h2.5V8zM8.5 8v2.5H11V8zM13 8v2.5h2.5V8zM17.5 8v2.5H20V8zM6.5 13v3h11v-3z',
  external: 'M9 4h11v11h-3V9.1L7.1 19 5 16.9 14.9 7H9z',
  check: 'M3.4 12.7l2.1-2.1 4.3 4.3 8.7-8.7 2.1 2.1L9.8 19.1z',
  warning: 'M12 2 23 21H1zM10.5 9v6h3V9zM10.5 16.5V19h3v-2.5z',
  offline:
    'M3 15h3.5v6H3zM9 12h3.5v9H9zM15 15h3.5v6H15zM13.9 4.6 16 2.5l2.5 2.5L21 2.5l2.1 2.1-2.5 2.5 2.5 2.5-2.1 2.1-2.5-2.5-2.5 2.5-2.1-2.1 2.5-2.5z',
  more: 'M4.5 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM19.5 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  arrowLeft: 'M21 10.5H10V5l-7.5 7 7.5 7v-5.5h11z',
  arrowRight: 'M3 10.5h11V5l7.5 7-7.5 7v-5.5H3z',
  chevronDown: 'M4.1 9.2 6.2 7.1l5.8 5.8 5.8-5.8 2.1 2.1-7.9 7.9z',
  chevronUp: 'M4.1 14.8l7.9-7.9 7.9 7.9-2.1 2.1-5.8-5.8-5.8 5.8z',
  sliders:
    'M4 3h3v6h2v5H7v7H4v-7H2V9h2zM10.5 3h3v10h2v5h-2v3h-3v-3h-2v-5h2zM17 3h3v3h2v5h-2v10h-3V11h-2V6h2z',
  list: 'M3 5h4v3H3zM9 5h12v3H9zM3 10.5h4v3H3zM9 10.5h12v3H9zM3 16h4v3H3zM9 16h12v3H9z',
  merge: 'M3 3h3v5l6 5 6-5V3h3v6.5l-7.5 6.2V21h-3v-5.3L3 9.5z',
  reset: 'M12 3a9 9 0 1 1-8.7 11.3l2.9-.8A6 6 0 1 0 8.3 7.3L11 10H3V2l3.2 3.2A9 9 0 0 1 12 3z',
  source: 'M8.1 5 10.2 7.1 5.3 12l4.9 4.9L8.1 19l-7-7zM15.9 5l7 7-7 7-2.1-2.1 4.9-4.9-4.9-4.9z',
  heart: 'M12 21.5 2.8 12.3a5.9 5.9 0 0 1 8.4-8.4l.8.8.8-.8a5.9 5.9 0 0 1 8.4 8.4z',
  heartLine:
    'M12 21.5 2.8 12.3a5.9 5.9 0 0 1 8.4-8.4l.8.8.8-.8a5.9 5.9 0 0 1 8.4 8.4zM12 17.2l7.1-7.1a2.9 2.9 0 0 0-4.2-4.1L12 8.9 9.1 6A2.9 2.9 0 0 0 5 10.1z',
  people:
    'M8.5 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM1 21v-2a6 6 0 0 1 6-6h3a6 6 0 0 1 6 6v2zM16 4a4 4 0 0 1 0 8h-1.6a7 7 0 0 0 0-8zM18.5 21h4.5v-2a6 6 0 0 0-5-5.9 8 8 0 0 1 .5 2.9z',
  talk: 'M2 3h20v14H12.5L7 22v-5H2z',
  share: 'M10.5 15V7.7l-2.9 2.9-2.1-2.1L12 2l6.5 6.5-2.1 2.1-2.9-2.9V15zM4 13h3v6h10v-6h3v9H4z',
  download: 'M13.5 2v7.3l2.9-2.9 2.1 2.1L12 15 5.5 8.5l2.1-2.1 2.9 2.9V2zM4 13h3v6h10v-6h3v9H4z',
  flag: 'M5 2h3v1h12l-3 5 3 5H8v9H5z',
  hide: 'M3.6 1.9 22.1 20.4l-2.1 2.1-4-4A10.8 10.8 0 0 1 12 19C7 19 3 15 1.5 12a15 15 0 0 1 3.4-4.6L1.5 4zM12 5c5 0 9 4 10.5 7-.6 1.2-1.6 2.6-2.9 3.8L16 12.2A4 4 0 0 0 11.8 8L9 5.4A9.8 9.8 0 0 1 12 5z',
  copy: 'M8 2h14v14h-3V5H8zM2 8h14v14H2zM5 11v8h8v-8z',
  branch: 'M4 3h3v9.5h7V8l7 6-7 6v-4.5H4z',
  expand: 'M3 3h7v3H6v4H3zM14 3h7v7h-3V6h-4zM3 14h3v4h4v3H3zM18 14h3v7h-7v-3h4z',
  edit: 'M16.5 2.5l5 5L8 21l-6 1 1-6z',
} as const;

export type IconName = keyof typeof ICONS;

interface IconProps {
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
