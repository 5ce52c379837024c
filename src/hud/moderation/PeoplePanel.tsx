import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SuspendedPerson } from '../../data/contract/moderation.ts';
import { suspensionsQuery, useModeratePerson } from '../../data/queries/moderation.ts';
import { Section } from '../kit/Section.tsx';
import { onPage } from '../parts/page/page.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { Button } from '../system/Button.tsx';
import { TextField } from '../system/TextField.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import styles from './Moderation.module.css';
import { PersonSheet, SuspendedFor } from './PersonSheet.tsx';
import { ModerationPanel } from './QueriedList.tsx';

/** A person to decide about, and who is suspended now. */
export function PeoplePanel() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('person') ?? '';
  const [name, setName] = useState(asked);
  const suspended = useQuery(onPage(suspensionsQuery));
  const find = (event: FormEvent) => {
    event.preventDefault();
    setQuery({ tab: 'people', person: name.trim() });
  };
  return (
    <>
      <Section id="person" title="An account">
        <form className={styles.find} onSubmit={find}>
          <TextField
            label="User name"
            className="grow"
            value={name}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="sm">
            Look up
          </Button>
        </form>
        {asked && <PersonSheet key={asked} userId={asked} />}
      </Section>
      <ModerationPanel
        id="suspended"
        title="Suspended now"
        className={styles.trail}
        query={suspended}
        what="The suspended accounts"
        isPlural
        empty="No one is suspended"
        row={(person) => <SuspendedRow key={person.user} person={person} />}
      />
    </>
  );
}

/** One suspended account, and the way to let it write again. */
function SuspendedRow({ person }: { person: SuspendedPerson }) {
  const { mutateAsync } = useModeratePerson(person.user);
  return (
    <li className={styles.report}>
      <div className="min0">
        <h3 className="t18 truncate">
          <PersonLink userId={person.user} />
        </h3>
        <SuspendedFor person={person} />
      </div>
      <p className={styles.message}>{person.reason}</p>
      <DecisionForm
        label="Your reason, kept in the trail"
        choices={[
          {
            title: 'Lift the suspension',
            done: 'Lifted. The account can write again.',
            decide: (reason) => mutateAsync({ action: 'lift', reason }),
          },
        ]}
      />
    </li>
  );
}
