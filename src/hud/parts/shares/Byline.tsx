import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { IMPORTED_SIGN, isImportedId } from '../../../data/contract/accountOptions.ts';
import { HOUSE_BAND_NAME } from '../../../data/contract/band.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { profilesQuery } from '../../../data/queries/profiles.ts';
import { isHouseBand } from '../../../data/rules/sharing/accountText.ts';
import { peopleOf, personText } from '../../../data/rules/sharing/credits.ts';
import { useNames } from '../people/useNames.ts';
import { useRegionText } from '../useRegionText.ts';
import styles from './Shares.module.css';
import { useIsPupil } from './useReader.ts';

export interface BylineProps {
  share: SharedRifff;
  className?: string;
  /** Says here what was made for show. */
  hasDemoMark?: boolean;
}

/** Who shared a rifff, and when. */
export function Byline({ share, className, hasDemoMark }: BylineProps) {
  const { user, displayName } = share;
  const text = useRegionText();
  return (
    <p className={className}>
      {/* Somebody who left has no page. */}
      <PersonLink userId={user} displayName={user === '' ? '' : displayName} />
      <span className="muted">, {text.age(share.action_timestamp)}</span>
      {hasDemoMark && share.isDemo && (
        <>
          {' '}
          <DemoMark />
        </>
      )}
    </p>
  );
}

/** What a share was made with, in words; empty for the editor. */
export const sourceText = ({ source }: Pick<SharedRifff, 'source'>): string =>
  source === 'beat_machine_mission'
    ? 'From a mission'
    : source === 'beat_machine_sound_explorer'
      ? 'From the sound explorer'
      : '';

/** Others whose work a rifff holds, named and linked. */
export function OthersLine({ share, className }: Pick<BylineProps, 'share' | 'className'>) {
  const others = peopleOf(share.rifff, share.user, share.creators).filter(
    (userId) => userId !== share.user,
  );
  const { data: profiles } = useQuery(profilesQuery(others));
  const known = others.flatMap((userId) => profiles?.get(userId) ?? []);
  if (known.length === 0) return null;
  return (
    <p className={className}>
      With{' '}
      {known.map(({ user_id: userId, displayName, importedFrom }, at) => (
        <span key={userId}>
          {at > 0 && (at === known.length - 1 ? ' and ' : ', ')}
          <PersonLink userId={userId} displayName={displayName} importedFrom={importedFrom} />
        </span>
      ))}
    </p>
  );
}

export interface PersonLinkProps {
  /** Id of the account, or '' for a person who deleted their account. */
  userId: string;
  /** What the account is called, where the page has it; else it is asked for. */
  displayName?: string;
  /** Where the name of an imported person comes from. */
  importedFrom?: string | undefined;
  /** False for names without a page of their own: those of the house, of other people's data. */
  hasPage?: boolean;
}

/** A person by name, linked to their page where they have one. */
export function PersonLink({ userId, displayName, importedFrom, hasPage = true }: PersonLinkProps) {
  const nameOf = useNames();
  const isPupil = useIsPupil();
  if (isHouseBand(userId)) {
    return (
      <span className={styles.program}>
        <Link to={`/${userId}`} className="link hoverLine anywhere">
          {HOUSE_BAND_NAME}
        </Link>
        <ProgramMark />
      </span>
    );
  }
  // An account whose name is on its way is not one that left.
  const name = userId === '' ? personText(displayName ?? '') : (displayName ?? nameOf(userId));
  if (isImportedId(userId)) {
    const isMarked = name.startsWith(IMPORTED_SIGN);
    return (
      <span className={styles.program}>
        <bdi className="anywhere">{name || 'unknown'}</bdi>
        {!isMarked && <ImportedMark from={importedFrom ?? 'elsewhere'} />}
      </span>
    );
  }
  // A link without a name says nothing: it comes with the name.
  // People of a class have no pages for each other.
  if (!hasPage || isPupil || userId === '' || name === '') {
    return <bdi className="anywhere">{name}</bdi>;
  }
  return (
    <Link to={`/${encodeURIComponent(userId)}`} className="link hoverLine anywhere">
      {name}
    </Link>
  );
}

/** Says that something is done by a program, where names of people stand. */
export function ProgramMark() {
  return (
    <span className={styles.mark} title="A program of this server, not a person">
      Program
    </span>
  );
}

/** Says that a name came in from elsewhere, and where from. Only the page draws it: no name can. */
function ImportedMark({ from }: { from: string }) {
  return (
    <span
      className={styles.mark}
      title="A name that came in with an import. It is no account of this server; names and dates are as the import tells them."
    >
      {IMPORTED_SIGN} from {from}
    </span>
  );
}

/** Says that something was made by the server for show. */
export function DemoMark() {
  return (
    <span className={styles.mark} title="Made by this server for show">
      Demo
    </span>
  );
}
