import {faultNames, type FaultName} from '../../source/sandbox/faults.ts';

/** Faults of time, of evidence that misleads or shifts (also listings that lack something, and a create confirmed without effect), of what is listed and refused, and of the key or its rights: the model of these property tests does not know them. Nor one that overwrites: together with a lost ID it leaves nothing to find; nor one that creates two. ETags concern only a watch. */
const beyondTheModel =
	/^any-slow$|^any-third-500$|-40[139]$|^key-|^list-(?:pages-|empty$|omits$|etag)|-delayed$|^list-undocumented$|^create-(?:rewrites|lying-id|job-id|same-id|replay|no-effect)$|^delete-no-effect$/v;

/** The faults that the property tests of operations choose from. */
export const modelledFaults: readonly FaultName[] = faultNames.filter(name => !beyondTheModel.test(name));
