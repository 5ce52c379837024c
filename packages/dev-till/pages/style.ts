import { createHash } from 'node:crypto';
import { TOKENS } from '../../../src/drawing/tokens.ts';

const COLOURS = Object.entries(TOKENS)
  .map(([name, colour]) => `--${name}:${colour}`)
  .join(';');

/** What the pages of the till wear: the look of the product in one sheet, without script. */
export const STYLE = `
@font-face{font-family:"Special Gothic";font-weight:400 700;font-display:swap;src:url("../font.woff2") format("woff2")}
:root{color-scheme:dark;${COLOURS};--margin:32px}
*{box-sizing:border-box;margin:0;padding:0}
html{background:var(--ground);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{min-height:100svh;color:var(--paper);font:400 15px/20px "Special Gothic",Arial,sans-serif;font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
h1,h2,h3{font:inherit}a{color:inherit}ul{list-style:none}button,input{font:inherit;color:inherit}
:focus{outline:none}:focus-visible{outline:3px solid var(--paper);outline-offset:3px}
header{display:flex;align-items:center;justify-content:space-between;gap:16px;height:72px;padding:0 var(--margin)}
.mark{font-size:28px;line-height:28px;font-weight:700;letter-spacing:-.04em;text-decoration:none}
.play{margin:0 var(--margin);padding:12px 0;border-block:2px solid var(--paper);display:flex;flex-wrap:wrap;gap:0 24px;align-items:baseline}
.play b{font-size:24px;line-height:28px;letter-spacing:-.015em}
main{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,480px);gap:48px;padding:48px var(--margin) 64px;max-width:1440px;margin:0 auto}
h1{font-size:64px;line-height:60px;font-weight:700;letter-spacing:-.035em;text-wrap:balance}
h2{font-size:24px;line-height:28px;font-weight:700;letter-spacing:-.015em;margin-bottom:16px}
.lead{font-size:18px;line-height:24px;font-weight:500;margin-top:24px;max-width:34ch}
.muted{color:var(--muted)}.small{font-size:13px;line-height:16px}
.rows{margin-top:32px;border-top:1px solid var(--line)}
.rows>*{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-bottom:1px solid var(--line)}
.rows+p{margin-top:16px}h2+.rows{margin-top:0}.rows dd,.rows .end{text-align:right}.rows .total{font-size:18px;line-height:24px;font-weight:700}
section+section,form+section,section+form{margin-top:48px}
fieldset{border:0;min-width:0}legend,.label{font-size:13px;line-height:16px;color:var(--muted);margin-bottom:8px;padding:0}
.radio{display:flex;gap:12px;min-height:48px;padding:11px 0;border-top:1px solid var(--line);cursor:pointer}
.radio:last-of-type{border-bottom:1px solid var(--line)}
.radio input{flex:none;appearance:none;width:24px;height:24px;padding:4px;border:2px solid var(--edge);border-radius:50%;background-clip:content-box;cursor:pointer}
.radio input:checked{border-color:var(--paper);background-color:var(--paper)}
.radio>span{display:flex;flex:1;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding-top:2px}.radio b{font-weight:500}
.fields{display:grid;grid-template-columns:1fr 1fr;gap:16px;padding-top:16px}.wide{grid-column:1/-1}.fields{align-items:start}
.field{display:flex;flex-direction:column;min-width:0}
.field input{height:48px;padding:0 16px;font-size:16px;background:none;border:2px solid var(--edge);border-radius:999px;min-width:0;width:100%}
.field input[aria-invalid]{border-style:dashed;border-color:var(--paper)}
.error{font-size:13px;line-height:16px;font-weight:500;margin-top:8px}
.typed{display:none}fieldset:has(input[value=other]:checked) .typed{display:grid}
@supports not selector(:has(a)){.typed{display:grid}}
.trouble{padding:16px 0;margin-bottom:24px;border-block:1px solid var(--edge);font-weight:500}
.acts{display:flex;flex-wrap:wrap;gap:12px;margin-top:24px}
.button{display:inline-flex;align-items:center;justify-content:center;height:56px;padding:0 28px;font-size:18px;font-weight:700;letter-spacing:-.005em;line-height:1;border:2px solid var(--edge);border-radius:999px;background:none;text-decoration:none;cursor:pointer;white-space:nowrap}
.button.md{height:48px;padding:0 22px;font-size:16px}
.filled{background:var(--paper);border-color:var(--paper);color:var(--ground)}
.button:active{background:var(--raised2)}.filled:active{background:var(--paperPressed);border-color:var(--paperPressed)}
details{margin-top:16px;border-top:1px solid var(--line)}summary{padding:14px 0;font-weight:700;cursor:pointer}
@media (hover:hover){.button:hover,.radio:hover input,.field input:hover{border-color:var(--paper)}.filled:hover{background:var(--paperHover);border-color:var(--paperHover)}}
@media (max-width:767px){:root{--margin:16px}header{height:64px}main{grid-template-columns:minmax(0,1fr);gap:32px;padding-block:32px 48px}h1{font-size:40px;line-height:40px;letter-spacing:-.025em}.acts .button{flex:1 1 auto}}
`;

/** Source of the style for a content security policy: nothing else may be worn. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
