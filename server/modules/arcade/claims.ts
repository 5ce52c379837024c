import type * as z from 'zod';
import type {
  Claim,
  ClaimBodySchema,
  ClaimCodeSchema,
  KeepRunBodySchema,
  KeptRun,
} from '../../../src/data/contract/arcade.ts';
import { CLAIM_MS } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import {
  codeRow,
  deleteCodesOf,
  findCode,
  foldCode,
  newCode,
  showCode,
  takeUse,
} from '../../kernel/codes.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Database } from '../../ports/database/database.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { KeepService } from './keep.ts';
import * as repo from './repo.ts';
import { noRun, type RunsService } from './runs.ts';
import { readStart } from './tokens.ts';

const MINUTE_MS = 60_000;
const CODES = { max: 120, windowMs: 10 * MINUTE_MS };
/** Codes that one address looks at, right or wrong. */
const TRIES = { max: 60, windowMs: 10 * MINUTE_MS };

/** A code as it is stored: only its hash, of its letters in upper case. */
const hashOf = (code: string) => sha256(`claim ${foldCode(code)}`);

const noClaim = () =>
  new ApiError('not_found', 'This code is over, or was used: play again for another');
const taken = () => new ApiError('conflict', 'This run has an owner already');

export interface ClaimsContext {
  readonly database: Database;
  readonly runs: RunsService;
  readonly keeping: KeepService;
}

/**
 * Giving a run that was played without an account to the person who scans its code. A code is made for the caller who
 * has the token of the run, is good once and for half an hour, and is stored as a hash.
 */
export function claimsService({ database, runs, keeping }: ClaimsContext) {
  const { queries } = database;
  const slow = (address: string) =>
    limit(queries, `arcade-claim:${address}`, { ...TRIES, nowMs: Date.now() });

  async function findWaiting(code: string) {
    const claim = await findCode(queries, ['run'], hashOf(code), Date.now());
    const run = claim && (await repo.findRun(queries, claim.target));
    if (!claim || run?.userId !== null) throw noClaim();
    return { claim, run };
  }

  return {
    /** Open to the person who played the run: another code ends the one before. Throws `not_found`, `conflict`. */
    async make(
      { runId, token }: z.output<typeof ClaimBodySchema>,
      address: string,
    ): Promise<z.output<typeof ClaimCodeSchema>> {
      const nowMs = Date.now();
      await limit(queries, `arcade-code:${address}`, { ...CODES, nowMs });
      const start = await readStart(queries, token);
      if (start?.runId !== runId) {
        throw new ValidationFailure({ token: 'is not the token of this run' });
      }
      const [code, expires] = [newCode(), nowMs + CLAIM_MS];
      await database.transaction(async (transaction) => {
        await database.lock(transaction, `arcade-claim:${runId}`);
        const run = await repo.findRun(transaction, runId);
        if (!run) throw noRun();
        if (run.userId !== null) throw taken();
        await deleteCodesOf(transaction, ['run'], runId);
        const about = { target: runId, createdBy: '', created: nowMs, expires, maxUses: 1 };
        const row = codeRow({ kind: 'run', ...about, code: hashOf(code) });
        await insertRows(transaction, 'codes', row);
      });
      return { code: showCode(code), expires };
    },

    /** Open to everyone who has the code. Throws `not_found` once it is over or used. */
    async show(code: string, address: string): Promise<Claim> {
      await slow(address);
      const { claim, run } = await findWaiting(code);
      const { placed } = await runs.stateOf(run);
      const categories = [...placed]
        .sort((a, b) => a.slot - b.slot)
        .map(({ loop }) => loop.category);
      const { id: runId, mode, seed: missionSeed, score } = run;
      return { runId, mode, missionSeed, score, categories, expires: claim.expires! };
    },

    /**
     * Takes the run of a code for an account, puts it on the board, and keeps and shares its rifff. What fails after the
     * taking can be made good by keeping the run again. Throws `not_found`, and what keeping throws.
     */
    async use(
      identity: Identity,
      code: string,
      body: z.output<typeof KeepRunBodySchema>,
      address: string,
    ): Promise<KeptRun> {
      await slow(address);
      const { userId } = identity;
      const runId = await writeFor(database, userId, async (transaction) => {
        const [codeHash, nowMs] = [hashOf(code), Date.now()];
        const claim = await findCode(transaction, ['run'], codeHash, nowMs);
        if (!claim || !(await takeUse(transaction, ['run'], codeHash, nowMs))) throw noClaim();
        if (!(await repo.takeRun(transaction, claim.target, userId))) throw noClaim();
        const run = await repo.findRun(transaction, claim.target);
        if (!run) throw noClaim();
        if (run.isForBoard) {
          const { seed: day, score, created } = run;
          await repo.raiseBest(transaction, { day, userId, runId: run.id, score, created });
        }
        return run.id;
      });
      return keeping.keep(identity, runId, body);
    },
  };
}
