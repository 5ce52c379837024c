/** Calls of looks, apart from the others: pages without looks carry nothing of them. */
import { named } from './callLines.ts';

/** Looks that people make, and those that the stages of a jam may use. */
export const LOOK_CALLS = /* @__PURE__ */ named({
  looks: ['GET', '/looks'],
  myLooks: ['GET', '/looks/mine'],
  looksOf: ['GET', '/accounts/:id/looks'],
  look: ['GET', '/looks/:lookId'],
  makeLook: ['POST', '/looks'],
  changeLook: ['POST', '/looks/:lookId'],
  removeLook: ['DELETE', '/looks/:lookId'],
  reportLook: ['POST', '/looks/:lookId/report'],
  roomLooks: ['GET', '/jam/:id/looks'],
  setRoomLooks: ['POST', '/jam/:id/looks'],
});
