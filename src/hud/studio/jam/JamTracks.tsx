import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Track } from '../../../data/contract/uploads.ts';
import { addTrack, jamTracksQuery, removeTrack } from '../../../data/queries/tracks.ts';
import { isFrozen, keepsOrder } from '../../../data/rules/jam/standing.ts';
import { notify } from '../../../data/stores/ui.ts';
import { QueryList } from '../../kit/QueryList.tsx';
import { LaterDialog } from '../../parts/page/LaterDialog.tsx';
import { Later, lazyComponent } from '../../parts/page/lazyPiece.tsx';
import { useIsPupil, useMember, useReader } from '../../parts/shares/useReader.ts';
import { TrackList } from '../../parts/tracks/TrackList.tsx';
import { trackTrouble } from '../../parts/tracks/trackTrouble.ts';
import { useLongestTrackMin } from '../../parts/tracks/useLongestTrack.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import form from '../../system/Form.module.css';
import { Icon } from '../../system/Icon.tsx';
import styles from './JamPage.module.css';
import type { JamView } from './useJam.ts';

const { Piece: TrackPicker } = lazyComponent(
  async () => (await import('../../parts/tracks/TrackPicker.tsx')).TrackPicker,
);

/** May the reader remove a track? Its uploader, the owner and moderators may; no one while the club is closing. */
function mayRemove({ jam, isOwn }: JamView, { user_id }: Track, reader: string): boolean {
  if (reader === '' || isFrozen(jam)) return false;
  return isOwn || user_id === reader || keepsOrder(jam?.role);
}

/** The tracks of a jam, for everyone who may hear it. A member who may answer in the jam can add tracks. */
export function JamTracks({ view }: { view: JamView }) {
  const { jam, isOwn } = view;
  const member = useMember();
  const reader = useReader();
  const jamId = jam?.id ?? '';
  const query = useInfiniteQuery({ ...jamTracksQuery(jamId), enabled: jam !== undefined });
  const queries = useQueryClient();
  const [complaint, setComplaint] = useState('');
  const [leaving, setLeaving] = useState<Track | null>(null);
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (task: () => Promise<void>) => task(),
    onSettled: () => queries.invalidateQueries({ queryKey: jamTracksQuery(jamId).queryKey }),
  });
  const tracks = query.data?.pages.flat() ?? [];
  const isPupil = useIsPupil();
  const mayAdd = member !== '' && !isPupil && (isOwn || jam?.mayAnswer === true);
  const longestMin = useLongestTrackMin(mayAdd && query.data !== undefined && tracks.length === 0);
  if (jam === undefined || (query.data && tracks.length === 0 && !mayAdd)) return null;
  const run = async (task: () => Promise<void>) => {
    // What went wrong is said above the list.
    if (!change.isPending) await change.mutateAsync(task).catch(() => {});
  };
  const remove = async ({ id }: Track) => {
    setComplaint('');
    setLeaving(null);
    await run(async () => {
      await removeTrack(jamId, id);
      notify('The track is gone.');
    });
  };
  const trouble = complaint || trackTrouble(change.error);
  return (
    <section className={`columns1 ${styles.tracks}`} aria-labelledby="jam-tracks">
      <h2 className="t24" id="jam-tracks">
        Tracks
      </h2>
      <div className="emptyAway" role="alert">
        {trouble && (
          <p className={form.trouble}>
            <Icon name="warning" size={20} />
            {trouble}
          </p>
        )}
      </div>
      <QueryList
        query={query}
        what="The tracks"
        isPlural
        older="tracks"
        isEmpty={tracks.length === 0}
      >
        <TrackList
          tracks={tracks}
          jamOf={() => jamId}
          isForMember={() => jam.access !== 'public'}
          after={(track) =>
            mayRemove(view, track, reader) && (
              <IconButton
                label={`Remove ${track.name || 'the track'}`}
                icon="bin"
                disabled={change.isPending}
                onClick={() => setLeaving(track)}
              />
            )
          }
        />
      </QueryList>
      {mayAdd && (query.data || query.isError) && (
        <>
          {query.data && tracks.length === 0 && (
            <p className={`${styles.trackHint} t13 muted`}>
              A whole piece of sound, to be heard beside the rifffs: at most {longestMin} minutes.
            </p>
          )}
          <Later>
            <TrackPicker
              label="Add a track"
              isBusy={change.isPending}
              run={run}
              onComplaint={setComplaint}
              send={async (form, onProgress) => {
                await addTrack(jamId, form, onProgress);
                notify('The track is there.');
              }}
            />
          </Later>
        </>
      )}
      <LaterDialog
        isOpen={leaving !== null}
        onOpenChange={(isOpen) => !isOpen && setLeaving(null)}
        title={`Remove ${leaving?.name || 'the track'}?`}
        description="It is gone for everyone."
        actions={
          <Button variant="filled" onClick={() => leaving && void remove(leaving)}>
            Remove it
          </Button>
        }
      />
    </section>
  );
}
