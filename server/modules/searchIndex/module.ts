import { defineModule } from '../../kernel/module.ts';
import { fillJob } from './fill.ts';

/** What can be found, as an index that is kept with every change. */
export const searchIndex = defineModule({
  name: 'searchIndex',
  needs: {},
  open: ({ database }) => ({ jobs: [fillJob(database)] }),
});
