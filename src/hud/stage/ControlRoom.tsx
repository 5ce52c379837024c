import { useEffect, useMemo, useRef, useState } from 'react';
import { useParams } from 'react-router';
import type { StageOrder } from '../../data/contract/live.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { OWN_KNOB_MS, orderSender } from '../../data/orderSender.ts';
import { knobsOf } from '../../data/rules/stage/editLook.ts';
import { knobOrder, mergeOrder } from '../../data/rules/stage/orders.ts';
import { BLENDS, PLAIN_STAGE } from '../../data/rules/stage/stageAddress.ts';
import styles from '../parts/looks/Looks.module.css';
import { movedBy } from '../parts/looks/lookWords.ts';
import { followKnobs } from '../parts/looks/midiKnobs.ts';
import { NO_STAGE, roomFeed } from '../parts/looks/roomFeed.ts';
import type { StageRoomState } from '../parts/looks/roomVisit.ts';
import { HOUSE_LOOKS, lookTitle, type ShownLook } from '../parts/looks/shownLooks.ts';
import { RouteError, usePageTitle } from '../parts/page/page.ts';
import { useNames } from '../parts/people/useNames.ts';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import { Button } from '../system/Button.tsx';
import { Slider } from '../system/Slider.tsx';
import { Switch } from '../system/Switch.tsx';
import { StageAddress } from './StageAddress.tsx';

const SHOWN = 12;

/** What was said without an order that did not arrive. */
function undo(now: StageOrder, order: StageOrder, before: StageOrder): StageOrder {
  const names = Object.keys(order) as (keyof StageOrder)[];
  return { ...now, ...Object.fromEntries(names.map((name) => [name, before[name]])) };
}

/** `/jam/{code}/control`: what the stages of a room do, from another tab or a phone. */
export function ControlRoom() {
  const { code = '' } = useParams();
  const nameOf = useNames();
  const feed = useMemo(() => roomFeed(code), [code]);
  const [room, setRoom] = useState<StageRoomState | null>(null);
  const [isOnline, setOnline] = useState(true);
  const [hasEnded, setEnded] = useState(false);
  const [said, setSaid] = useState<StageOrder>({});
  const [trouble, setTrouble] = useState('');
  const isNone = hasEnded && !room;
  usePageTitle(room ? `${room.name}, stage control` : 'Stage control');
  useEffect(
    () =>
      feed.follow({
        room: setRoom,
        people() {},
        // What another control says is shown here too.
        order: (order) => setSaid((before) => mergeOrder(before, order)),
        online: setOnline,
        ended: () => setEnded(true),
      }),
    [feed],
  );
  if (isNone) {
    const hint = `${NO_STAGE}. The owner of the room can give you another one.`;
    throw new RouteError(404, MESSAGES.pageNotFound, hint);
  }

  const say = async (order: StageOrder) => {
    const before = said;
    setSaid((now) => mergeOrder(now, order));
    const refusal = await feed.order(order).then(
      (isSent) => (isSent ? '' : 'The stage could not be reached'),
      (error: unknown) =>
        (error as { code?: unknown }).code === 'forbidden'
          ? 'Only members of the room may direct its stages'
          : 'The stage could not be reached',
    );
    setTrouble(refusal);
    if (refusal) setSaid((now) => undo(now, order, before));
  };
  const looks = room?.looks ?? HOUSE_LOOKS;
  const { look = PLAIN_STAGE.look, blendBars = PLAIN_STAGE.blendBars, rifffId = null } = said;
  const line = hasEnded
    ? 'The code was taken back. Its stages are dark.'
    : isOnline
      ? trouble
      : 'No connection. The stage goes on with what it has.';
  return (
    <section className={`${styles.control} over`}>
      <div className="grid columns1 gap24">
        <header>
          <h1 className="t24">{room?.name ?? 'Stage control'}</h1>
          <p className="muted" role="status">
            {line}
          </p>
        </header>
        <Choices
          label="Look"
          chosen={look}
          choices={looks.map(({ key }) => key)}
          titleOf={(one) => lookTitle(looks.find(({ key }) => key === one)!)}
          onChoose={(one) => void say({ look: one })}
        />
        <Knobs
          look={looks.find(({ key }) => key === look)}
          said={said}
          say={say}
          roomMs={feed.nowMs}
        />
        <Choices
          label="Bars to blend over"
          chosen={blendBars}
          choices={BLENDS}
          titleOf={(bars) => (bars === 0 ? 'Cut' : bars === 1 ? '1 bar' : `${bars} bars`)}
          onChoose={(bars) => void say({ blendBars: bars })}
        />
        <Switch
          isOn={said.isFrozen === true}
          onChange={(isFrozen) => void say({ isFrozen })}
          hint="New rifffs wait until you switch this off."
        >
          Stay with this rifff
        </Switch>
        <div className={styles.rifffs}>
          <button
            type="button"
            className={styles.rifff}
            aria-pressed={rifffId === null}
            onClick={() => void say({ rifffId: null })}
          >
            Always the newest
          </button>
          {room?.rifffs.slice(0, SHOWN).map((rifff, at) => (
            <button
              key={rifff._id}
              type="button"
              className={styles.rifff}
              aria-pressed={rifffId === rifff._id}
              onClick={() => void say({ rifffId: rifff._id })}
            >
              <RifffPlace
                id={`control.${rifff._id}`}
                view={{ rifff, isLive: false }}
                className={styles.disc}
              />
              {at === 0 ? 'Newest' : nameOf(rifff.userName, rifff)}
            </button>
          ))}
        </div>
        <StageAddress code={code} look={look} blendBars={blendBars} />
      </div>
    </section>
  );
}

