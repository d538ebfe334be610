import {expect, test} from 'vitest';
import type {Account, Act} from '../door.ts';
import {bodyFor, listedAt, temporaryRoot, within, type Fixture} from './fixtures.ts';
import {crashTimeout, recoverFromEveryStep, type CrashScenario} from './state-machine.ts';

const root = temporaryRoot();
const body = bodyFor('user-1');
const other = bodyFor('somebody else');
const edited = {...body, delivery_location: 'others@example.com', template: 'new words'};

const replacing: Pick<CrashScenario, 'existing' | 'request'> = {
	existing: [other, body],
	request: async (fixture): Promise<Act> => ({act: 'edit', target: await listedAt(fixture, '2'), body: edited}),
};

const before = {1: other, 2: body};
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
		request: async () => ({act: 'create', body}),
		intermediate: [{1: other}, before],
		after: before,
		writes: ['POST'],
		states: ['planned', 'creating'],
	},
	'a delete': {
		existing: [other, body],
		request: async fixture => ({act: 'delete', target: await listedAt(fixture, '2')}),
		intermediate: [before, {1: other}],
		after: {1: other},
		writes: ['DELETE 2'],
		states: ['planned', 'deleting'],
		isKilled: true,
	},
};

/** A request to undo what `act` does first. */
const undoing =
	(act: (fixture: Fixture) => Promise<Act>): CrashScenario['request'] =>
	async fixture => {
		const first = await act(fixture);
		expect(await within(fixture, async (account: Account) => account.perform(first))).toMatchObject({kind: 'done'});
		return {act: 'undo'};
	};

const undos: Record<string, CrashScenario> = {
	'the undo of a create': {
		existing: [other],
		before,
		request: undoing(async () => ({act: 'create', body})),
		intermediate: [before, {1: other}],
		after: {1: other},
		writes: ['DELETE 2'],
		states: ['planned', 'deleting'],
	},
	'the undo of a delete': {
		existing: [other, body],
		before: {1: other},
		request: undoing(async fixture => ({act: 'delete', target: await listedAt(fixture, '2')})),
		intermediate: [{1: other}, {1: other, 3: body}],
		after: {1: other, 3: body},
		writes: ['POST'],
		states: ['planned', 'creating'],
	},
	'the undo of an edit': {
		existing: [other, body],
		before: after,
		request: undoing(replacing.request),
		intermediate: [after, {...after, 4: body}, {1: other, 4: body}],
		after: {1: other, 4: body},
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
		expect(await recoverFromEveryStep(root, scenario)).toBeGreaterThan(scenario.writes.length * 5);
	},
	crashTimeout,
);
