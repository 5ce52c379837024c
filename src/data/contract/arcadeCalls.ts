/** Calls of the arcade, apart from the others: most pages carry nothing of them. */
import { named } from './callLines.ts';

/** The arcade: its field, missions, runs, the board of the day, and claims by code. */
export const ARCADE_CALLS = /* @__PURE__ */ named({
  arcade: ['GET', '/api/v3/feed/arcade'],
  missionToday: ['GET', '/arcade/missions/today'],
  mission: ['GET', '/arcade/missions/:seed'],
  startRun: ['POST', '/arcade/runs/start'],
  postRun: ['POST', '/arcade/runs'],
  run: ['GET', '/arcade/runs/:id'],
  keepRun: ['POST', '/arcade/runs/:id/keep'],
  arcadeBoard: ['GET', '/arcade/board'],
  makeClaim: ['POST', '/arcade/claims'],
  claim: ['GET', '/arcade/claims/:code'],
  useClaim: ['POST', '/arcade/claims/:code'],
});
