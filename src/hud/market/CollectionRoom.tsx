import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Profile } from '../../data/contract/accounts.ts';
import { tokensQuery } from '../../data/queries/market.ts';
import { PageHead } from '../kit/PageFrame.tsx';
import page from '../parts/Page.module.css';
import { CardQuery } from '../parts/shares/ShareGrid.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { CardGrid } from './CardGrid.tsx';
import styles from './Market.module.css';
import { PlayMoney } from './PlayMoney.tsx';
import { tokenCard } from './tokenCards.tsx';

/** The tokens that all accounts of a person hold on the chain, newest first. */
export function CollectionRoom({ profile }: { profile: Profile }) {
  const { user_id: userId, displayName } = profile;
  const words = useRegionText();
  const query = useInfiniteQuery(tokensQuery({ collector: userId }));
  const { data } = query;
  const items = useMemo(
    () => data?.pages.flatMap(({ tokens }) => tokens.map(tokenCard)) ?? [],
    [data],
  );
  const total = data?.pages[0]?.total ?? 0;
  const isOwn = useReader() === userId;
  const name = displayName || userId;
  return (
    <>
      <PageHead title={<Link to={`/${encodeURIComponent(userId)}`}>{name}</Link>} isTyped>
        <p className={page.choice}>
          <span className="paper">
            Collection {data && <span className="muted regular">{words.number(total)}</span>}
          </span>
        </p>
      </PageHead>
      <CardQuery
        query={query}
        what="The collection"
        isEmpty={items.length === 0}
        empty={
          <ListState
            title="Nothing collected yet"
            action={
              <>
                <Button to="/market?show=collect" variant={isOwn ? 'filled' : 'outlined'}>
                  See what can be collected
                </Button>
                {!isOwn && <Button to={`/${encodeURIComponent(userId)}`}>Their rifffs</Button>}
              </>
            }
          >
            {isOwn
              ? 'A rifff can be collected for a day after it was committed, in rooms whose owner allows it. What you collect or buy stands here.'
              : `What ${name} collects or buys stands here.`}
          </ListState>
        }
      >
        <CardGrid items={items} isWhole={!query.hasNextPage} />
      </CardQuery>
      {items.length > 0 && (
        <div className={styles.foot}>
          <PlayMoney />
        </div>
      )}
    </>
  );
}
