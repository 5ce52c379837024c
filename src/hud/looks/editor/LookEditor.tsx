import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { LookDocument } from '../../../data/contract/looks.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { LOOK_GROUNDS, MOST_LAYERS } from '../../../data/contract/stageLooks.ts';
import { libraryRifffsQuery } from '../../../data/queries/library.ts';
import { addLayer, blendLooks, calmer, LAYER_KINDS } from '../../../data/rules/stage/editLook.ts';
import { ringDrawing, ringsNeedCanvas } from '../../../data/stores/ringDrawing.ts';
import { lookBox } from '../../../drawing/jam/cameraBox.ts';
import { boxShare } from '../../../drawing/jam/lookReach.ts';
import { Section } from '../../kit/Section.tsx';
import { registerCommands } from '../../parts/commands/registry.ts';
import type { Listening } from '../../parts/listening/useListening.ts';
import { GROUND_COLOURS } from '../../parts/looks/LookPicture.tsx';
import styles from '../../parts/looks/Looks.module.css';
import { GROUND_TITLES, LAYER_TITLES } from '../../parts/looks/lookWords.ts';
import { useOnBar } from '../../parts/looks/useOnBar.ts';
import page from '../../parts/Page.module.css';
import { onPage, pageData } from '../../parts/page/page.ts';
import { RifffPlace } from '../../parts/rings/RifffPlace.tsx';
import { Button, IconButton } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import { Slider } from '../../system/Slider.tsx';
import { Switch } from '../../system/Switch.tsx';
import { CameraFields } from './CameraFields.tsx';
import { Dashboard } from './Dashboard.tsx';
import { FinishFields } from './FinishFields.tsx';
import { LayerCard } from './LayerCard.tsx';
import { LookMeter } from './LookMeter.tsx';
import { SaveLook, type SaveLookProps } from './SaveLook.tsx';
import { SeenWithField } from './seen/SeenWithField.tsx';
import { type Seen, useHeard, useSeen } from './seen/useSeen.ts';
import { type LookEditing, useLookEditing } from './useLookEditing.ts';

export interface LookEditorProps extends Omit<SaveLookProps, 'editing'> {
  /** The look before it is edited, and what was kept of an earlier visit. */
  start: LookDocument;
  kept: LookDocument | null;
}

const NONE: readonly StarterRifff[] = [];

/** How much of its place a look takes. */
function roomFor(look: LookDocument): CSSProperties {
  const { wide, high } = lookBox(look);
  return { '--wide': wide, '--high': high, '--share': boxShare(look) } as CSSProperties;
}

/** Makes a look: its picture, live on a rifff or a room, and beside it everything that it is made of. */
export function LookEditor({ start, kept, ...save }: LookEditorProps) {
  const house = pageData(useQuery(onPage(libraryRifffsQuery)), 'The editor of looks');
  const editing = useLookEditing(start, save.keptAs, kept);
  const seen = useSeen(house ?? NONE);
  if (!house) return <section className={page.page} aria-busy="true" />;
  if (seen.list.length === 0) {
    return (
      <section className={page.page} aria-busy={seen.isLoading || undefined}>
        <h1 className="t40 below24">Make a look</h1>
        {!seen.isLoading && <p>This server has no rifffs of its own to see a look with.</p>}
        <SeenWithField seen={seen} house={house} shown={null} />
      </section>
    );
  }
  return <Room editing={editing} seen={seen} house={house} save={save} />;
}

interface RoomProps {
  editing: LookEditing;
  /** With at least one rifff. */
  seen: Seen;
  house: readonly StarterRifff[];
  save: Omit<SaveLookProps, 'editing'>;
}

function Room({ editing, seen, house, save }: RoomProps) {
  const listening = useHeard(seen);
  const { rifff } = listening.shown;
  const { look, change } = editing;
  const { beforeOf } = seen;
  const before = useMemo(() => beforeOf(rifff), [beforeOf, rifff]);
  const [opened, setOpened] = useState(0);
  useEditCommands(editing);
  return (
    <section className={`${page.page} ${styles.room}`}>
      <div className={`grid columns1 gap16 ${styles.pictureSide}`}>
        <h1 className="t24 truncate">{look.name}</h1>
        <Stage editing={editing} listening={listening} before={before}>
          <SeenWithField seen={seen} house={house} shown={listening.shown} />
        </Stage>
        <LookMeter look={look} rifff={rifff} />
      </div>
      <div className="grid columns1 gap24">
        <SaveLook editing={editing} {...save} />
        <Section id="look-layers" title="Layers" space="below12">
          <p className="t13 muted below12">The first lies in front. Open one to change it.</p>
          <ol className="grid gap8">
            {look.layers
              .map((_, at) => (
                <LayerCard
                  // biome-ignore lint/suspicious/noArrayIndexKey: a layer has no other name than its place
                  key={at}
                  editing={editing}
                  at={at}
                  rifff={rifff}
                  isOpen={opened === at}
                  onOpenChange={(isOpen) => setOpened(isOpen ? at : -1)}
                />
              ))
              .reverse()}
          </ol>
          <div className="row gap8 top12">
            <Select
              label="Another layer"
              className="fill"
              options={[
                { value: '', title: 'Choose what it is' },
                ...LAYER_KINDS.map((value) => ({ value, title: LAYER_TITLES[value] })),
              ]}
              value=""
              disabled={look.layers.length >= MOST_LAYERS}
              hint={look.layers.length >= MOST_LAYERS ? 'Six layers are the most.' : undefined}
              onValueChange={(value) => {
                const kind = LAYER_KINDS.find((one) => one === value);
                if (!kind) return;
                change(addLayer(look, kind));
                setOpened(look.layers.length);
              }}
            />
            <Select
              label="Ground"
              className="fill"
              options={LOOK_GROUNDS.map((value) => ({ value, title: GROUND_TITLES[value] }))}
              value={look.ground}
              onValueChange={(value) => {
                const ground = LOOK_GROUNDS.find((one) => one === value);
                if (ground) change({ ...look, ground });
              }}
            />
          </div>
        </Section>
        <FinishFields editing={editing} />
        <CameraFields editing={editing} />
        <Section id="look-knobs" title="Knobs" space="below12">
          <Dashboard look={look} />
        </Section>
      </div>
    </section>
  );
}

