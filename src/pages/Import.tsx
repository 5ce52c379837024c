import { ImportRoom } from '../hud/imports/ImportRoom.tsx';

/** What decodes and encodes comes when something is brought in. */
const loadCodec = async () => (await import('../audio/export/importCodec.ts')).importCodec;

/** `/import`: bringing in what was made elsewhere. */
export function Import() {
  return <ImportRoom loadCodec={loadCodec} />;
}
