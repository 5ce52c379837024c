/** The sections of the style guide in their order; the first three are the specification's own. */

/** Of the look, not of the app. */
export const STYLE_VERSION = '3.0.0';

export interface GuidePart {
  /** Anchor on the section's page. */
  readonly id: string;
  readonly title: string;
}

export interface GuideSection {
  /** Last segment of its address. */
  readonly id: string;
  readonly title: string;
  /** What it holds, in a sentence. */
  readonly text: string;
  readonly parts: readonly GuidePart[];
}

const part = (title: string): GuidePart => ({
  id: title.toLowerCase().replaceAll(' ', '-'),
  title,
});

const section = (title: string, text: string, parts: readonly string[]): GuideSection => ({
  ...part(title),
  text,
  parts: parts.map(part),
});

export const GUIDE_SECTIONS: readonly GuideSection[] = [
  section('Colours', 'Ink is for loops. Everything else is paper on ground.', [
    'Palette',
    'Instruments',
  ]),
  section('Typography', 'One family, seven sizes, tabular figures.', ['Headings', 'Body text']),
  section('Buttons', 'Always round. One filled button in a task.', ['Variants', 'Sizing']),
  section('Icons', 'Solid, on a grid of 24, bars of 3, straight ends.', ['All icons']),
  section('Fields', 'Text that somebody types, and what is wrong with it.', [
    'Text',
    'Password',
    'Search',
    'Several lines',
    'Select',
    'Text to copy',
  ]),
  section('Choices', 'Yes or no, one of a few, on or off.', ['Checkbox', 'Radio', 'Switch']),
  section('Sliders', 'The form says the quantity, a notch is the value.', [
    'Gain',
    'Pitch',
    'Speed',
    'Position and tempo',
  ]),
  section('Menus', 'What can be done with a thing, and a word about a control.', ['Menu']),
  section('Dialogs', 'One question over the page; a sheet from below in narrow windows.', [
    'Dialog',
    'Wide dialog',
  ]),
  section('Notices', 'What the app says for a moment, and what stands where a list would.', [
    'Notice',
    'Trouble',
    'Empty and failed',
    'Small empty and failed',
  ]),
  section('Tabs', 'One of a few panels.', ['Tab row']),
  section('People', 'Initials in a disc of paper; a picture is a square sheet.', ['Avatar']),
  section('Cards', 'A rifff in a grid. The picture is the card: there is no box.', ['Rifff card']),
  section('Tables', 'Rows between hairlines.', ['Table']),
  section('Loading', 'Room is kept for what comes, and nothing moves when it is there.', [
    'Skeleton',
    'Spinner',
    'Progress',
  ]),
  section('Rings', 'A rifff is its loops, cut like paper and laid into each other.', [
    'States',
    'One to eight',
    'Character',
    'Small',
  ]),
  section(
    'Knives',
    'Every category is cut in its own way, so a ring is known without its colour.',
    ['Categories', 'Laid flat'],
  ),
];

/** A section by the last segment of its address. */
export function guideSection(id: string): GuideSection | undefined {
  return GUIDE_SECTIONS.find((one) => one.id === id);
}
