/** Calls of administrators, apart from the others: other pages carry nothing of them. */
import { named } from './callLines.ts';

/** What administrators see of the server, and what they do to it. */
export const OPERATION_CALLS = /* @__PURE__ */ named({
  serverFigures: ['GET', '/operations/server'],
  jobFigures: ['GET', '/operations/jobs'],
  runJob: ['POST', '/operations/jobs/:name/run'],
  mailFigures: ['GET', '/operations/mails'],
  sendMailsAgain: ['POST', '/operations/mails/again'],
  peopleFigures: ['GET', '/operations/people'],
  loadFigures: ['GET', '/operations/load'],
  backupFigures: ['GET', '/operations/backups'],
  backUpNow: ['POST', '/operations/backups'],
  auditSearch: ['GET', '/operations/audit'],
  announcements: ['GET', '/operations/announcements'],
  announce: ['POST', '/operations/announcements'],
  endAnnouncement: ['DELETE', '/operations/announcements/:id'],
  setMode: ['POST', '/operations/mode'],
});
