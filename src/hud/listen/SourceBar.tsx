import { type FormEvent, useId, useState } from 'react';
import {
  LISTEN_FROM,
  type ListenFrom,
  type ListenSource,
  namedIn,
} from '../../data/rules/listening/listenSource.ts';
import { MOODS, moodOf } from '../../data/rules/listening/mood.ts';
import { jamTitle, useMyJams } from '../parts/useMyJams.ts';
import { Button } from '../system/Button.tsx';
import { Select } from '../system/Select.tsx';
import { TextField } from '../system/TextField.tsx';
import styles from './Listen.module.css';

export interface SourceBarProps {
  source: ListenSource;
  onChoose(source: ListenSource): void;
}

const FROM_OPTIONS = LISTEN_FROM.map(({ id, title }) => ({ value: id, title }));
const MOOD_OPTIONS = MOODS.map(({ id, title }) => ({ value: id, title }));

/** Where what is played comes from: one choice, and which jam, person or mood where it needs one. */
export function SourceBar({ source, onChoose }: SourceBarProps) {
  /** Chosen, and not named yet. */
  const [asked, setAsked] = useState<'jam' | 'user' | null>(null);
  const from = asked ?? source.from;
  const choose = (id: string) => {
    const next = LISTEN_FROM.find((one) => one.id === id)?.id as ListenFrom;
    setAsked(next === 'jam' || next === 'user' ? next : null);
    if (next === 'mood') onChoose({ from: next, mood: MOODS[0]!.id });
    else if (next !== 'jam' && next !== 'user') onChoose({ from: next });
  };
  const named = from === 'jam' || from === 'user' ? from : null;
  const known = source.from === 'jam' ? source.jam : source.from === 'user' ? source.user : '';
  return (
    <div className={styles.source}>
      <Select label="Plays" options={FROM_OPTIONS} value={from} onValueChange={choose} />
      {source.from === 'mood' && asked === null && (
        <Select
          label="Mood"
          options={MOOD_OPTIONS}
          value={source.mood}
          onValueChange={(id) => onChoose({ from: 'mood', mood: moodOf(id).id })}
        />
      )}
      {named && (
        <WhichOne
          key={named}
          kind={named}
          value={asked === null ? known : ''}
          onChoose={(name) => {
            setAsked(null);
            onChoose(named === 'jam' ? { from: 'jam', jam: name } : { from: 'user', user: name });
          }}
        />
      )}
    </div>
  );
}

interface WhichOneProps {
  kind: 'jam' | 'user';
  value: string;
  onChoose(name: string): void;
}

const WORDS = {
  jam: { label: 'Room, code or address', error: 'That names no room' },
  user: { label: 'Name or address', error: 'No one has that name' },
} as const;

/** Names a jam or a person. One's own jams are offered. */
function WhichOne({ kind, value, onChoose }: WhichOneProps) {
  const listId = useId();
  const [text, setText] = useState(value);
  const [isWrong, setWrong] = useState(false);
  const mine = useMyJams(kind === 'jam');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = namedIn(text);
    setWrong(name === null);
    if (name !== null) onChoose(name);
  };
  return (
    <form className={styles.which} onSubmit={submit}>
      <TextField
        label={WORDS[kind].label}
        value={text}
        list={kind === 'jam' ? listId : undefined}
        error={isWrong ? WORDS[kind].error : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {kind === 'jam' && (
        <datalist id={listId}>
          {mine?.map((jam) => (
            <option key={jam.id} value={jam.id}>
              {jamTitle(jam)}
            </option>
          ))}
        </datalist>
      )}
      <Button type="submit" size="sm">
        Play it
      </Button>
    </form>
  );
}
