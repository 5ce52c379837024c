import { describe, expect, test } from 'vitest';
import { MESSAGES } from '../../data/contract/messages.ts';
import { RouteError } from '../parts/page/page.ts';
import { describeError } from './describeError.ts';

describe('the error page', () => {
  test('hides the message on 404 only', () => {
    expect(describeError(new RouteError(404, MESSAGES.pageNotFound))).toEqual({
      status: 404,
      title: 'Page Not Found',
      message: '',
      isPassing: false,
    });
    expect(describeError(new RouteError(401, 'Sign in first'))).toEqual({
      status: 401,
      title: 'Access Denied',
      message: 'Sign in first',
      isPassing: false,
    });
  });

  test.each([
    [new RouteError(503, 'Busy'), 503, 'Busy'],
    [new Error('Broken'), 500, 'Broken'],
    [
      new TypeError('Failed to fetch dynamically imported module: https://a.example/assets/x.js'),
      500,
      'A part of this page could not be fetched. Is there a network?',
    ],
    [
      new Error('Unable to preload CSS for /assets/Page.css'),
      500,
      'A part of this page could not be fetched. Is there a network?',
    ],
    [{ status: 418, statusText: 'Teapot' }, 418, 'Teapot'],
    [{ status: 502, data: 'Bad gateway', statusText: 'x' }, 502, 'Bad gateway'],
    [{ status: 0 }, 500, ''],
    ['text', 500, ''],
    [null, 500, ''],
    [undefined, 500, ''],
  ])('names anything else an error: %s', (error, status, message) => {
    expect(describeError(error)).toMatchObject({ status, title: 'An error occurred', message });
  });
});
