import { describe, expect, it } from 'vitest';
import {
  cardAddress,
  cardCode,
  cardsText,
  channelNames,
  className,
  linesOf,
  namesHint,
  pupilNames,
  spelledCode,
} from './classText.ts';

describe('a list of names', () => {
  it('is read line by line, however it was pasted', () => {
    expect(linesOf('Ada\r\n\r\n  Grace\tHopper \n\nAlan')).toEqual(['Ada', 'Grace Hopper', 'Alan']);
  });

  it('is counted, and tells which names stand there more than once', () => {
    expect(namesHint('')).toMatch(/^One name on each line/);
    expect(namesHint('Ada')).toBe('1 pupil.');
    expect(namesHint('Ada\nGrace\nada')).toBe(
      '3 pupils. There more than once, and told apart by a number: Ada.',
    );
  });

  it('is refused where it is empty, too long, or holds too long a name', () => {
    expect(pupilNames(' \n ')).toBe('Required');
    const hundred = Array.from({ length: 100 }, (_, at) => `P${at}`).join('\n');
    expect(pupilNames(hundred)).toBe(true);
    expect(pupilNames(`${hundred}\nA\nB`)).toBe('At most 100 pupils: 2 too many');
    expect(pupilNames('A\nB', 99)).toBe('At most 1 pupils: 1 too many');
    expect(pupilNames(`A\n${'x'.repeat(41)}`)).toBe(`Longer than 40 characters: ${'x'.repeat(41)}`);
    expect(channelNames('Everyone\nBand 1')).toBe(true);
    expect(channelNames(Array.from({ length: 13 }, (_, at) => `${at}`).join('\n'))).toBe(
      'At most 12 channels: 1 too many',
    );
    expect(className('')).toBe('Required');
    expect(className('7b')).toBe(true);
  });
});

describe('the code of a card', () => {
  it('is taken in any spelling, and told how many letters it lacks', () => {
    expect(cardCode(' abcd-efgh jklm ')).toBe(true);
    expect(cardCode('')).toBe('Required');
    expect(cardCode('ABCD EFGH')).toBe('A code has 12 letters and digits, and this has 8');
    expect(spelledCode('abcd-efghjk')).toBe('ABCD-EFGH-JK');
  });

  it('leads to its page by the fragment, which no server is sent', () => {
    expect(cardAddress('https://rondo.example/music', 'ABCD EFGH JKLM')).toBe(
      'https://rondo.example/music/card#ABCDEFGHJKLM',
    );
  });

  it('stands in a text with the name beside it', () => {
    const cards = [{ userId: 'pupil-abcdefgh', name: 'Ada', code: 'ABCD EFGH JKLM' }];
    expect(cardsText('7b', 'https://rondo.example', cards)).toBe(
      'Cards of 7b. Sign in at https://rondo.example/card with the code.\n\nAda: ABCD EFGH JKLM\n',
    );
  });
});
