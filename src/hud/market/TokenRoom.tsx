import { useMemo } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import type { Collectible, TokenPage } from '../../data/contract/market.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { Section } from '../kit/Section.tsx';
import { rifffCaption, useLoadingSentence } from '../parts/listening/describeRifff.ts';
import { RingCredits } from '../parts/listening/RingCredits.tsx';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import { useListening, useListeningKeys, usePreload } from '../parts/listening/useListening.ts';
import { Amount } from '../parts/market/Amount.tsx';
import { SaleShares } from '../parts/market/SaleShares.tsx';
import rifffPage from '../parts/page/RifffPage.module.css';
import { RifffSkeleton } from '../parts/rings/RifffSkeleton.tsx';
import { DemoMark, PersonLink } from '../parts/shares/Byline.tsx';
import { Table } from '../system/Table.tsx';
import { CoverPicture } from './CoverPicture.tsx';
import styles from './Market.module.css';
import { PlayMoney } from './PlayMoney.tsx';
import { TokenActions } from './TokenActions.tsx';
import { TokenHistory } from './TokenHistory.tsx';
import { makersLine, ofJam } from './tokenCards.tsx';

/** Its cover, document and sound, each by the hash that stands on the chain, so that anybody can keep and check them. */
function TokenFiles({ files }: Pick<TokenPage, 'files'>) {
  return (
    <Section id="files" title="Files" space="below12">
      <Table
        caption="Files of the token"
        columns={[
          { id: 'name', title: 'File', width: '320px' },
          { id: 'mime', title: 'Kind', width: '160px' },
          { id: 'hash', title: 'SHA-256' },
        ]}
        rows={files.map(({ name, url, mime, hash }) => ({
          id: `${name}.${hash}`,
          cells: [
            <a
              key="name"
              href={url}
              className="link hoverLine anywhere"
              target="_blank"
              rel="noopener"
            >
              {name}
            </a>,
            mime,
            <span key="hash" className="anywhere t13">
              {hash}
            </span>,
          ],
        }))}
        empty="It has no files."
      />
    </Section>
  );
}

/** A collected rifff: its rings, what it costs and whose it is, who is paid, what happened to it. */
export function TokenRoom({ page }: { page: TokenPage }) {
  const { token, history, files } = page;
  const { rifff, jamId, title } = token;
  const name = title || 'Untitled';
  const sounding = rifff && jamId !== null && ofJam(rifff, jamId);
  return (
    <article className={styles.room}>
      <header className={`${rifffPage.titleWords} over`}>
        <h1
          className={`${rifffPage.rifffTitle} clamp`}
          data-length={name.length > 28 ? 'long' : undefined}
        >
          {name}
        </h1>
        <p className="t18 anywhere">
          {makersLine(token.makers)} {token.isDemo && <DemoMark />}
        </p>
        {rifff && <p className="muted">{rifffCaption(rifff)}</p>}
        {token.shareId !== null && (
          <Link to={`/rifff/${token.shareId}`} className="link hoverLine anywhere">
            Its page, with what is said of it
          </Link>
        )}
      </header>
      {sounding ? (
        <Sounding rifff={sounding} title={name} />
      ) : (
        <div className={styles.rifff}>
          <CoverPicture url={token.coverUrl} alt={`Cover of ${name}`} />
          <p className="muted">The rifff is gone from here. The token stays, with its files.</p>
        </div>
      )}
      <div className={`${rifffPage.underWords} ${styles.sale} over`}>
        <Standing token={token} />
        <TokenActions token={token} />
        <PlayMoney />
      </div>
      <div className={`${rifffPage.side} over`}>
        <SaleShares makers={token.makers} />
        <Section id="licence" title={rifff ? 'Rings and licence' : 'Licence'} space="below8">
          {rifff && <RingsOf rifff={rifff} />}
          <p className={`${rifffPage.ruled} t13 muted`}>
            Who collects owns the token, not the licence: what may be done with the sound stays as
            its makers said.
          </p>
        </Section>
      </div>
      <div className={`${styles.tables} over`}>
        <TokenHistory history={history} />
        <TokenFiles files={files} />
      </div>
    </article>
  );
}

function RingsOf({ rifff }: { rifff: Rifff }) {
  const { solo } = useSnapshot(mixer);
  return <RingCredits rifff={rifff} solo={solo} licence={rifff.license} />;
}

/** The rings, which turn and are mixed by touch as everywhere. */
function Sounding({ rifff, title }: { rifff: Rifff; title: string }) {
  const list = useMemo(() => [{ id: rifff._id, title, rifff }], [rifff, title]);
  const own = useListening(list);
  useListeningKeys(own, null);
  usePreload(own.shown.rifff);
  const trouble = useLoadingSentence(own.mix);
  return (
    <div className={styles.rifff}>
      <TurningRifff placeId="token" listening={own} isInviting bitePx={7} marginPx={12} />
      <p className="emptyAway t13 muted" role="status">
        {trouble}
      </p>
    </div>
  );
}

/** What it costs, and whose it is. */
function Standing({ token }: { token: Collectible }) {
  const { price, owner, ownerName, ownerAccount } = token;
  return (
    <>
      <p className={`${price === null ? 't24' : 't40'} anywhere`}>
        {price === null ? 'Not on sale' : <Amount yocto={price} />}
      </p>
      <p className="anywhere">
        <span className="muted">Owned by </span>
        {owner !== null ? (
          <>
            <PersonLink userId={owner} displayName={ownerName ?? owner} />{' '}
            <span className="muted">({ownerAccount})</span>
          </>
        ) : (
          ownerAccount
        )}
      </p>
    </>
  );
}

/** Keeps the room of a token that is still coming. */
export const TokenSkeleton = () => <RifffSkeleton room={styles.room} rifff={styles.rifff} />;
