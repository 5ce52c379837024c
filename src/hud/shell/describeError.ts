import { MESSAGES } from '../../data/contract/messages.ts';

export interface ErrorDescription {
  status: number;
  title: string;
  /** What is shown besides; empty on 404. */
  message: string;
  /** What the page says of where to go instead; left out for most. */
  hint?: string;
  /** It may be over in a moment: another try is offered. */
  isPassing: boolean;
}

const UNKNOWN_STATUS = 500;

function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : UNKNOWN_STATUS;
}

/** What browsers and Vite say of a piece of the app that did not come; each in its own words. */
const CHUNK = /dynamically imported module|module script failed|unable to preload/i;
const CHUNK_MESSAGE = 'A part of this page could not be fetched. Is there a network?';

function messageOf(error: unknown): string {
  if (error instanceof Error) return CHUNK.test(error.message) ? CHUNK_MESSAGE : error.message;
  const answer = error as { statusText?: unknown; data?: unknown } | null;
  if (typeof answer?.data === 'string' && answer.data) return answer.data;
  return typeof answer?.statusText === 'string' ? answer.statusText : '';
}

/**
 * What the error page says. Title by status, 500 when there is none; the message is shown except on 404
 * (specification, section 2).
 */
export function describeError(error: unknown): ErrorDescription {
  const status = statusOf(error);
  const said = (error as { hint?: unknown } | null)?.hint;
  const hint = typeof said === 'string' && said ? said : undefined;
  const isPassing = status >= 500 || status === 429;
  if (status === 404) {
    return { status, title: MESSAGES.pageNotFoundTitle, message: '', hint, isPassing };
  }
  const title = status === 401 ? MESSAGES.accessDeniedTitle : MESSAGES.errorTitle;
  return { status, title, message: messageOf(error), hint, isPassing };
}
