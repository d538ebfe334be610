import {expect, test} from 'vitest';
import {create, type CreateOutcome} from '../../source/operations/create.ts';
import {remove} from '../../source/operations/delete.ts';
import type {OperationContext} from '../../source/operations/operation-context.ts';
import {replace} from '../../source/operations/replace.ts';
import {openLedger} from '../../source/storage/ledger.ts';
import {input} from '../storage/ledgers.ts';
import {createContext} from './context.ts';
import {temporaryRoot, type Fixture, type OperationRequest} from './fixtures.ts';
import {snapshotAt} from './harness.ts';
import {crashTimeout, recoverFromEveryStep, type CrashScenario} from './state-machine.ts';

const root = temporaryRoot();
const other = {...input, userId: 'somebody else'};
const edited = {...input, recipient: 'others@example.com', template: 'new words'};

const replacing: Pick<CrashScenario, 'existing' | 'request'> = {
	existing: [other, input],
	request: async (fixture): Promise<OperationRequest> => ({
		kind: 'replace',
		snapshot: await snapshotAt(fixture.sandbox, '2'),
		input: edited,
	}),
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
		isKilled: true,
	},
	'an edit whose responses are lost and whose new notification is listed late': {
		...replacing,
		faults: [
			{name: 'create-drop-after', count: 1},
			{name: 'create-late', value: 2, count: 1},
			{name: 'delete-drop-after', count: 1},
		],
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
	'a delete': {
		existing: [other, input],
		request: async fixture => ({kind: 'remove', snapshot: await snapshotAt(fixture.sandbox, '2')}),
		intermediate: [before, {1: other}],
		after: {1: other},
		writes: ['DELETE 2'],
		states: ['planned', 'deleting'],
		isKilled: true,
	},
};

/** A request to undo what `act` does first. */
const undoing =
	(act: (context: OperationContext, fixture: Fixture) => Promise<CreateOutcome>): CrashScenario['request'] =>
	async fixture => {
		const {ledger} = openLedger(fixture.ledgerFile, {now: () => 0});
		try {
			const outcome = await act(createContext({service: fixture.sandbox, ledger}), fixture);
			if (outcome.kind !== 'done') {
				throw new Error(`What is to be undone ended as ${outcome.kind}.`);
			}

			return {kind: 'undo', operation: outcome.operation.id};
		} finally {
			ledger.close();
		}
	};

const undos: Record<string, CrashScenario> = {
	'the undo of a create': {
		existing: [other],
		before,
		request: undoing(async context => create(context, input, {acceptedIds: new Set(), isUnchecked: false})),
		intermediate: [before, {1: other}],
		after: {1: other},
		writes: ['DELETE 2'],
		states: ['planned', 'deleting'],
	},
	'the undo of a delete': {
		existing: [other, input],
		before: {1: other},
		request: undoing(async (context, {sandbox}) => remove(context, await snapshotAt(sandbox, '2'))),
		intermediate: [{1: other}, {1: other, 3: input}],
		after: {1: other, 3: input},
		writes: ['POST'],
		states: ['planned', 'creating'],
	},
	'the undo of an edit': {
		existing: [other, input],
		before: after,
		request: undoing(async (context, {sandbox}) => replace(context, await snapshotAt(sandbox, '2'), edited)),
		intermediate: [after, {...after, 4: input}, {1: other, 4: input}],
		after: {1: other, 4: input},
		writes: ['POST', 'DELETE 3'],
		states: ['planned', 'creating', 'created', 'deleting'],
	},
};

/** An edit, a delete and an undo stand for the others in the check. */
const all = Object.entries({...scenarios, ...undos});
const tried =
	process.env.NIGHTLY === '1'
		? all
		: all.filter(([name]) => ['an edit', 'a delete', 'the undo of an edit'].includes(name));

test.each(tried)(
	'%s survives kill -9 at every step',
	async (_name, scenario) => {
		expect(await recoverFromEveryStep(root, scenario)).toBeGreaterThan(scenario.writes.length * 6);
	},
	crashTimeout,
);
