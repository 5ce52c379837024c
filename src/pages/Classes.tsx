/** Pages of classes, for teachers. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { classesQuery, classPageQuery } from '../data/queries/classes.ts';
import { ClassList } from '../hud/classes/ClassList.tsx';
import { ClassRoom } from '../hud/classes/ClassRoom.tsx';
import { PageFrame, PageHead } from '../hud/kit/PageFrame.tsx';
import { Region } from '../hud/kit/QueryList.tsx';
import { onPage, pageData, usePageTitle } from '../hud/parts/page/page.ts';
import { Skeleton } from '../hud/system/Loading.tsx';

/** `/classes`: the classes of the reader, and the form that makes one. */
export function Classes() {
  usePageTitle('Classes');
  const query = useQuery(onPage(classesQuery));
  return (
    <PageFrame>
      <PageHead title="Classes" />
      <Region query={query} what="The classes" isPlural>
        {(classes) => <ClassList classes={classes} />}
      </Region>
    </PageFrame>
  );
}

/** `/classes/{id}`: one class, for its teacher. */
export function ClassOfOne() {
  const { id = '' } = useParams();
  const query = useQuery(onPage(classPageQuery(id)));
  const page = pageData(query, 'This class', 'A class is seen by its teacher alone.');
  usePageTitle(page?.name ?? 'Class');
  return (
    <PageFrame>
      {page ? (
        <>
          <PageHead title={page.name} isTyped>
            <Link to="/classes" className="underline">
              All classes
            </Link>
          </PageHead>
          <ClassRoom key={page.id} page={page} />
        </>
      ) : (
        <div role="status" aria-label="Loading the class">
          <Skeleton width="min(320px, 100%)" height={60} />
        </div>
      )}
    </PageFrame>
  );
}
