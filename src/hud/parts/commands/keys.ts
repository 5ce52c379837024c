/**
 * Keys as commands name them: modifiers and one key joined by `+`, for instance `M`, `Space`, `Mod+Shift+Z`,
 * `?`, `Delete`. `Mod` is Command on Apple's machines and Control elsewhere. A letter or sign is matched by
 * the character that it types, so that it works where the layout puts it; where the layout types no Latin
 * letters, by its place on the keyboard. A key written `@KeyA` is meant by its place in every layout, as the keys
 * of an instrument are.
 */

/** What a key press must have for a chord; the fields of KeyboardEvent that matter. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  getModifierState?(name: string): boolean;
}

interface Chord {
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly key: string;
}

const NAMED: Readonly<Record<string, string>> = { Space: ' ' };
const PLACES: Readonly<Record<string, string>> = {
  '[': 'BracketLeft',
  ']': 'BracketRight',
  ',': 'Comma',
  '.': 'Period',
  '-': 'Minus',
};

/** Are the machine's shortcuts made with Command? */
function isApple(platform: string = globalThis.navigator?.platform ?? ''): boolean {
  return /mac|iphone|ipad/i.test(platform);
}

/** Parts of a chord. `+` itself is written `Plus`. */
function parseKeys(keys: string): Chord {
  const parts = keys.split('+');
  const last = parts[parts.length - 1] ?? '';
  const key = last === 'Plus' ? '+' : (NAMED[last] ?? last);
  const has = (name: string) => parts.slice(0, -1).includes(name);
  return { mod: has('Mod'), shift: has('Shift'), alt: has('Alt'), key };
}

const isLetter = (key: string) => /^[a-z]$/i.test(key);
const isSign = (key: string) => key.length === 1 && key !== ' ' && !isLetter(key);

function typesKey(press: KeyPress, key: string): boolean {
  if (key.startsWith('@')) return press.code === key.slice(1);
  if (press.key.toLowerCase() === key.toLowerCase()) return true;
  // A layout of another script, or one whose letters stand where this sign does, types neither.
  if (press.key.length !== 1 || press.key.charCodeAt(0) < 128) return false;
  if (isLetter(key)) return press.code === `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return press.code === `Digit${key}`;
  return PLACES[key] === press.code;
}

/** Does a key press mean these keys? `hasApple` says which key `Mod` is. */
export function matchesKeys(press: KeyPress, keys: string, hasApple: boolean = isApple()): boolean {
  const chord = parseKeys(keys);
  if (!typesKey(press, chord.key)) return false;
  // Signs may need AltGr, which some systems report as Control and Alt together.
  const isAltGr = isSign(chord.key) && (press.getModifierState?.('AltGraph') ?? false);
  const mod = hasApple ? press.metaKey : press.ctrlKey;
  const other = hasApple ? press.ctrlKey : press.metaKey;
  if (other || (!isAltGr && mod !== chord.mod)) return false;
  if (!isAltGr && press.altKey !== chord.alt) return false;
  // Whether a sign needs Shift is the layout's business.
  return isSign(chord.key) || press.shiftKey === chord.shift;
}

const PRINTED: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page up',
  PageDown: 'Page down',
  Escape: 'Esc',
};

/** The keys of a chord as they are printed on the keyboard, in the order in which they are pressed. */
export function printKeys(keys: string, hasApple: boolean = isApple()): string[] {
  const chord = parseKeys(keys);
  const printed: string[] = [];
  if (chord.mod) printed.push(hasApple ? '⌘' : 'Ctrl');
  if (chord.alt) printed.push(hasApple ? '⌥' : 'Alt');
  if (chord.shift) printed.push(hasApple ? '⇧' : 'Shift');
  const placed = chord.key.replace(/^@(Key|Digit)?/, '');
  const key = PRINTED[placed] ?? (isLetter(placed) ? placed.toUpperCase() : placed);
  return [...printed, key];
}

/** A chord as `aria-keyshortcuts` writes it: `Control+Shift+Z`, `Meta+Z` on Apple's machines. */
export function ariaKeys(keys: string, hasApple: boolean = isApple()): string {
  return keys.replace(/^Mod\b/, hasApple ? 'Meta' : 'Control').replace('@Key', '');
}

/** One text for a chord whatever the order of its modifiers and case, to compare chords by. */
export function canonicalKeys(keys: string): string {
  const { mod, shift, alt, key } = parseKeys(keys);
  const name = isLetter(key) ? key.toUpperCase() : key;
  return `${mod ? 'Mod+' : ''}${alt ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`;
}
