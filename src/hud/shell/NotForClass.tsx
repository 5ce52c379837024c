import { PageFrame, PageHead } from '../kit/PageFrame.tsx';
import { usePageTitle } from '../parts/page/page.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';

/** What a pupil sees in place of a page that is not for their class. */
export function NotForClass({ clubId }: { clubId: string }) {
  usePageTitle('Not for your class');
  return (
    <PageFrame>
      <PageHead title="Not here" />
      <ListState
        title="This is not open to your class"
        action={
          <>
            <Button variant="filled" to="/jam">
              Make music
            </Button>
            <Button to={`/club/${clubId}`}>To my class</Button>
          </>
        }
      >
        Your teacher decides what the class sees of this server.
      </ListState>
    </PageFrame>
  );
}
