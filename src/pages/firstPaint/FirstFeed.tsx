import { Link } from 'react-router';
import { FIRST_CARD } from '../../data/contract/builtPages.ts';
import { PageChoices, PageFrame, PageHead } from '../../hud/kit/PageFrame.tsx';
import { DemoMark } from '../../hud/parts/shares/Byline.tsx';
import shares from '../../hud/parts/shares/Shares.module.css';
import { SHARE_SOURCES } from '../../hud/parts/shares/shareSources.ts';
import { Icon, type IconName } from '../../hud/system/Icon.tsx';
import { Spinner } from '../../hud/system/Loading.tsx';
import { Select } from '../../hud/system/Select.tsx';
import { FirstTap } from './FirstPaint.tsx';

function Count({ icon, count }: { icon: IconName; count: string }) {
  return (
    <span className={`hoverRaised2 ${shares.like} ${shares.sm}`}>
      <Icon name={icon} size={16} />
      <span aria-hidden="true">{count}</span>
    </span>
  );
}

/** A card with words in braces where the server puts what each of the newest rifffs says. */
function FirstCard() {
  const { share, title, by, likes, comments, picture, isDemo } = FIRST_CARD;
  return (
    <li data-first-card="" className={`min0 ${shares.cell}`}>
      <article className={shares.card}>
        <div className={shares.picture}>
          <span className="first-picture">{picture}</span>
          <span className={`bringsUp ${shares.play}`}>
            <FirstTap
              wish={`rifff:${share}`}
              label={`Play ${title}`}
              waiting={
                <span className={`comesUp ${shares.disc}`} data-shown="">
                  <Spinner size={20} />
                </span>
              }
            >
              <span className={`comesUp ${shares.disc}`}>
                <Icon name="play" size={20} />
              </span>
            </FirstTap>
          </span>
        </div>
        <div className={shares.line}>
          <h2 className={`${shares.title} truncate`}>
            <Link
              to={`/rifff/${share}`}
              className={`thickLine hoverUnderline tallLink ${shares.link}`}
            >
              {title}
            </Link>
          </h2>
          <Count icon="heartLine" count={likes} />
        </div>
        <div className={`${shares.line} ${shares.foot}`}>
          <p className={`rigidParts grow ${shares.caption} t13 muted`}>
            <span data-is-demo={isDemo}>
              <DemoMark />{' '}
            </span>
            <span className="truncate">{by}</span>
          </p>
          <Count icon="talk" count={comments} />
        </div>
      </article>
    </li>
  );
}

const CHOICES = [
  { to: '/feed', title: 'Latest', isCurrent: true },
  { to: '/feed?sort=likes', title: 'Most liked', isCurrent: false },
];

/** `/feed` before its code has come: the newest rifffs, which can be asked to play. */
export function FirstFeed() {
  return (
    <PageFrame>
      <PageHead title="Feed">
        <PageChoices label="Order" choices={CHOICES}>
          <Select
            label="Made with"
            isLabelHidden
            size="xs"
            options={SHARE_SOURCES}
            disabled
            onValueChange={() => {}}
          />
        </PageChoices>
      </PageHead>
      <ul className={shares.grid}>
        <FirstCard />
      </ul>
    </PageFrame>
  );
}
