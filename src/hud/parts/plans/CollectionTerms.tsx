import type { PartnerCollection } from '../../../data/contract/plans.ts';
import page from '../Page.module.css';
import { LicenceLine } from '../shares/LicenceLine.tsx';

/** What a partner allows with the loops of a collection: the licence by its name, and in the partner's words. */
export function CollectionTerms({ licence }: Pick<PartnerCollection, 'licence'>) {
  return (
    <>
      <p>
        {licence.title} (<LicenceLine licence={licence.slug} />)
      </p>
      <p className={page.longTerms}>{licence.terms}</p>
    </>
  );
}
