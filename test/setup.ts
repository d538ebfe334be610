import process from 'node:process';
import fc from 'fast-check';

// The same random values in every run, so that only a change makes a test fail. `npm run fuzz` and `npm run model` try others.
// Half of fast-check's hundred: of a few hundred properties it took a tenth of the time of all tests.
fc.configureGlobal({seed: Number(process.env.SEED ?? 1), numRuns: Number(process.env.RUNS ?? 50)});
