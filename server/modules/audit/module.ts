import { defineModule } from '../../kernel/module.ts';

/** What moderators did, and what people reported in rooms. */
export const audit = defineModule({
  name: 'audit',
  needs: {},
});