interface StageProps {
  editing: LookEditing;
  listening: Listening;
  /** What came before the rifff, for its echoes. */
  before: readonly Rifff[];
  /** What chooses the rifff. */
  children: ReactNode;
}

/** The picture, and what chooses what is seen: rifff, version, and what draws it. */
function Stage({ editing, listening, before, children }: StageProps) {
  const { look, a, b, side } = editing;
  const { mix, isPlaying } = listening;
  const [share, setShare] = useState(0);
  const [isPlain, setPlain] = useState(ringDrawing.needsCanvas);
  useEffect(() => {
    ringsNeedCanvas(isPlain);
    return () => ringsNeedCanvas(false);
  }, [isPlain]);
  // What is edited is seen at once, the other version with the next bar.
  const [seenSide, wishSide] = useOnBar(side, isPlaying ? mix : null);
  useEffect(() => wishSide(side), [side, wishSide]);
  const between = b && blendLooks(a, b, share / 100);
  const isBlended = share > 0 && share < 100 && between !== null;
  const seen = isBlended && between ? between : seenSide === 'b' && b ? b : a;
  const view = useMemo(
    () => ({
      rifff: mix,
      isLive: true,
      stage: { look: seen, routes: {}, before, isClear: false },
    }),
    [mix, seen, before],
  );
  return (
    <>
      <div
        className={`under ${styles.preview}`}
        data-ground={seen.ground}
        style={{ background: GROUND_COLOURS[seen.ground] }}
      >
        <div className={styles.rings} style={roomFor(seen)}>
          <RifffPlace id="look-stage" view={view} className="full" />
        </div>
      </div>
      <div className="row wrap gap8">
        <IconButton
          icon={isPlaying ? 'stop' : 'play'}
          variant="filled"
          size="md"
          label={isPlaying ? 'Stop' : 'Play'}
          aria-busy={listening.isWaiting || undefined}
          onClick={listening.togglePlay}
        />
        {children}
        <IconButton icon="undo" label="Undo" disabled={!editing.canUndo} onClick={editing.undo} />
        <IconButton icon="redo" label="Redo" disabled={!editing.canRedo} onClick={editing.redo} />
        <Button size="sm" onClick={() => editing.change(calmer(look))}>
          Calmer
        </Button>
      </div>
      <fieldset className={styles.choice} aria-label="Version">
        {(['a', 'b'] as const).map((one) => (
          <Button
            key={one}
            size="sm"
            variant={one === side ? 'filled' : 'outlined'}
            aria-pressed={one === side}
            onClick={() => {
              editing.edit(one);
              setShare(one === 'b' ? 100 : 0);
            }}
          >
            {one === 'a' ? 'A' : 'B'}
          </Button>
        ))}
        <div className="fill">
          <Slider
            label="From A to B"
            value={share}
            min={0}
            max={100}
            step={1}
            text={b ? `${share} %` : 'no B yet'}
            disabled={!b}
            onValueChange={setShare}
            onValueCommit={(value) => {
              // Versions that differ in more than numbers change on the bar.
              if (!between) editing.edit(value < 50 ? 'a' : 'b');
            }}
          />
        </div>
      </fieldset>
      <Switch
        isOn={isPlain}
        onChange={setPlain}
        hint="By the processor, as on machines without a graphics chip."
      >
        As seen without a chip
      </Switch>
    </>
  );
}

/** Undo and redo by the keys that people know. */
function useEditCommands(editing: LookEditing): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'look.undo',
          title: 'Undo',
          group: 'Look',
          keys: ['Mod+Z'],
          isEnabled: () => editing.canUndo,
          run: editing.undo,
        },
        {
          id: 'look.redo',
          title: 'Redo',
          group: 'Look',
          keys: ['Mod+Shift+Z'],
          isEnabled: () => editing.canRedo,
          run: editing.redo,
        },
      ]),
    [editing],
  );
}
