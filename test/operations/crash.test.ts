import {expect, test} from 'vitest';
import {input} from '../storage/ledgers.ts';
import {temporaryRoot, type OperationRequest} from './fixtures.ts';
import {snapshotAt} from './harness.ts';
import {crashTimeout, recoverFromEveryStep, type CrashScenario} from './state-machine.ts';

const root = temporaryRoot();
const other = {...input, userId: 'somebody else'};
const edited = {...input, recipient: 'others@example.com', template: 'new words'};

const replacing: Pick<CrashScenario, 'existing' | 'request'> = {
	existing: [other, input],
	request: async (fixture): Promise<OperationRequest> => ({kind: 'replace', snapshot: await snapshotAt(fixture.sandbox, '2'), input: edited}),
};

const before = {1: other, 2: input};
const after = {1: other, 3: edited};
const both = {...before, ...after};

const scenarios: Record<string, CrashScenario> = {
	'an edit': {
		...replacing,
		intermediate: [before, both, after],
		after,
		writes: ['POST', 'DELETE 2'],
		states: ['planned', 'creating', 'created', 'deleting'],
	},
	'an edit whose responses are lost and whose new notification is listed late': {
		...replacing,
		faults: [{name: 'create-drop-after', count: 1}, {name: 'create-late', value: 2, count: 1}, {name: 'delete-drop-after', count: 1}],
		intermediate: [before, both, after],
		after,
		writes: ['POST', 'DELETE 2'],
		states: ['planned', 'creating', 'created', 'deleting'],
	},
	'an edit on a service that keeps the ID': {
		...replacing,
		faults: [{name: 'create-same-id'}],
		intermediate: [before, {1: other, 2: edited}],
		after: {1: other, 2: edited},
		writes: ['POST'],
		states: ['planned', 'creating'],
	},
	'a create': {
		existing: [other],
		request: async () => ({kind: 'create', input}),
		intermediate: [{1: other}, before],
		after: before,
		writes: ['POST'],
		states: ['planned', 'creating'],
	},
	'a restore': {
		existing: [other],
		request: async fixture => ({kind: 'create', input, restored: await snapshotAt(fixture.sandbox, '1')}),
		intermediate: [{1: other}, before],
		after: before,
		writes: ['POST'],
		states: ['planned', 'creating'],
	},
	'a delete': {
		existing: [other, input],
		request: async fixture => ({kind: 'remove', snapshot: await snapshotAt(fixture.sandbox, '2')}),
		intermediate: [before, {1: other}],
		after: {1: other},
		writes: ['DELETE 2'],
		states: ['planned', 'deleting'],
	},
};

test.each(Object.entries(scenarios))('%s survives kill -9 at every step', async (_name, scenario) => {
	expect(await recoverFromEveryStep(root, scenario)).toBeGreaterThan(scenario.writes.length * 4);
}, crashTimeout);
