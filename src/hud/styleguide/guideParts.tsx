/** What the sections of the style guide are made of: parts, and specimens side by side in them. */
import { type ComponentType, type CSSProperties, type ReactNode, useState } from 'react';
import type { ForcedState } from './forceStates.ts';
import styles from './StyleGuide.module.css';

/** One part of a section, under its own anchor. */
interface GuidePart {
  /** Anchor on the section's page. */
  readonly id: string;
  readonly title: string;
  /** How it is meant, in a sentence or two. */
  readonly text: string;
  readonly content: ReactNode;
}

export interface GuideSection {
  /** Last segment of its address. */
  readonly id: string;
  readonly title: string;
  /** What it holds, in a sentence. */
  readonly text: string;
  readonly parts: readonly GuidePart[];
}

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

/** A line of the table: a part of a section. */
export function part(title: string, text: string, content: ReactNode): GuidePart {
  return { id: idOf(title), title, text, content };
}

/** A section with its parts. */
export function section(title: string, text: string, ...parts: GuidePart[]): GuideSection {
  return { id: idOf(title), title, text, parts };
}

/** One thing in one state: the state's name, the thing, a word more, and a state that only a pointer can make. */
export type Specimen = readonly [ReactNode, ReactNode, text?: ReactNode, force?: ForcedState];

/** Specimens side by side, each with its name under it. @param columnPx narrowest column */
export function specimens(columnPx: number, of: readonly Specimen[], align = 'end'): ReactNode {
  const style = { alignItems: align, '--column': `${columnPx}px` } as CSSProperties;
  return (
    <div className={styles.specimens} style={style}>
      {of.map(([title, shown, text, force], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the table never changes
        <figure key={at} className={styles.specimen}>
          <div data-force={force}>{shown}</div>
          <figcaption className="t13">
            <b>{title}</b>
            {text && <span className="muted">{text}</span>}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** Things in a row that wraps. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="row wrap gap16">{children}</div>;
}

type Props = Readonly<Record<string, unknown>>;

interface LiveProps {
  of: ComponentType<never>;
  /** Names of the prop that it shows and of the one that hears of a change. */
  live?: readonly [value: string, onChange: string];
  props: Props;
}

/**
 * A control that can be tried: it keeps its own value, and what was wrong with it goes with the first change. A `text`
 * that is a function is given the value.
 */
function Live({ of, live: [name, onChange] = ['', ''], props }: LiveProps) {
  const Control = of as ComponentType<Props>;
  const [value, setValue] = useState(props[name]);
  const [isChanged, setChanged] = useState(false);
  if (!name) return <Control {...props} />;
  const hear = (next: unknown) => {
    setValue(next);
    setChanged(true);
  };
  const error = isChanged ? undefined : props.error;
  const { text } = props;
  const said = typeof text === 'function' ? { text: text(value) } : {};
  return <Control {...props} {...{ ...said, [name]: value, [onChange]: hear, error }} />;
}

interface ControlOptions {
  /** Prop that holds its name, which no two specimens share; null where they may. */
  name?: 'label' | 'children' | 'legend' | null;
  /** Is it shown pressed, too? */
  isPressed?: boolean;
  live?: LiveProps['live'];
  columnPx?: number;
  /** What else it can be: a state's name, and the props that make it. */
  more?: Readonly<Record<string, Props>>;
}

/** A control at rest, under a pointer, with the focus, disabled, and in what other states it has. */
export function control(of: ComponentType<never>, base: Props, options: ControlOptions): ReactNode {
  const { name = 'label', isPressed, live, columnPx = 280, more = {} } = options;
  const make = (state: string, props: Props): ReactNode => {
    const called = name && state && { [name]: `${base[name]}, ${state.toLowerCase()}` };
    return <Live of={of} live={live} props={{ ...base, ...called, ...props }} />;
  };
  const states: Specimen[] = [
    ['Default', make('', {})],
    ['Hover', make('Hover', {}), undefined, 'hover'],
    ['Focus', make('Focus', {}), undefined, 'focus'],
    ...(isPressed ? ([['Pressed', make('Pressed', {}), undefined, 'press']] as const) : []),
    ['Disabled', make('Disabled', { disabled: true })],
    ...Object.entries(more).map(([state, props]): Specimen => [state, make(state, props)]),
  ];
  return specimens(columnPx, states, 'start');
}
