import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { type NewShare, shareRifff } from '../../../data/queries/feed.ts';
import { accessRightsQuery } from '../../../data/queries/profiles.ts';
import { Button } from '../../system/Button.tsx';
import { RadioRows } from '../../system/RadioRows.tsx';
import { TextField } from '../../system/TextField.tsx';
import styles from './ShareForm.module.css';
import { useReader } from './useReader.ts';
import { useSending } from './useSending.ts';

/** What a person decides about a share. */
export interface ShareWords {
  title: string;
  isPrivate: boolean;
}

export interface ShareFormProps {
  target: Pick<NewShare, 'jamId' | 'rifffId' | 'shareId'>;
  words: ShareWords;
  onWords(words: ShareWords): void;
  onShared(): void;
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
    title: 'Whoever has the link',
    text: 'It stands in no list that others see. Anybody with the link may hear it.',
  },
] as const;

/** What sharing means for the licence, in words. */
function LicenceWords() {
  const { data } = useQuery(accessRightsQuery(useReader()));
  // Not `ccLicense`: that is what would be offered first while all rights are reserved.
  const own = data?.options.find(({ slug }) => slug === data.license);
  return (
    <p className={`${styles.licence} muted`}>
      Remixing here, with your name on the result, is always allowed. Everything else follows the
      licence that the rifff was made under; sharing does not change it.{' '}
      {own && `What you make now is under “${own.title}”. `}
      <Link to="/account?tab=settings" className={styles.link}>
        Choose a licence
      </Link>
    </p>
  );
}

/** The form of the share dialog. What was typed stays when sharing fails. */
export function ShareForm({ target, words, onWords, onShared }: ShareFormProps) {
  const queries = useQueryClient();
  const { isSending, failure, send } = useSending();
  const [hasTried, setTried] = useState(false);
  const title = words.title.trim();
  const isTooLong = title.length > MAX_TITLE;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isTooLong || isSending) return;
    const share = { ...target, title, isPrivate: words.isPrivate };
    if (await send(() => shareRifff(queries, share))) onShared();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Title"
        value={words.title}
        maxLength={200}
        placeholder="Untitled"
        error={
          isTooLong && hasTried
            ? `At most ${MAX_TITLE} characters: ${title.length - MAX_TITLE} too many`
            : undefined
        }
        onChange={(event) => onWords({ ...words, title: event.currentTarget.value })}
      />
      <RadioRows
        legend="Who can find it"
        rows={WHO}
        value={words.isPrivate ? 'private' : 'public'}
        onChange={(value) => onWords({ ...words, isPrivate: value === 'private' })}
      />
      <LicenceWords />
      {failure && (
        <p className={styles.failure} role="alert">
          It was not shared: {failure}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" icon="share" aria-disabled={isSending}>
          {isSending ? 'Sharing' : failure ? 'Try again' : 'Share'}
        </Button>
      </div>
    </form>
  );
}
