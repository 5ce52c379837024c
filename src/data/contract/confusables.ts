/**
 * What a name looks like, so that no name passes for another person's. After the skeletons of Unicode Technical
 * Standard 39 (Unicode Security Mechanisms, section 4), with the letters that pass for Latin ones in everyday type.
 */

/** For each Latin letter what is read as it; what NFKC makes of wide, round and mathematical letters is not listed. */
const LOOK_ALIKES: readonly (readonly [letter: string, others: string])[] = [
  ['a', 'аɑαΑАᴀ'],
  ['b', 'ВΒЬƄʙ'],
  ['c', 'сϲСϹᴄⅽ'],
  ['d', 'ԁɗⅾᴅ'],
  ['e', 'еҽεЕΕ℮ᴇ'],
  ['f', 'ϝƒꜰ'],
  ['g', 'ɡցɢ'],
  ['h', 'һհНΗʜ'],
  ['i', 'іıɩιɪ'],
  ['j', 'јϳЈᴊ'],
  ['k', 'кκКΚᴋ'],
  ['l', 'ӏӀІΙI1|ǀ∣׀ʟ'],
  ['m', 'МΜᴍ'],
  ['n', 'ոηΝɴ'],
  ['o', 'оοОΟ0օס०০੦૦௦౦೦൦๐໐၀ᴏσ'],
  ['p', 'рρРΡᴘ'],
  ['q', 'ԛգ'],
  ['r', 'гᴦʀ'],
  ['s', 'ѕЅՏꜱ'],
  ['t', 'ТΤτтᴛ'],
  ['u', 'υսʋՍᴜ'],
  ['v', 'νѵѴᴠ'],
  ['w', 'ԝѡԜᴡ'],
  ['x', 'хХΧ×'],
  ['y', 'уүγУΥҮʏ'],
  ['z', 'Ζᴢ'],
];

const LETTER_OF = new Map(
  LOOK_ALIKES.flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** Letters side by side that are read as one. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** What of a text is not seen, or moves what is seen. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const GAPS = /[\s\p{Pd}_.·'’]+/gu;

function skeleton(name: string): string {
  const shown = name.normalize('NFKC').replace(UNSEEN, '');
  const letters = [...shown].map(
    (letter) =>
      LETTER_OF.get(letter) ?? LETTER_OF.get(letter.toLowerCase()) ?? letter.toLowerCase(),
  );
  let text = letters.join('');
  for (const [pair, one] of PAIRS) text = text.replace(pair, one);
  return text.replace(GAPS, '-').replace(/^-|-$/g, '') || shown;
}

/**
 * The skeletons of a name: as it is written, and in lower case, because a capital I is read as an l and an i alike.
 * Two names look alike when they have one in common. One or two texts, never empty for a name that is not.
 */
export function skeletonsOf(name: string): string[] {
  return [...new Set([skeleton(name), skeleton(name.toLowerCase())])];
}

const DIGIT_LETTERS = new Map([...'013457@$!'].map((sign, at) => [sign, 'oleastasl'.charAt(at)]));

/**
 * A name as it sounds in a hurry: its skeleton without gaps and accents, digits read as the letters that they stand in
 * for, and i as l. Coarser than what keeps two people apart: for words that are reserved.
 */
export function coarseForm(name: string): string {
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const read = [...bare].map((sign) => DIGIT_LETTERS.get(sign) ?? sign).join('');
  return skeleton(read).replace(/-/g, '').replaceAll('i', 'l');
}
