/** Calls of classes, apart from the others: most pages carry nothing of them. */
import { named } from './callLines.ts';

/** For teachers, but for the last four, which are for pupils. */
export const CLASS_CALLS = /* @__PURE__ */ named({
  classes: ['GET', '/classes'],
  makeClass: ['POST', '/classes'],
  classPage: ['GET', '/classes/:id'],
  changeClass: ['POST', '/classes/:id'],
  exportClass: ['GET', '/classes/:id/export'],
  deleteClass: ['POST', '/classes/:id/delete'],
  addPupils: ['POST', '/classes/:id/pupils'],
  changePupil: ['POST', '/classes/:id/pupils/:userId'],
  removePupil: ['DELETE', '/classes/:id/pupils/:userId'],
  movePupil: ['POST', '/classes/:id/pupils/:userId/move'],
  makeCards: ['POST', '/classes/:id/cards'],
  endCards: ['POST', '/classes/:id/end-cards'],
  ownClass: ['GET', '/class'],
  cardLogin: ['POST', '/auth/card'],
  moveOffer: ['POST', '/auth/move-offer'],
  moveOut: ['POST', '/auth/move-out'],
});
