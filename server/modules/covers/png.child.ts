/** Draws pictures in a process of its own: what libvips takes goes back to the system with the process. */
import sharp from 'sharp';
import { answerJobs } from '../../plugins/childProcess.ts';

/** A drawing of ours, at 72 dpi unless `dpi` says otherwise. */
export interface PngJob {
  readonly svg: string;
  readonly dpi: number | undefined;
}

const PNG = { palette: true, quality: 100, effort: 4 } as const;

sharp.concurrency(1);
sharp.cache(false);

answerJobs(({ svg, dpi }: PngJob) =>
  sharp(Buffer.from(svg), dpi === undefined ? {} : { density: dpi })
    .png(PNG)
    .toBuffer(),
);
