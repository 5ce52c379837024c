/** New drums and percussion out of the rows of a family. */
import { beat, type Drums, type Part, type Played } from '../music/recipe.ts';
import { withReverb } from '../music/steps.ts';
import type { Chance } from './chance.ts';
import { atDensity, barsOf, formOf } from './rhythm.ts';
import type { DrumKind, DrumRow, PercKind } from './style.ts';

export interface BeatShape {
  readonly bars: number;
  readonly density: number;
}

/** A density that a row follows only so far. */
const bent = (density: number, bends: number) => 0.5 + (density - 0.5) * bends;

/** One row over all bars. @param name tells rows apart @param form of the whole kit, so that rows change together */
function rowPart(
  row: DrumRow,
  name: string,
  c: Chance,
  { form, density, silentFrom }: { form: string; density: number; silentFrom?: number },
): Part {
  const rng = c.rng(`row ${name}`);
  const bars = barsOf(form, row.cells, {
    density: bent(density, row.bends ?? 1),
    rng,
    moves: row.bends === 0 ? 1 : 2,
  });
  let pattern = bars.join('');
  if (silentFrom !== undefined) pattern = pattern.slice(0, silentFrom).padEnd(pattern.length, '.');
  const voice = c.one(`voice ${name}`, row.voices);
  const gain = (row.options?.gain ?? 1) * c.between(`gain ${name}`, 0.85, 1.15);
  const side = c.is(`side ${name}`, 0.5) ? 1 : -1;
  const pan = (row.options?.pan ?? 0) * side;
  return beat(pattern, voice, { ...row.options, gain, pan });
}

/** A drum loop. */
export function composeDrums(
  kind: DrumKind,
  c: Chance,
  { bars, density }: BeatShape,
): Omit<Drums, 'name' | 'category'> {
  const form = formOf(bars, c.rng('form'));
  const hasFill = bars > 1 && kind.fills.length > 0 && c.is('fill', 0.6);
  const shape = { form, density };
  const rows = kind.rows.filter((row, at) => c.is(`has ${at}`, row.share ?? 1));
  const play = rows.map((row) => rowPart(row, String(kind.rows.indexOf(row)), c, shape));
  if (hasFill) {
    const rests = '.'.repeat((bars - 1) * 16);
    kind.fills.forEach((row, at) => {
      if (!c.is(`has fill ${at}`, row.share ?? 0.7)) return;
      const cell = atDensity(c.one(`fill ${at}`, row.cells), bent(density, 0.6), c.rng(`f ${at}`));
      play.push(beat(rests + cell, c.one(`fill voice ${at}`, row.voices), row.options ?? {}));
    });
  }
  const plate = kind.plate && {
    play: [rowPart(kind.plate, 'plate', c, shape)],
    chain: [
      withReverb(c.between('plate sec', 0.6, 1.4), c.between('plate size', 0.7, 1.2), 6200, 0.24, {
        preSec: 0.012,
        hp: 380,
      }),
    ],
  };
  return {
    bars,
    kick: [rowPart({ bends: 0.5, ...kind.kick }, 'kick', c, shape)],
    play,
    ...(plate && { plate }),
    topChain: kind.topChain?.(c) ?? [],
    desk: kind.desk(c),
    chain: kind.chain?.(c) ?? [],
  };
}

/** A loop of percussion: some of the players of a family, each with a rhythm of its own. */
export function composePerc(
  kind: PercKind,
  c: Chance,
  { bars, density }: BeatShape,
): Omit<Played, 'name' | 'category'> {
  const form = formOf(bars, c.rng('form'));
  const [least, most] = kind.players;
  const count = Math.round(least + (most - least) * c.between('players', 0, 1));
  const order = c.rng('order');
  const chosen = kind.rows
    .map((row, at) => ({ row, at, worth: order.next() * (row.share ?? 1) }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, count);
  return {
    bars,
    play: chosen.map(({ row, at }) => rowPart(row, String(at), c, { form, density })),
    chain: kind.chain(c),
  };
}
