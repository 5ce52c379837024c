import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../data/contract/errors.ts';
import { describeError } from '../../shell/describeError.ts';
import { pageData } from './page.ts';

/** What the error page says of a query, in its four parts. */
function said(error: unknown, fetchStatus = 'idle', data?: string) {
  try {
    return pageData({ data, error, fetchStatus }, 'This club', 'Ask for a code.');
  } catch (thrown) {
    const { status, title, message, hint } = describeError(thrown);
    return [status, title, message, hint];
  }
}

describe('a page that stands on a query', () => {
  test('waits for it, and shows it', () => {
    expect(said(null, 'fetching')).toBeUndefined();
    expect(said(null, 'idle', 'there')).toBe('there');
    // What was read before stays while the next reading fails.
    expect(said(new ApiError('internal', 'x'), 'idle', 'there')).toBe('there');
  });

  test.each([
    ['not_found', 'No such club'],
    ['bad_request', 'id: is not valid'],
  ] as const)('is not found for %s, also where it was until now', (code, message) => {
    const expected = [404, 'Page Not Found', '', 'Ask for a code.'];
    expect(said(new ApiError(code, message))).toEqual(expected);
    expect(said(new ApiError(code, message), 'idle', 'there')).toEqual(expected);
  });

  test('says what the server refused, in the words of the specification', () => {
    const refused = (code: 'unauthorised' | 'forbidden') => said(new ApiError(code, 'Not for you'));
    expect(refused('unauthorised')).toEqual([401, 'Access Denied', 'Not for you', undefined]);
    expect(refused('forbidden')).toEqual([403, 'An error occurred', 'Not for you', undefined]);
  });

  test('says that there is no network, or that the server failed', () => {
    const title = 'An error occurred';
    const offline = [503, title, 'No network. This club needs one.', undefined];
    expect(said(new ApiError('unavailable', 'x', null, 0))).toEqual(offline);
    expect(said(null, 'paused')).toEqual(offline);
    const failed = 'This club could not be loaded. Nothing is lost.';
    expect(said(new ApiError('internal', 'An error occurred'))).toEqual([
      ...[500, title, failed, undefined],
    ]);
    expect(said(new TypeError('x is not a function'))).toEqual([500, title, failed, undefined]);
  });
});
