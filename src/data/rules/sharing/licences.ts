/** Licences of rifffs that hold what others made. Pure. */
import { DEFAULT_LICENSE, LICENSES } from '../../contract/accountOptions.ts';

export type LicenseSlug = (typeof LICENSES)[number]['slug'];

/** What a licence asks of people who build on a work (creativecommons.org, the parts of its name). */
export interface Terms {
  readonly by: boolean;
  readonly sa: boolean;
  readonly nc: boolean;
  readonly nd: boolean;
}

const termsOf = (slug: string): Terms => {
  const parts = slug.split('-');
  const has = (part: string) => parts.includes(part);
  return { by: has('by'), sa: has('sa'), nc: has('nc'), nd: has('nd') };
};

const slugOf = ({ by, sa, nc, nd }: Terms): LicenseSlug => {
  const parts = ['cc', 'by', nc && 'nc', nd && 'nd', sa && 'sa', '4.0'].filter(Boolean).join('-');
  return by || sa || nc || nd ? knownLicence(parts) : 'cc0-1.0';
};

/** The licence that a document names; all rights reserved where it names none that is known. */
export function knownLicence(slug: unknown): LicenseSlug {
  return LICENSES.find((one) => one.slug === slug)?.slug ?? DEFAULT_LICENSE;
}

/** What a licence asks for; null where it keeps all rights. */
export function licenceTerms(slug: unknown): Terms | null {
  const known = knownLicence(slug);
  return known === DEFAULT_LICENSE ? null : termsOf(known);
}

/**
 * The licence of a rifff as a whole: what its maker chose, as far as the loops of others that it holds leave that
 * choice. No maker can give away what is not theirs: with a loop whose maker keeps all rights, or wants no derivatives,
 * the whole keeps all rights; share-alike makes it share-alike; not-commercial and attribution stay. Loops keep their
 * own licences.
 *
 * @param own licence that its maker chose
 * @param others licences of loops by others, one for each; undefined counts as all rights reserved
 */
export function licenceOfWhole(own: unknown, others: readonly unknown[]): LicenseSlug {
  const chosen = knownLicence(own);
  const held = [...new Set(others.map(knownLicence))];
  const terms = held.map(termsOf);
  if (held.includes(DEFAULT_LICENSE) || terms.some(({ nd }) => nd)) return DEFAULT_LICENSE;
  const alike = held.filter((slug) => termsOf(slug).sa);
  const isNc = terms.some(({ nc }) => nc);
  if (alike.length > 0) {
    const [first] = alike;
    // Two kinds of share-alike ask for different things, and so does not-commercial beside one that allows it.
    const isPossible = alike.length === 1 && (!isNc || termsOf(first!).nc);
    return isPossible ? first! : DEFAULT_LICENSE;
  }
  if (chosen === DEFAULT_LICENSE) return chosen;
  const ours = termsOf(chosen);
  const isBy = ours.by || terms.some(({ by }) => by);
  return slugOf({ ...ours, by: isBy, nc: ours.nc || isNc });
}

/** A licence as people are told of it. */
export interface LicenceFacts {
  readonly slug: LicenseSlug;
  readonly title: string;
  /** Short name, such as `CC BY 4.0`. */
  readonly code: string;
  /** Its text for people, in many languages; null where there is none to read. */
  readonly url: string | null;
}

/** Title, short name and address of the licence that a document names; all rights reserved where it names none. */
export function licenceFacts(slug: unknown): LicenceFacts {
  const known = knownLicence(slug);
  const { title, code } = LICENSES.find((one) => one.slug === known)!;
  // The addresses of creativecommons.org are made of the parts of the names.
  const [, parts = '', version = ''] = /^cc-(.+)-(\d\.\d)$/.exec(known) ?? [];
  const base = 'https://creativecommons.org';
  if (known === 'cc0-1.0')
    return { slug: known, title, code, url: `${base}/publicdomain/zero/1.0/` };
  const url = parts ? `${base}/licenses/${parts}/${version}/` : null;
  return { slug: known, title, code, url };
}

/** A licence in the tags of a file: its short name and address; empty where a document names none. */
export function licenceWords(slug: unknown): string {
  if (slug === undefined) return '';
  const { title, code, url } = licenceFacts(slug);
  return url === null ? title : `${code}, ${url}`;
}

/**
 * What a person who exports works has to do, one sentence each; all that any of them asks.
 * @param slugs licences of what is taken
 */
export function licenceDuties(slugs: readonly unknown[]): string[] {
  const held = [...new Set(slugs.map(knownLicence))];
  const terms = held.map(termsOf);
  const asks = (term: keyof Terms) => terms.some((one) => one[term]);
  return [
    asks('by') && 'Name who made it.',
    asks('nc') && 'Earn nothing with it.',
    asks('nd') && 'Pass it on as it is: remixes stay inside Rondo.',
    asks('sa') && 'Share what you make of it in the same way.',
    held.includes(DEFAULT_LICENSE) && 'Ask those who keep all rights before you use their part.',
  ].filter((line) => line !== false);
}
