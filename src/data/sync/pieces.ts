/** What goes to the server together: PouchDB counts documents, and a hundred takes would be more than a body may be. */
import type { GetMeta } from 'pouchdb-browser';

/** Letters of documents, and bytes of the content of their attachments, that go together; one document always goes. */
const [MOST_LETTERS, MOST_CONTENT_BYTES] = [1024 * 1024, 8 * 1024 * 1024];

interface Weight {
  readonly letters: number;
  readonly contentBytes: number;
}

function weigh({ _attachments = {}, ...doc }: Partial<GetMeta>): Weight {
  const contents = Object.values(_attachments).map(({ data }) => data);
  const sizes = contents.map((data) =>
    typeof data === 'string' ? data.length : (data?.size ?? 0),
  );
  return {
    letters: JSON.stringify(doc).length,
    contentBytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** Documents in their order, in pieces that may be sent. */
export function inPieces<D extends object>(docs: readonly D[]): D[][] {
  const pieces: D[][] = [];
  let [letters, contentBytes] = [0, 0];
  for (const doc of docs) {
    const own = weigh(doc);
    letters += own.letters;
    contentBytes += own.contentBytes;
    const last = pieces.at(-1);
    if (last && letters <= MOST_LETTERS && contentBytes <= MOST_CONTENT_BYTES) last.push(doc);
    else {
      pieces.push([doc]);
      [letters, contentBytes] = [own.letters, own.contentBytes];
    }
  }
  return pieces;
}
