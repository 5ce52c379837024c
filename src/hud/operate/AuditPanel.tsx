import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AuditAction } from '../../data/contract/sharing.ts';
import { type AuditSearch, auditSearchQuery } from '../../data/queries/operations.ts';
import { momentText } from '../../data/stores/locale.ts';
import { AUDIT_WORDS, AuditSentence } from '../kit/AuditSentence.tsx';
import { QueryList } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import page from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { Select } from '../system/Select.tsx';
import { TextField } from '../system/TextField.tsx';
import styles from './Operate.module.css';

const DAY_MS = 24 * 3_600_000;
const ACTIONS = [
  { value: '', title: 'Anything' },
  ...Object.entries(AUDIT_WORDS).map(([value, title]) => ({ value, title })),
];

/** The beginning of a day as a field of a date holds it, by the clock of this device; undefined where it is empty. */
const dayStart = (value: string): number | undefined =>
  value ? new Date(`${value}T00:00`).getTime() : undefined;

/** What moderators and administrators did: by whom or to whom, what, and when. */
export function AuditPanel() {
  const [who, setWho] = useState('');
  const [action, setAction] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [search, setSearch] = useState<AuditSearch>({ who: '', action: '' });
  const query = useInfiniteQuery(onPage(auditSearchQuery(search)));
  const entries = query.data?.pages.flatMap((got) => got.entries) ?? [];
  const find = (event: FormEvent) => {
    event.preventDefault();
    const last = dayStart(to);
    setSearch({
      who: who.trim(),
      action: action as AuditAction | '',
      from: dayStart(from),
      until: last === undefined ? undefined : last + DAY_MS,
    });
  };
  return (
    <Section id="audit" title="What was done">
      <form className={styles.form} onSubmit={find} aria-label="Search the audit">
        <TextField
          label="By or to whom (user name)"
          value={who}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          onChange={(event) => setWho(event.currentTarget.value)}
        />
        <Select label="What" options={ACTIONS} value={action} onValueChange={setAction} />
        <TextField
          label="From"
          type="date"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextField
          label="To"
          type="date"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <div className={styles.whole}>
          <Button type="submit" size="sm">
            Search
          </Button>
        </div>
      </form>
      <QueryList
        query={query}
        what="The audit"
        older="entries"
        isEmpty={entries.length === 0}
        empty={<ListState isSmall title="Nothing was found" />}
      >
        <ul>
          {entries.map((entry) => (
            <li key={entry.id} className={page.deed}>
              <span className="t13 muted">{momentText(entry.created)}</span>
              <span className={page.deedText}>
                <AuditSentence entry={entry} />
              </span>
            </li>
          ))}
        </ul>
      </QueryList>
    </Section>
  );
}
