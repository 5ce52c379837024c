import {
  COOKIE_NOTICE_COOKIE,
  LOCALE_COOKIE,
  LOCALE_COOKIE_DAYS,
} from '../../data/contract/constants.ts';
import { BROWSER_COOKIE } from '../../data/stores/agreements.ts';
import { LegalPage } from './LegalPage.tsx';

/** One thing that is kept on the visitor's device. */
interface Kept {
  name: string;
  why: string;
  howLong: string;
}

const COOKIES: readonly Kept[] = [
  {
    name: LOCALE_COOKIE,
    why: 'Your region, once you chose one: currency, and how numbers and dates are written.',
    howLong: `${LOCALE_COOKIE_DAYS} days`,
  },
  { name: COOKIE_NOTICE_COOKIE, why: 'That you accepted the notice.', howLong: '365 days' },
  {
    name: BROWSER_COOKIE,
    why: 'That you agreed to go on in a browser that we have not tested.',
    howLong: '365 days',
  },
];

const STORAGE: readonly Kept[] = [
  {
    name: 'Your session (local storage)',
    why: 'Keeps you signed in. It is made by the server and is not your password.',
    howLong: 'until you sign out',
  },
  {
    name: 'Your drafts (database)',
    why: 'What you are working on, and what waits to be sent while there is no network.',
    howLong: 'until you delete it',
  },
  {
    name: 'Runs in the arcade (local storage)',
    why: 'What you played there until it belongs to an account, so that nothing is lost on the way.',
    howLong: 'a day',
  },
  {
    name: 'Small notes (session storage)',
    why: 'Where you wanted to go before you signed in; that a page was reloaded for a new version.',
    howLong: 'until you close the tab',
  },
];

interface KeptTableProps {
  rows: readonly Kept[];
  /** Head of the first column. */
  what: string;
}

/** What is kept, what for, and how long. */
function KeptTable({ rows, what }: KeptTableProps) {
  return (
    <table className="wide">
      <thead className="phoneAway">
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">What for</th>
          <th scope="col">How long</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, why, howLong }) => (
          <tr key={name}>
            <th scope="row" className="medium">
              {name}
            </th>
            <td>{why}</td>
            <td className="muted">{howLong}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `/cookies`: everything that is kept on the visitor's device. */
export function CookiesText() {
  return (
    <LegalPage
      title="Cookies"
      lead="Three cookies, all our own, none of them for watching you. That is why there is nothing to decline."
      updated="2026-11-21"
    >
      <h2>Cookies</h2>
      <p>They are set by this site, read by this site alone, and hold no more than one word.</p>
      <KeptTable rows={COOKIES} what="Name" />

      <h2>Other storage in your browser</h2>
      <p>These never leave your device, except for the session, which goes with each request.</p>
      <KeptTable rows={STORAGE} what="What" />

      <h2>From others</h2>
      <p>
        None. Type, pictures, sounds and scripts all come from this server. Links to other sites
        lead there only when you follow them, and tell them nothing of the page that you came from.
      </p>

      <h2>Getting rid of them</h2>
      <p>
        Clear the data of this site in your browser’s settings. You will be signed out, and drafts
        that were not committed are lost.
      </p>
    </LegalPage>
  );
}
