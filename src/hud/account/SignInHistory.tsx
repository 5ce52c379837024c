import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SignIn } from '../../data/contract/factors.ts';
import { signInsQuery } from '../../data/queries/factors.ts';
import { momentText } from '../../data/stores/locale.ts';
import { QueryList } from '../kit/QueryList.tsx';
import { formatCount } from '../parts/controls/format.ts';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { Button } from '../system/Button.tsx';
import styles from './AccountPanels.module.css';

/** How a person came in. */
const WAYS: Readonly<Record<Exclude<SignIn['way'], 'refused'>, string>> = {
  signup: 'The account was made',
  password: 'With the password',
  passkey: 'With a passkey',
  provider: 'With an account elsewhere',
  card: 'With a card',
  device: 'Approved on another device',
  mail: 'With a link in a mail',
};

/** So many are shown at first. */
const FIRST = 8;

function SignInRow({ signIn }: { signIn: SignIn }) {
  const { at, way, device, region, isNew, count } = signIn;
  const isRefused = way === 'refused';
  return (
    <li className="row gap16 tall64 lineBelow">
      <div className={`fill ${styles.what}`}>
        <p>
          {isRefused ? `Refused: ${formatCount(count, 'wrong try', 'wrong tries')}` : WAYS[way]}
        </p>
        <p className="t13 muted anywhere">
          {[momentText(at), device || 'A browser', region].filter(Boolean).join(', ')}
        </p>
      </div>
      {isNew && <p className="t13 bold rigid">New device</p>}
    </li>
  );
}

/** When, how and from where the account signed in, and what was refused. */
export function SignInHistory() {
  const query = useQuery(signInsQuery);
  const [isWhole, setWhole] = useState(false);
  const all = query.data ?? [];
  const shown = isWhole ? all : all.slice(0, FIRST);
  return (
    <FormSection
      title="History"
      text={
        <p className="textLinks">
          When, how and from where you came in, and what was refused. If something of it was not
          you, <Link to="/account?tab=devices">sign out all others</Link> and{' '}
          <Link to="/account?tab=password">change your password</Link>.
        </p>
      }
    >
      <QueryList
        query={query}
        what="The history"
        isEmpty={all.length === 0}
        empty={<p className="muted">Nothing yet.</p>}
      >
        <ul className="lineAbove">
          {shown.map((one) => (
            <SignInRow key={one.id} signIn={one} />
          ))}
        </ul>
        {shown.length < all.length && (
          <div className="row wrap gap12">
            <Button size="sm" onClick={() => setWhole(true)}>
              Show all {all.length}
            </Button>
          </div>
        )}
      </QueryList>
    </FormSection>
  );
}
