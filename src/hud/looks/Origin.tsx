import { Link } from 'react-router';
import type { LookMaker, SavedLook } from '../../data/contract/savedLooks.ts';
import { lookPath } from '../../data/rules/stage/lookAddress.ts';
import { PrivateMark } from '../parts/looks/LookGrid.tsx';
import { houseLook } from '../parts/looks/shownLooks.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { useRegionText } from '../parts/useRegionText.ts';

/** Who made it, out of what, and where it is used. */
export function Origin({ saved }: { saved: SavedLook }) {
  const { user, displayName, access, makers, jamCount } = saved;
  const text = useRegionText();
  return (
    <>
      <p className="t18 anywhere">
        <PersonLink userId={user} displayName={user === '' ? '' : displayName} />{' '}
        {access === 'private' && <PrivateMark />}
      </p>
      <p className="muted">
        {jamCount === 0 ? 'In no jam yet' : `In ${text.count(jamCount, 'jam')}`}
      </p>
      {makers.length > 0 && (
        <ul aria-label="What it was made from">
          {makers.map((maker, at) => (
            <MadeFrom
              // biome-ignore lint/suspicious/noArrayIndexKey: their order is what they are
              key={at}
              maker={maker}
              isFirst={at === 0}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** One of the looks that a look was made from. */
function MadeFrom({ maker, isFirst }: { maker: LookMaker; isFirst: boolean }) {
  const { key, name, user, displayName } = maker;
  const isOfHouse = key !== null && houseLook(key) !== null;
  return (
    <li className="anywhere">
      <span className="muted">{isFirst ? 'Made from ' : 'and that from '}</span>
      {key === null ? (
        name || 'a look that was taken out'
      ) : (
        <Link to={lookPath(key)} className="link hoverLine">
          {name}
        </Link>
      )}
      <span className="muted">
        {isOfHouse ? (
          ', of the house'
        ) : (
          <>
            {' by '}
            <PersonLink userId={user} displayName={user === '' ? '' : displayName} />
          </>
        )}
      </span>
    </li>
  );
}
