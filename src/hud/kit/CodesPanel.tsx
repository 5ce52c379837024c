/** Codes that give access or a benefit: the rows of a list, and the form that makes another code. */
import type { ReactNode } from 'react';
import { wholeNumber } from '../../data/rules/account/validation.ts';
import styles from '../parts/forms/FormSection.module.css';
import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { CopyField } from './CopyField.tsx';
import { FormSelect } from './choices.tsx';
import { EntityForm, useEntityForm } from './EntityForm.tsx';
import { FormTextField } from './fields.tsx';
import { QrCode } from './QrCode.tsx';
import { QueryList, type ShownQuery } from './QueryList.tsx';
import { useSave } from './useSave.ts';

/** How one code is shown. */
export interface CodeWords {
  code: string;
  /** What is said of it, in one line; empty parts are left out. */
  facts: readonly ReactNode[];
  /** What stands under the facts, or in their place. */
  more?: ReactNode;
  /** Address that it leads to; left out where it leads nowhere any more. */
  link?: string;
  /** What the address is called, for instance `Link`; with the code behind it. */
  linkTitle?: string;
  /** Told by name where it is the one to hand out. */
  isFirst?: boolean;
  /** Shares the address by the device, where it can; the title of what is shared. */
  shareTitle?: string;
  /** A picture to scan: what it holds, and what that is called, for instance `its remote`. */
  scan?: { text: string; summary: string; label: string };
  /** What the button says that takes it away; left out where it cannot be taken away. */
  endTitle?: string;
}

interface CodesPanelProps<C extends { code: string }> {
  codes: readonly C[] | undefined;
  query: ShownQuery;
  /** Stands there while there are none. */
  empty?: ReactNode;
  wordsOf(code: C, at: number): CodeWords;
  /** Takes a code away. Rejects with the ApiError of the call, which is said in its row. */
  end(code: string): Promise<unknown>;
}

/** The codes of something. */
export function CodesPanel<C extends { code: string }>(props: CodesPanelProps<C>) {
  const { codes, query, empty, wordsOf, end } = props;
  return (
    <QueryList
      query={query}
      what="The codes"
      isPlural
      skeleton={<Skeleton width="100%" height={48} />}
      isEmpty={codes?.length === 0}
      empty={empty}
    >
      <ul className={styles.codes}>
        {codes?.map((code, at) => (
          <CodeRow key={code.code} words={wordsOf(code, at)} end={end} />
        ))}
      </ul>
    </QueryList>
  );
}

interface CodeRowProps {
  words: CodeWords;
  end(code: string): Promise<unknown>;
}

function CodeRow({ words, end }: CodeRowProps) {
  const { code, facts, more, link, linkTitle = 'Link', isFirst, shareTitle, scan } = words;
  const { endTitle } = words;
  const ending = useSave(end);
  const qr = scan && <QrCode text={scan.text} label={scan.label} />;
  return (
    <li className={styles.codeItem}>
      <p className={styles.codeWords}>
        <span className="medium">{code}</span>
        <span className="t13 muted">
          {facts.filter(Boolean).map((fact, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their order
            <span key={at}>
              {at > 0 && ', '}
              {fact}
            </span>
          ))}
        </span>
        {more}
      </p>
      {shareTitle !== undefined && 'share' in navigator && (
        <Button
          size="xs"
          icon="share"
          aria-label={`Share ${code}`}
          // The share sheet rejects when it is closed without sharing: that is no error.
          onClick={() => void navigator.share({ title: shareTitle, url: link }).catch(() => {})}
        >
          Share
        </Button>
      )}
      {endTitle && (
        <Button
          size="xs"
          aria-label={`${endTitle} ${code}`}
          aria-disabled={ending.isBusy}
          onClick={() => void ending.run(code)}
        >
          {endTitle}
        </Button>
      )}
      {ending.trouble && (
        <p role="alert" className={styles.codeTrouble}>
          {ending.trouble}
        </p>
      )}
      {link && (
        <div className={styles.codeLink}>
          <CopyField
            label={isFirst ? linkTitle : `${linkTitle} of ${code}`}
            value={link}
            done={`${linkTitle} copied.`}
          />
        </div>
      )}
      {scan &&
        (isFirst ? (
          <div className={styles.codeScan}>{qr}</div>
        ) : (
          <details className={`disclosure ${styles.codeScan}`}>
            <summary>{scan.summary}</summary>
            {qr}
          </details>
        ))}
    </li>
  );
}

const DAYS = [
  { value: '', title: 'Until it is taken back' },
  { value: '1', title: 'For a day' },
  { value: '7', title: 'For a week' },
  { value: '30', title: 'For 30 days' },
];

/** Values of the form for a new code. */
export interface NewCode {
  note: string;
  /** How long it holds; null until it is taken back. */
  days: number | null;
  /** How many people it lets in; null for any number. */
  maxUses: number | null;
}

interface NewCodeFormProps {
  /** Makes it. Rejects with the ApiError of the call. */
  make(code: NewCode): Promise<unknown>;
  /** How many people one code may be for; left out where that is not chosen. */
  mostUses?: number;
  title?: string;
}

/** Makes a code, with a note of whom it is for, how long it holds and how many people it lets in. */
export function NewCodeForm({ make, mostUses, title }: NewCodeFormProps) {
  const form = useEntityForm<{ note: string; days: string; uses: string }>({
    mode: 'onSubmit',
    start: { note: '', days: '', uses: '' },
    send: async ({ note, days, uses }) => {
      await make({
        note: note.trim(),
        days: days ? Number(days) : null,
        maxUses: uses.trim() ? Number(uses) : null,
      });
      form.reset({ note: '', days, uses: '' });
    },
  });
  return (
    <EntityForm
      form={form}
      className={styles.codeForm}
      action="Make a code"
      variant={title ? 'outlined' : 'filled'}
    >
      {title && <h3 className="t18">{title}</h3>}
      <div className={styles.codeFields}>
        <FormTextField<{ note: string }>
          name="note"
          label="Who it is for (optional)"
          maxLength={60}
        />
        <FormSelect<{ days: string }> name="days" label="How long" options={DAYS} />
        {mostUses !== undefined && (
          <FormTextField<{ uses: string }>
            name="uses"
            label="For how many (optional)"
            inputMode="numeric"
            rule={(text) => text.trim() === '' || wholeNumber(text, 1, mostUses)}
          />
        )}
      </div>
    </EntityForm>
  );
}
