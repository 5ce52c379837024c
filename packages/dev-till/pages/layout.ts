import { PRODUCT_NAME } from '../../../src/data/contract/constants.ts';
import { Html, html } from './html.ts';
import { STYLE } from './style.ts';

const PLAY_MONEY = html`<aside class="play" aria-label="Play money"><b>Play money</b><span>No card is charged. Numbers that you type are not kept.</span></aside>`;

/** A whole page of the till, which says first of all that its money is none. */
export function page(title: string, main: Html): string {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - Play money - ${PRODUCT_NAME}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><a class="mark" href="../../../">${PRODUCT_NAME}</a><span class="muted">Test till</span></header>
${PLAY_MONEY}
<main>${main}</main>
</body>
</html>`;
  return whole.text;
}

/** The page of an address that leads nowhere, or not any more. */
export const gonePage = (): string =>
  page(
    'Not found',
    html`<div><h1>This page is not here</h1><p class="lead">It may be over, or its address is not whole. Begin again from your account.</p><div class="acts"><a class="button filled" href="../../../account?tab=plan">Your account</a></div></div>`,
  );