interface KnobsProps {
  look: ShownLook | undefined;
  said: StageOrder;
  say(order: StageOrder): Promise<void>;
  /** The clock of the room; null until it is known. */
  roomMs(): number | null;
}

/** The knobs that move the look of now, if any do: turned here, or on a MIDI controller of this device. */
function Knobs({ look, said, say, roomMs }: KnobsProps) {
  const document = typeof look?.look === 'object' ? look.look : null;
  const knobs = document ? knobsOf(document) : [];
  const isUsed = knobs.length > 0;
  const newest = useRef(say);
  newest.current = say;
  // Shown at once; the room is told now and then, and what it says then is late.
  const [own, setOwn] = useState<StageOrder>({});
  const turn = useRef<(knob: number, value: number) => void>(() => {});
  useEffect(() => {
    if (!isUsed) return;
    const sender = orderSender((order) => void newest.current(order), roomMs);
    let rest: ReturnType<typeof setTimeout> | undefined;
    turn.current = (knob, value) => {
      const order = knobOrder(knob, value);
      setOwn((before) => mergeOrder(before, order));
      sender.give(order);
      clearTimeout(rest);
      rest = setTimeout(() => setOwn({}), OWN_KNOB_MS);
    };
    const stop = followKnobs(PLAIN_STAGE.knobs, (knob, value) => turn.current(knob, value));
    return () => {
      clearTimeout(rest);
      stop();
      sender.stop();
    };
  }, [isUsed, roomMs]);
  if (!document || !isUsed) return null;
  return (
    <section className="grid gap12" aria-label="Knobs">
      {knobs.map((knob) => {
        const value = own.knobs?.[knob - 1] ?? said.knobs?.[knob - 1] ?? 0;
        return (
          <Slider
            key={knob}
            label={`Knob ${knob}: ${movedBy(document, knob)}`}
            value={Math.round(100 * value)}
            min={0}
            max={100}
            step={1}
            text={`${Math.round(100 * value)} %`}
            onValueChange={(next) => turn.current(knob - 1, next / 100)}
          />
        );
      })}
    </section>
  );
}

interface ChoicesProps<Choice> {
  label: string;
  chosen: Choice;
  choices: readonly Choice[];
  titleOf(choice: Choice): string;
  onChoose(choice: Choice): void;
}

/** One out of a few, as buttons in a row. */
function Choices<Choice extends string | number>(props: ChoicesProps<Choice>) {
  const { label, chosen, choices, titleOf, onChoose } = props;
  return (
    <fieldset className={styles.choice} aria-label={label}>
      {choices.map((one) => (
        <Button
          key={one}
          size="sm"
          variant={one === chosen ? 'filled' : 'outlined'}
          className="maxWide"
          title={titleOf(one)}
          aria-pressed={one === chosen}
          onClick={() => onChoose(one)}
        >
          {titleOf(one)}
        </Button>
      ))}
    </fieldset>
  );
}
