import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import { formatDate } from '../../data/rules/site/locale.ts';
import { locale } from '../../data/stores/locale.ts';
import { contactHref, LEGAL_DESTINATIONS } from '../parts/page/DestinationLink.tsx';
import { useSite } from '../parts/page/page.ts';
import { ReadingPage } from '../parts/page/ReadingPage.tsx';

interface LegalPageProps {
  title: string;
  /** One or two sentences that say it all. */
  lead: ReactNode;
  /** When the text was last changed, as `2026-11-21`. */
  updated?: string;
  /** Said before the date, for instance `Version 1`. */
  version?: string;
  children?: ReactNode;
}

const GROUPS = [
  { pages: LEGAL_DESTINATIONS.map(({ title, to = '' }) => ({ title, to })) },
] as const;

/** A legal text: the others of them on the left, one column in the middle. */
export function LegalPage({ title, lead, updated, version, children }: LegalPageProps) {
  const { region } = useSnapshot(locale);
  const date = updated && formatDate(Date.parse(updated), region, 'UTC');
  return (
    <ReadingPage label="Legal texts" groups={GROUPS} title={title} lead={lead}>
      {date && (
        <p className="muted top16 t13">
          {version && `${version}, `}
          {version ? 'last' : 'Last'} changed on {date}
        </p>
      )}
      {children}
    </ReadingPage>
  );
}

/** Name of the operator of this server, or "the operator of this server" where none is given. */
export function Operator() {
  return <>{useSite()?.operatorName || 'the operator of this server'}</>;
}

/** How to reach the operator, as part of a sentence that ends after it. */
export function Contact() {
  const site = useSite();
  if (!site?.operatorContact) {
    return (
      <>
        The people who run this server have not said how to be reached. Ask where you got its
        address from.
      </>
    );
  }
  return (
    <>
      Write to <a href={contactHref(site.operatorContact)}>{site.operatorContact}</a>.
    </>
  );
}

/** Who answers for this server, in a paragraph. */
export function WhoRunsIt() {
  return (
    <p>
      This server is run by <Operator />. {PRODUCT_NAME} itself is free software that anyone can
      run; its authors have no access to this server and receive nothing from it. <Contact />
    </p>
  );
}
