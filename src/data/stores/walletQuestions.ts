/** What wallets ask the person at the page, one question at a time; the page shows it as a dialog. */
import { proxy, ref } from 'valtio/vanilla';

/** A wallet that can be chosen. */
export interface WalletChoice {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Address of its picture; '' for none. */
  readonly icon: string;
}

/** A step that is signed, in words. */
export interface SigningStep {
  /** What it does, for instance `Buy “Rain” for 4 PLAY`. */
  readonly text: string;
  /** Which method of which account it calls. */
  readonly call: string;
  /** Yocto that go with it. */
  readonly deposit: string;
}

interface Questions {
  /** Which wallet? The answer is its id. */
  wallet: { readonly wallets: readonly WalletChoice[] };
  /** Which account of the play-money chain? `trouble` says why the last answer did not do; '' for none. */
  account: {
    readonly accounts: readonly string[];
    readonly suggested: string;
    readonly suffix: string;
    readonly trouble: string;
  };
  /** May these be signed? Amounts in yocto. */
  approve: {
    readonly accountId: string;
    readonly steps: readonly SigningStep[];
    readonly feeMost: string;
    readonly symbol: string;
  };
  /** May this message be signed? It moves no coins. */
  message: { readonly accountId: string; readonly message: string; readonly recipient: string };
}
interface Answers {
  wallet: string;
  account:
    | { readonly kind: 'use' | 'make'; readonly accountId: string }
    | { readonly kind: 'import'; readonly accountId: string; readonly secret: string };
  approve: true;
  message: true;
}
export type QuestionKind = keyof Questions;
export type QuestionOf<K extends QuestionKind> = Questions[K];
export type AnswerOf<K extends QuestionKind> = Answers[K];
export type Question = { [K in QuestionKind]: { readonly kind: K } & Questions[K] }[QuestionKind];

export const walletQuestions = proxy<{
  asked: Question | null;
  /** It was answered, and what follows is under way. */
  isAnswered: boolean;
}>({ asked: null, isAnswered: false });

let settle: ((answer: never) => void) | null = null;

/** Asks; null where it was dismissed. A question that is open already counts as dismissed. */
export function askWallet<K extends QuestionKind>(
  kind: K,
  question: QuestionOf<K>,
): Promise<AnswerOf<K> | null> {
  (settle as ((answer: null) => void) | null)?.(null);
  return new Promise((resolve) => {
    settle = resolve;
    walletQuestions.asked = ref({ kind, ...question }) as unknown as Question;
    walletQuestions.isAnswered = false;
  });
}

/** The answer of the person; the question stays on show, answered, until it is asked again or ended. */
export function answerWallet(answer: Answers[QuestionKind]): void {
  walletQuestions.isAnswered = true;
  const resolve = settle as ((answer: Answers[QuestionKind]) => void) | null;
  settle = null;
  resolve?.(answer);
}

/** The person who was asked wants none of it, or the asker has its answer: the dialog goes. */
export function endQuestion(): void {
  walletQuestions.asked = null;
  walletQuestions.isAnswered = false;
  const resolve = settle as ((answer: null) => void) | null;
  settle = null;
  resolve?.(null);
}
