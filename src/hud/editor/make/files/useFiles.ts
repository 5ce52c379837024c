import { useEffect, useState } from 'react';
import type { FileImports } from '../../../../audio/studio/Studio.ts';
import { useEngine } from '../../../EngineContext.tsx';

/** The way in for files, once the studio has come; null before. What is heard of a file ends with the panel. */
export function useFiles(): FileImports | null {
  const engine = useEngine();
  const [files, setFiles] = useState<FileImports | null>(null);
  useEffect(() => {
    let isGone = false;
    let opened: FileImports | null = null;
    engine.studio().then(
      (studio) => {
        opened = studio.files;
        if (!isGone) setFiles(studio.files);
      },
      (cause: unknown) => console.error('The studio did not come', cause),
    );
    return () => {
      isGone = true;
      opened?.stopAudition();
    };
  }, [engine]);
  return files;
}
