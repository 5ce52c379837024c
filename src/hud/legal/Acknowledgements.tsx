import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import { noticesQuery } from '../../data/queries/site.ts';
import { inBase } from '../../data/rules/site/base.ts';
import { formatNumber } from '../../data/rules/site/locale.ts';
import { groupNotices, type LicenceGroup, searchNotices } from '../../data/rules/site/notices.ts';
import { locale } from '../../data/stores/locale.ts';
import { QueryList } from '../kit/QueryList.tsx';
import { onPage } from '../parts/page/page.ts';
import styles from '../parts/page/ReadingPage.module.css';
import { Button } from '../system/Button.tsx';
import { Icon } from '../system/Icon.tsx';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { SearchField } from '../system/SearchField.tsx';
import { LegalPage } from './LegalPage.tsx';

/** The packages under one licence; each opens its text. */
function NoticeGroup({ group }: { group: LicenceGroup }) {
  return (
    <section>
      <h2>
        {group.licence} <span className="muted medium">{group.packages.length}</span>
      </h2>
      <ul className="lineBelow">
        {group.packages.map(({ name, version, text }) => (
          <li key={`${name} ${version}`} className={styles.entry}>
            {text ? (
              <details>
                <summary className={`focusInside markerless ${styles.head}`}>
                  <span className={`medium ${styles.name}`}>{name}</span>
                  <span className="muted">{version}</span>
                  <span className={`muted push ${styles.mark}`}>
                    <Icon name="chevronDown" size={14} />
                  </span>
                </summary>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
                <pre className={`focusInside ${styles.licence} t13`} tabIndex={0}>
                  {text}
                </pre>
              </details>
            ) : (
              <p className={styles.head}>
                <span className={`medium ${styles.name}`}>{name}</span>
                <span className="muted">{version}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `/acknowledgements`: everything that the product is made with, by licence, with the full texts. */
export function Acknowledgements() {
  const query = useQuery(onPage(noticesQuery));
  const { data } = query;
  const { region } = useSnapshot(locale);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const found = useMemo(() => (data ? searchNotices(data, wanted) : []), [data, wanted]);
  const groups = useMemo(() => groupNotices(found), [found]);
  return (
    <LegalPage
      title="Acknowledgements"
      lead={`${PRODUCT_NAME} stands on the work of others who gave it away. Thank you.`}
    >
      <p>
        Every package that is shipped stands here under its own licence. The same as plain text:{' '}
        <a href={inBase('/THIRD_PARTY_NOTICES.txt')}>third-party notices</a>. {PRODUCT_NAME} itself
        stands under the <a href={inBase('/LICENSE.txt')}>MIT licence</a>. The typeface is Special
        Gothic, under the SIL Open Font License.
      </p>
      <div className={styles.search}>
        <SearchField
          label="Search packages"
          isLabelHidden
          placeholder="Name or licence"
          value={search}
          disabled={!data}
          onValueChange={setSearch}
        />
        <p className={`${styles.found} muted t13`} role="status">
          {data && `${formatNumber(found.length, region)} of ${formatNumber(data.length, region)}`}
        </p>
      </div>
      <QueryList
        query={query}
        what="The list"
        skeleton={
          <div className={styles.waiting} role="status" aria-label="Loading">
            {[72, 48, 64, 56, 68, 40].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={15} />
            ))}
          </div>
        }
        isEmpty={groups.length === 0}
        empty={
          <ListState
            isSmall
            title={`Nothing is called “${wanted.trim()}”`}
            action={
              <Button size="sm" onClick={() => setSearch('')}>
                Show all
              </Button>
            }
          />
        }
      >
        {groups.map((group) => (
          <NoticeGroup key={group.licence} group={group} />
        ))}
      </QueryList>
    </LegalPage>
  );
}
