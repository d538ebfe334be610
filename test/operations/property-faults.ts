import {faultNames, type FaultName} from '../../source/sandbox/faults/table.ts';

/** Faults of time, of evidence that misleads or shifts, and of the key: the model of these property tests does not know them. */
const beyondTheModel = /^any-slow$|^key-|^list-pages-|-delayed$|^create-(?:rewrites|lying-id|job-id)$|^delete-no-effect$/v;

/** The faults that the property tests of operations choose from. */
export const modelledFaults: readonly FaultName[] = faultNames.filter(name => !beyondTheModel.test(name));
