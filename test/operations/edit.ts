import {input} from '../ledger/ledgers.ts';
import {snapshotAt, setUp, type SetUpOptions} from './harness.ts';

export const edited = {
	...input,
	recipient: 'others@example.com',
	template: 'new words',
	topics: ['', '0x2', '', ''] as const,
};
export const other = {...input, userId: 'somebody else'};

/** What is edited is 2; it was sent with another template. */
export async function setUpEdit({existing = [other, input], faults = []}: SetUpOptions = {}) {
	const work = await setUp({existing});
	const snapshot = await snapshotAt(work.sandbox, '2', {template: input.template, topics: input.topics});
	for (const fault of faults) {
		work.sandbox.faults.add({count: 1, ...fault});
	}

	return {...work, snapshot};
}
