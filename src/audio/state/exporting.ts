/** What is being taken away as a file, as the page shows it. */
import { proxy } from 'valtio/vanilla';

type ExportStatus = 'idle' | 'running' | 'done' | 'failed';

/** A file inside the one that was made. */
export interface ExportPart {
  readonly name: string;
  readonly bytes: number;
}

/** A short text that belongs beside a file. */
export interface TextBeside {
  readonly name: string;
  readonly text: string;
}

interface ExportResult {
  readonly name: string;
  readonly bytes: number;
  /** What an archive holds; empty for a file alone. */
  readonly parts: readonly ExportPart[];
  /** Offered with it; left out for none. */
  readonly beside?: readonly TextBeside[];
  /** Address to download it from; null when it was written where the person chose. */
  readonly url: string | null;
}

interface ExportState {
  status: ExportStatus;
  /** Name of the file; empty until it is known. */
  name: string;
  /** What is being made, in words. */
  step: string;
  /** 0 to 1. */
  share: number;
  /** Seconds that are left, as far as that can be told. */
  leftSec: number | null;
  result: ExportResult | null;
  error: string | null;
}

export const exporting = proxy<ExportState>({
  status: 'idle',
  name: '',
  step: '',
  share: 0,
  leftSec: null,
  result: null,
  error: null,
});

/** Changes what is shown of an export. */
export function patchExporting(change: Partial<ExportState>): void {
  Object.assign(exporting, change);
}
