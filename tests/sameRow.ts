import fc from 'fast-check';

/**
 * `npm test` tries the same row of inputs each time, so that a change is judged by what it changes; `npm run
 * test:long` tries another row each time and prints the seed of what fails.
 */
if (process.env.RONDO_LONG !== '1')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 });
