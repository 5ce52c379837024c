/** Short names of the licences that a rifff may have been made under, as people know them. */
const NAMES: Readonly<Record<string, string>> = {
  'all-rights-reserved': 'all rights reserved',
  'cc0-1.0': 'CC0',
  'cc-by-4.0': 'CC BY 4.0',
  'cc-by-sa-4.0': 'CC BY-SA 4.0',
  'cc-by-nc-4.0': 'CC BY-NC 4.0',
  'cc-by-nc-sa-4.0': 'CC BY-NC-SA 4.0',
};

/** The licence of a rifff in a few characters; empty when it names none that is known. */
export function licenceText(slug: unknown): string {
  return typeof slug === 'string' && Object.hasOwn(NAMES, slug) ? NAMES[slug]! : '';
}
