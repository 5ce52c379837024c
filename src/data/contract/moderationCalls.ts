/** Calls of moderators, apart from the others: other pages carry nothing of them. */
import { named } from './callLines.ts';

/** What moderators do, and what a suspended account can do about it. */
export const MODERATION_CALLS = /* @__PURE__ */ named({
  reports: ['GET', '/moderation/reports'],
  removeShare: ['POST', '/moderation/shares/:id/remove'],
  restoreShare: ['POST', '/moderation/shares/:id/restore'],
  dismissReports: ['POST', '/moderation/shares/:id/dismiss'],
  jamReports: ['GET', '/moderation/jam-reports'],
  removeReported: ['POST', '/moderation/jam-reports/:jamId/:kind/:ref/remove'],
  dismissReported: ['POST', '/moderation/jam-reports/:jamId/:kind/:ref/dismiss'],
  profileReports: ['GET', '/moderation/profile-reports'],
  dismissProfile: ['POST', '/moderation/people/:userId/dismiss'],
  audit: ['GET', '/moderation/audit'],
  removeProfileParts: ['POST', '/moderation/people/:userId/remove'],
  suspend: ['POST', '/moderation/people/:userId/suspend'],
  liftSuspension: ['POST', '/moderation/people/:userId/lift'],
  suspensions: ['GET', '/moderation/suspensions'],
  appeals: ['GET', '/moderation/appeals'],
  acceptAppeal: ['POST', '/moderation/appeals/:id/accept'],
  refuseAppeal: ['POST', '/moderation/appeals/:id/refuse'],
  ownSuspension: ['GET', '/accounts/suspension'],
  appeal: ['POST', '/accounts/appeals'],
});
