/** Rows of what operators see and decide. */

/** One waitingMails row: a mail that could not be sent yet. */
export interface WaitingMailRow {
  id: string;
  /** The account that it is for, with which it goes; empty where none is known. */
  userId: string;
  recipient: string;
  subject: string;
  /** The `MailMessage` of the port as JSON: its text, which may hold a token, goes with the row. */
  message: string;
  tries: number;
  lastError: string;
  created: number;
  /** When it is tried again, ms; null where it was given up. */
  due: number | null;
}

/** One announcements row: a line that stands on every page. Times in ms. */
export interface AnnouncementRow {
  id: string;
  text: string;
  starts: number;
  /** Null until it is ended. */
  ends: number | null;
}
