import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import type { LookDocument } from '../data/contract/looks.ts';
import { STAGE_LOOKS, type StageLook } from '../data/contract/stageLooks.ts';
import { lookQuery } from '../data/queries/looks.ts';
import { newLook } from '../data/rules/stage/editLook.ts';
import { BUILT_IN_LOOKS } from '../drawing/jam/builtInLooks.ts';
import { LookEditor } from '../hud/looks/editor/LookEditor.tsx';
import { keptLook } from '../hud/looks/editor/useLookEditing.ts';
import page from '../hud/parts/Page.module.css';
import { onPage, pageData, usePageTitle } from '../hud/parts/page/page.ts';

/** What is edited: where it begins, and what it is of. */
interface Begun {
  readonly start: LookDocument;
  readonly lookId: string | null;
  readonly madeFrom: { readonly key: string; readonly title: string } | null;
  readonly isPublic: boolean;
}

const keyOf = ({ lookId, madeFrom }: Begun) =>
  `rondo.look.${lookId ?? `new.${madeFrom?.key ?? ''}`}`;

/** The editor, once it is known what an earlier visit left. */
function Editing({ begun }: { begun: Begun }) {
  const key = keyOf(begun);
  const [round, setRound] = useState(0);
  const [kept, setKept] = useState<{ look: LookDocument | null; of: string } | null>(null);
  const at = `${key} ${round}`;
  useEffect(() => {
    let isOver = false;
    void keptLook(key).then((look) => {
      if (!isOver) setKept({ look, of: at });
    });
    return () => {
      isOver = true;
    };
  }, [key, at]);
  if (kept?.of !== at) return <section className={page.page} aria-busy="true" />;
  const { start, ...save } = begun;
  return (
    <LookEditor
      key={at}
      start={start}
      kept={kept.look}
      keptAs={key}
      onReset={() => setRound(round + 1)}
      {...save}
    />
  );
}

const isOfHouse = (key: string): key is StageLook => Object.hasOwn(STAGE_LOOKS, key);

/** A look of the house as what another is made from. */
function fromHouse(key: StageLook): Begun {
  const { title } = STAGE_LOOKS[key];
  const start = { ...BUILT_IN_LOOKS[key], name: `${title}, my way` };
  return { start, lookId: null, madeFrom: { key, title }, isPublic: false };
}

/** One that is saved: changed where it is one's own and `/edit` was asked for, else made from. */
function FromSaved({ lookId, isChange }: { lookId: string; isChange: boolean }) {
  // What is being edited is not exchanged under the hand.
  const query = { ...lookQuery(lookId), staleTime: Number.POSITIVE_INFINITY };
  const saved = pageData(useQuery(onPage(query)), 'This look');
  if (!saved) return <section className={page.page} aria-busy="true" />;
  const { document, mayEdit, access } = saved;
  if (isChange && !mayEdit) return <Navigate to={`/looks/new?from=${lookId}`} replace />;
  const begun: Begun = isChange
    ? { start: document, lookId, madeFrom: null, isPublic: access === 'public' }
    : {
        start: { ...document, name: `${document.name}, my way`.slice(0, 60) },
        lookId: null,
        madeFrom: { key: lookId, title: document.name },
        isPublic: false,
      };
  return <Editing begun={begun} />;
}

/** `/looks/new`, with `?from=` made from another look, and `/looks/:look/edit`. */
export function LookEditing() {
  const { look } = useParams();
  const [search] = useSearchParams();
  const from = search.get('from');
  usePageTitle(look ? 'Edit a look' : 'Make a look');
  if (look) {
    if (isOfHouse(look)) return <Navigate to={`/looks/new?from=${look}`} replace />;
    return <FromSaved key={look} lookId={look} isChange />;
  }
  if (!from) {
    const begun = { start: newLook(), lookId: null, madeFrom: null, isPublic: false };
    return <Editing begun={begun} />;
  }
  return isOfHouse(from) ? (
    <Editing key={from} begun={fromHouse(from)} />
  ) : (
    <FromSaved key={from} lookId={from} isChange={false} />
  );
}
