/** The form in which a loop goes to the server. */
import type { Loop } from '../../../data/contract/loop.ts';

/** Names by which a server tells files in its log; it believes their bytes alone. */
const ENDINGS: Readonly<Record<string, string>> = { 'audio/ogg': 'ogg', 'audio/flac': 'flac' };

/** `ImportLoopFormSchema` as a form. */
export function importForm(sent: { loop: Loop; file: Blob; master?: Blob }): FormData {
  const form = new FormData();
  // What names files of another server is nothing here.
  const { cdn_attachments: _files, url: _url, ...loop } = sent.loop;
  form.append('metadata', JSON.stringify(loop));
  form.append('file', sent.file, `loop.${ENDINGS[sent.file.type] ?? 'bin'}`);
  if (sent.master) form.append('master', sent.master, 'loop.flac');
  return form;
}
