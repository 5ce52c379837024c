/** Codes that people read, type or scan: of jams, clubs, invitations, gifts, runs, and devices that sign in. */
import { randomInt } from 'node:crypto';
import { type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely';
import type { Queries } from '../ports/database/database.ts';
import { listRows, removeRows, takeRows } from '../ports/database/rows.ts';
import type { Schema } from '../ports/database/schema.ts';
import type { CodeRow } from '../ports/database/schemaAccounts.ts';

/** Letters and digits of codes: 32 without I, O, 0 and 1, or 25 that look like no other (no 2 Z, 5 S, 8 B, L either). */
const LETTERS = {
  typed: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
  compared: '34679ACDEFGHJKMNPQRTUVWXY',
} as const;

/**
 * A new code as it is stored, by chance: twelve `typed` letters are 60 bits, twelve `compared` ones 55, six 27.
 * @param length letters
 */
export function newCode(kind: keyof typeof LETTERS = 'typed', length = 12): string {
  const letters = LETTERS[kind];
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** A stored code as people read it: in groups of four. */
export const showCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** What those who make codes see of one. */
export const presentCode = ({
  code,
  note,
  createdBy,
  created,
  expires,
  maxUses,
  used,
}: CodeRow) => ({ code: showCode(code), note, createdBy, created, expires, maxUses, used });

/** A code as it is stored and compared: upper case, without what people put between its letters. */
export const foldCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Codes that one address may try; a code has 60 bits. */
export const CODE_TRIES = { max: 120, windowMs: 60_000 };

type Kind = CodeRow['kind'];

/** Kinds of the codes of a jam. */
export const JAM_CODES = ['join', 'stage'] as const;

/** A new row of `codes`: without an end, for any number of uses, but for what `about` says. */
export const codeRow = (
  about: Pick<CodeRow, 'kind' | 'target' | 'createdBy' | 'created'> & Partial<CodeRow>,
): CodeRow => ({
  code: about.kind === 'invitation' ? newCode('compared') : newCode(),
  months: null,
  note: '',
  expires: null,
  maxUses: null,
  used: 0,
  isEnded: false,
  ...about,
});

/** Condition on a row of `codes`: it can be used now. */
function isGood(nowMs: number): ExpressionWrapper<Schema, 'codes', SqlBool> {
  const build = expressionBuilder<Schema, 'codes'>();
  return build.and([
    build('isEnded', '=', false),
    build.or([build('expires', 'is', null), build('expires', '>', nowMs)]),
    build.or([build('maxUses', 'is', null), build('used', '<', build.ref('maxUses'))]),
  ]);
}

/** The row of a code that can be used now. @param code folded */
export const findCode = (queries: Queries, kinds: readonly Kind[], code: string, nowMs: number) =>
  queries
    .selectFrom('codes')
    .selectAll()
    .where('code', '=', code)
    .where('kind', 'in', kinds)
    .where(isGood(nowMs))
    .executeTakeFirst();

/** Codes of one target, the newest first; those that are over too. */
export const codesOf = (queries: Queries, kinds: readonly Kind[], target: string) =>
  listRows(queries, 'codes', { target, kind: kinds }, ['created desc', 'code']);

/** Codes of one kind, the newest `most`; those that are over too. */
export const codesOfKind = (queries: Queries, kind: Kind, most: number) =>
  listRows(queries, 'codes', { kind }, ['created desc', 'code'], { most });

/** The newest code of a target that can be used now, as it is stored. */
export async function findOpenCode(
  queries: Queries,
  kind: Kind,
  target: string,
  nowMs: number,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('codes')
    .select('code')
    .where('target', '=', target)
    .where('kind', '=', kind)
    .where(isGood(nowMs))
    .orderBy('created', 'desc')
    .orderBy('code')
    .limit(1)
    .executeTakeFirst();
  return row?.code;
}

/**
 * Uses a code once: one statement asks whether it can be used and counts, so that of two at once for the last use only
 * one gets it.
 * @param code folded
 * @returns false when it cannot be used now
 */
export async function takeUse(
  queries: Queries,
  kinds: readonly Kind[],
  code: string,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('codes')
    .set((build) => ({ used: build('used', '+', 1) }))
    .where('code', '=', code)
    .where('kind', 'in', kinds)
    .where(isGood(nowMs))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Takes a code back.
 * @param code in any spelling
 * @returns what it was; undefined when the target has no such code
 */
export async function deleteCode(
  queries: Queries,
  kinds: readonly Kind[],
  target: string,
  code: string,
) {
  const meant = { code: foldCode(code), target, kind: kinds };
  const [row] = await takeRows(queries, 'codes', meant, ['kind']);
  return row;
}

/** Takes all codes of a target away. */
export async function deleteCodesOf(
  queries: Queries,
  kinds: readonly Kind[],
  target: string,
): Promise<void> {
  await removeRows(queries, 'codes', { target, kind: kinds });
}
