import { type FormEvent, useState } from 'react';
import page from '../../parts/Page.module.css';
import { RadioRows } from '../../system/RadioRows.tsx';
import { SubmitButton } from '../../system/Submit.tsx';
import { TextField } from '../../system/TextField.tsx';
import styles from './Result.module.css';

/** How the rifff of a run is kept, as the call takes it. */
export interface KeepWords {
  title: string;
  share: boolean;
  private: boolean;
}

/** Longest title that the server takes. */
const MAX_TITLE = 80;

const WHO = [
  {
    value: 'public',
    title: 'Everybody',
    text: 'It stands in the feed and on your profile. Anybody may hear, embed and remix it.',
  },
  {
    value: 'private',
    title: 'Anyone with the link',
    text: 'It stands in no list that others see. Anybody with the link may hear it.',
  },
  {
    value: 'nobody',
    title: 'Only me, for now',
    text: 'It is kept in your own jam, and can be shared from there.',
  },
] as const;
type Who = (typeof WHO)[number]['value'];
const AUDIENCES: readonly (typeof WHO)[number][] = WHO;

interface KeepFormProps {
  /** Kept already: what is left is to share it. */
  isKept: boolean;
  isBusy: boolean;
  onKeep(words: KeepWords): void;
}

/** Title and audience of the rifff of a run. What was typed stays when it fails. */
export function KeepForm({ isKept, isBusy, onKeep }: KeepFormProps) {
  const [title, setTitle] = useState('');
  const [who, setWho] = useState<Who>('public');
  const words = title.trim();
  const over = words.length - MAX_TITLE;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (over > 0 || isBusy) return;
    onKeep({ title: words, share: who !== 'nobody', private: who === 'private' });
  };
  return (
    <form className={page.form} onSubmit={submit} noValidate>
      <TextField
        label="Title"
        value={title}
        maxLength={200}
        placeholder="Untitled"
        error={over > 0 ? `At most ${MAX_TITLE} characters: ${over} too many` : undefined}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <RadioRows<Who>
        legend="Who can find it"
        rows={isKept ? AUDIENCES.slice(0, 2) : AUDIENCES}
        value={who}
        onChange={(value: Who) => setWho(value)}
      />
      <div className={`${page.looseButtons} ${styles.buttons}`}>
        <SubmitButton isBusy={isBusy}>
          {isKept ? 'Share' : who === 'nobody' ? 'Keep' : 'Keep and share'}
        </SubmitButton>
      </div>
    </form>
  );
}
