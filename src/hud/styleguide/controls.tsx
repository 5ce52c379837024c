/** What is pressed, typed into, chosen and opened: the real controls in every state. */

import { Fragment, type ReactNode, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { notify } from '../../data/stores/ui.ts';
import { CopyField } from '../kit/CopyField.tsx';
import { PasswordField } from '../kit/fields.tsx';
import page from '../parts/Page.module.css';
import { Button, type ButtonSize, buttonClass, ICON_PX, IconButton } from '../system/Button.tsx';
import { Checkbox } from '../system/Checkbox.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { Spinner } from '../system/Loading.tsx';
import { Menu, type MenuItem } from '../system/Menu.tsx';
import { NavigationMenu } from '../system/NavigationMenu.tsx';
import { RadioRows } from '../system/RadioRows.tsx';
import { SearchField } from '../system/SearchField.tsx';
import { Select } from '../system/Select.tsx';
import { Switch } from '../system/Switch.tsx';
import { TextArea, TextField } from '../system/TextField.tsx';
import { control, part, type Specimen, section, specimens } from './guideParts.tsx';
import styles from './StyleGuide.module.css';
import { SLIDERS } from './sliders.tsx';

const LONG = 'Send the whole of it to everybody in the room';
const WORDS =
  'I have read every word of this, and agree to what it says about loops that others build on';
const SIZES = Object.keys(ICON_PX) as ButtonSize[];
const VARIANTS = { filled: 'Commit', outlined: 'Answer', bare: 'Not now' } as const;

const variants = Object.entries(VARIANTS).map(([variant, word]) => (
  <Fragment key={variant}>
    {control(
      Button,
      { variant, children: word },
      {
        name: null,
        isPressed: true,
        columnPx: 136,
        more: {
          Loading: { 'aria-busy': true, icon: 'reset', children: 'Sending' },
          'Long text': { children: LONG, style: { maxWidth: 136 } },
          ...(variant !== 'filled' && { On: { 'aria-pressed': true } }),
        },
      },
    )}
  </Fragment>
));

const each = (columnPx: number, text: string, make: (size: ButtonSize) => ReactNode) =>
  specimens(
    columnPx,
    SIZES.map((size): Specimen => [size, make(size), text]),
  );

const sizing = (
  <>
    {each(176, 'outlined', (size) => (
      <Button size={size}>Answer</Button>
    ))}
    {each(208, 'filled', (size) => (
      <Button size={size} variant="filled" icon="share">
        Share
      </Button>
    ))}
    {(Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]).map((variant) => (
      <Fragment key={variant}>
        {each(96, variant, (size) => (
          <IconButton size={size} variant={variant} icon="play" label={`Play, ${size}`} />
        ))}
      </Fragment>
    ))}
  </>
);

function Password() {
  const form = useForm({ defaultValues: { password: 'Nine lives' } });
  return (
    <FormProvider {...form}>
      <PasswordField name="password" label="Password" autoComplete="new-password" />
    </FormProvider>
  );
}

const ORDERS = [
  'Newest first',
  'Oldest first',
  'The longest ones, and among those the loudest',
].map((title) => ({ value: title, title }));
const WHO = [
  { value: 'all', title: 'Everybody', text: 'It stands in the feed and on your page.' },
  { value: 'some', title: 'Anyone with the link', text: 'It is listed nowhere.' },
];

function Menus() {
  const [isLooping, setLooping] = useState(true);
  const say = (title: string) => ({ id: title, title, run: () => notify(title) });
  const items: MenuItem[] = [
    { kind: 'label', id: 'slot', title: 'Slot 3, vocals' },
    { ...say('Solo'), icon: 'solo', keys: 'S' },
    { ...say('Mute'), icon: 'mute', keys: 'M' },
    { id: 'loop', title: 'Go round', checked: isLooping, run: () => setLooping(!isLooping) },
    { kind: 'rule', id: 'rule' },
    { ...say('Another one of the same kind that was made by the same person'), icon: 'dice' },
    { ...say('Move up'), icon: 'chevronUp', disabled: true },
    { ...say('Remove'), icon: 'bin', keys: 'Del' },
  ];
  return <Menu label="Slot" items={items} trigger={<Button icon="more">Slot</Button>} />;
}

const places = ['Colours', 'Typography', 'Buttons'].map((title) => (
  <Link key={title} to={`/styleguide/${title.toLowerCase()}`}>
    {title}
  </Link>
));

interface OpenerProps {
  /** On the button. */
  word: string;
  title: string;
  description?: string;
  isWide?: boolean;
  children: ReactNode;
}

function Opener({ word, ...dialog }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  const actions = (
    <>
      <Button variant="filled" onClick={() => setOpen(false)}>
        Share
      </Button>
      <Button onClick={() => setOpen(false)}>Not now</Button>
    </>
  );
  return (
    <>
      <Button onClick={() => setOpen(true)}>{word}</Button>
      <Dialog {...dialog} isOpen={isOpen} actions={actions} onOpenChange={setOpen} />
    </>
  );
}

