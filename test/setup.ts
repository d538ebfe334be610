import process from 'node:process';
import fc from 'fast-check';

// The same random values in every run, so that only a change makes a test fail. `npm run nightly` tries others, and more.
fc.configureGlobal({seed: Number(process.env.SEED ?? 1), numRuns: Number(process.env.RUNS ?? 30)});
