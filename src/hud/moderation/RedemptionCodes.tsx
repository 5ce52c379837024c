import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Code } from '../../data/contract/plans.ts';
import { codesQuery, useCodeChanges } from '../../data/queries/plans.ts';
import { homeUrl } from '../../data/rules/site/base.ts';
import { dateText } from '../../data/stores/locale.ts';
import { CodesPanel } from '../kit/CodesPanel.tsx';
import { saveFile } from '../parts/media/saveFile.ts';
import page from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import panel from './Moderation.module.css';
import { NewCodesForm, useProductNames } from './NewCodesForm.tsx';

/** What a code gives, for instance `Plus for 3 months`. */
function givenText({ months }: Pick<Code, 'months'>, what: string): string {
  if (months === null) return `${what} for good`;
  return `${what} for ${months === 1 ? '1 month' : `${months} months`}`;
}

/** Can the code still be redeemed? */
function isOpenCode({ isEnded, used, maxUses, expires }: Code, nowMs: number): boolean {
  return !isEnded && used < maxUses && (expires === null || expires > nowMs);
}

/** What a code gives, how much of it is used, and its end. @param what its product is called */
function codeStanding(
  code: Code,
  { what, nowMs, dateText }: { what: string; nowMs: number; dateText(atMs: number): string },
): string {
  const { used, maxUses, expires, isEnded } = code;
  const state = isEnded
    ? 'ended'
    : expires === null
      ? ''
      : `${expires > nowMs ? 'until' : 'over since'} ${dateText(expires)}`;
  const people = maxUses === 1 ? 'person' : 'people';
  return [givenText(code, what), `${used} of ${maxUses} ${people}`, state]
    .filter(Boolean)
    .join(', ');
}

/** Codes as a text file, one a line. */
function codesText(codes: readonly Pick<Code, 'code'>[]): string {
  return codes.map(({ code }) => `${code}\n`).join('');
}

/** Rows that are shown before the rest is asked for. */
const FIRST_ROWS = 40;

/** Gives codes to the person as a text file, one a line. */
function saveCodes(codes: readonly Code[]): void {
  saveFile('codes.txt', new Blob([codesText(codes)], { type: 'text/plain' }));
}

/** Redemption codes for administrators: what there is, and more of them. */
export function RedemptionCodes() {
  const query = useQuery(onPage(codesQuery));
  const { end } = useCodeChanges();
  const nameOf = useProductNames();
  const [isWhole, setWhole] = useState(false);
  const [made, setMade] = useState<readonly Code[]>([]);
  const all = query.data ?? [];
  const open = all.filter((code) => isOpenCode(code, Date.now()));
  const wordsOf = (code: Code) => {
    const isOpen = isOpenCode(code, Date.now());
    const what = nameOf(code.product);
    return {
      code: code.code,
      facts: [
        codeStanding(code, { what, nowMs: Date.now(), dateText }),
        code.note,
        <>
          by <PersonLink userId={code.createdBy} />
        </>,
      ],
      ...(isOpen && {
        link: `${homeUrl()}/plus?code=${encodeURIComponent(code.code)}`,
        endTitle: 'End',
      }),
    };
  };
  return (
    <section aria-labelledby="codes">
      <h2 id="codes" className="t24">
        Codes <span className={page.count}>{query.data?.length}</span>
      </h2>
      <p className={`${panel.about} muted`}>
        A code gives plus for some months, or a collection for good, to the person who redeems it.
        What it gave stays when it is ended.
      </p>
      <NewCodesForm onMade={setMade} />
      <div role="status">
        {made.length > 0 && (
          <div className={panel.heard}>
            <b>
              {made.length === 1 ? `${made[0]?.code} is made.` : `${made.length} codes are made.`}
            </b>
            <Button size="sm" icon="download" onClick={() => saveCodes(made)}>
              Save as text
            </Button>
          </div>
        )}
      </div>
      <CodesPanel
        codes={isWhole ? query.data : query.data?.slice(0, FIRST_ROWS)}
        query={query}
        empty={<ListState isSmall title="No codes yet" />}
        wordsOf={wordsOf}
        end={(code) => end.mutateAsync(code)}
      />
      <div className={panel.heard}>
        {all.length > FIRST_ROWS && !isWhole && (
          <Button size="sm" onClick={() => setWhole(true)}>
            Show all {all.length}
          </Button>
        )}
        {open.length > 0 && (
          <Button size="sm" icon="download" onClick={() => saveCodes(open)}>
            Save every open code as text
          </Button>
        )}
      </div>
    </section>
  );
}