export const CONTROLS = {
  buttons: section(
    'Buttons',
    'Always round. One filled button in a task.',
    part(
      'Variants',
      'Filled for the one thing a task is about, outlined for what is beside it, bare for what is far from it.',
      variants,
    ),
    part(
      'Sizing',
      'Heights of 24, 32, 40, 48, 56, 64 and 80. Under a finger the small ones reach 44 beyond their outline.',
      sizing,
    ),
  ),
  fields: section(
    'Fields',
    'Text that a person types, and what is wrong with it.',
    part(
      'Text',
      'The label stays above. What is wrong is said under the field once it was left, in words, with a broken outline.',
      control(
        TextField,
        { label: 'Name', defaultValue: 'Mira' },
        {
          more: {
            Empty: { defaultValue: '', placeholder: 'As others will read it' },
            Error: { defaultValue: 'mira@', error: 'This is not an e-mail address.' },
            Loading: { end: <Spinner size={18} />, hint: 'Asking whether it is free…' },
            'Long text': {
              defaultValue: 'a-very-long-name-that-is-not-read-to-its-end@somewhere.example',
            },
          },
        },
      ),
    ),
    part(
      'Password',
      'It can be looked at while it is typed.',
      specimens(280, [['Hidden or shown', <Password key="one" />]]),
    ),
    part(
      'Search',
      'The cross and Escape empty it.',
      control(
        SearchField,
        { label: 'Search', isLabelHidden: true, value: 'late shift' },
        {
          live: ['value', 'onValueChange'],
          more: { Empty: { value: '', placeholder: 'Part of a name' } },
        },
      ),
    ),
    part(
      'Several lines',
      'Grows with what is typed. A field of several lines has corners: only what is one line high is round.',
      control(
        TextArea,
        { label: 'About you', defaultValue: 'Plays bass on Thursdays.' },
        {
          more: { Error: { error: 'At most 280 characters.' } },
        },
      ),
    ),
    part(
      'Select',
      'The device’s own list, so that it works everywhere by finger and by key.',
      control(
        Select,
        { label: 'Order', options: ORDERS, value: 'Newest first' },
        {
          live: ['value', 'onValueChange'],
          more: { Small: { size: 'xs' }, 'Long text': { value: ORDERS[2]?.value } },
        },
      ),
    ),
    part(
      'Text to copy',
      'Selected when it is entered; the button copies it and says so.',
      <div className={page.control}>
        <CopyField label="Link" value="https://rondo.example/rifff/01a1fd1e" done="Link copied." />
      </div>,
    ),
  ),
  choices: section(
    'Choices',
    'Yes or no, one of a few, on or off.',
    part(
      'Checkbox',
      'For what is agreed to or wanted; it counts when the form is sent.',
      control(
        Checkbox,
        { children: 'News by mail', isChecked: true },
        {
          name: 'children',
          live: ['isChecked', 'onCheckedChange'],
          more: {
            Error: { isChecked: false, error: 'Nothing goes on without it.' },
            'Long text': { children: WORDS, hint: 'It may carry a hint.' },
          },
        },
      ),
    ),
    part(
      'Radio',
      'Each choice says what it means. Arrow keys move and choose.',
      control(
        RadioRows,
        { legend: 'Who may hear it', rows: WHO, value: 'all' },
        {
          name: 'legend',
          columnPx: 320,
          live: ['value', 'onChange'],
          more: {
            Error: { legend: 'Who may answer it', value: null, error: 'Choose one of them.' },
          },
        },
      ),
    ),
    part(
      'Switch',
      'For what holds at once, without a button that saves it.',
      control(
        Switch,
        { children: 'Metronome', isOn: true },
        {
          name: 'children',
          columnPx: 320,
          live: ['isOn', 'onChange'],
          more: {
            Off: { isOn: false, hint: 'Four clicks before a take.' },
            'Long text': { children: WORDS },
          },
        },
      ),
    ),
  ),
  sliders: SLIDERS,
  menus: section(
    'Menus',
    'What can be done with a thing, and where one can go.',
    part(
      'Menu',
      'Arrow keys move, letters leap, Escape closes and gives the focus back. A row can be ticked, disabled or carry its key.',
      <Menus />,
    ),
    part(
      'Navigation menu',
      'A link with links under it: opened by a pointer that comes near, by the focus, or by the first tap.',
      <div className={styles.hover}>
        <NavigationMenu
          label="Sections of the guide"
          trigger="Style guide"
          to="/styleguide"
          triggerClass={buttonClass('sm', 'outlined')}
          links={places}
        />
      </div>,
    ),
  ),
  dialogs: section(
    'Dialogs',
    'One question over the page; a sheet from below in narrow windows.',
    part(
      'Dialog',
      'Holds the focus, closes on Escape and beside it, and gives the focus back. In a narrow window it is a sheet from below.',
      <Opener
        word="Open a dialog"
        title="Share this rifff"
        description="It stands in the feed, and anyone can answer it."
      >
        <TextField label="Title" defaultValue="Late shift" />
      </Opener>,
    ),
    part(
      'Wide dialog',
      'For what needs room. Its head and foot stay while the middle scrolls.',
      <Opener
        word="Open a wide dialog"
        title="Everything that there is to know about a rifff before it goes out into the world"
        isWide
      >
        <p className={styles.tall}>
          What is higher than the window scrolls, and only this part of it.
        </p>
      </Opener>,
    ),
  ),
};
