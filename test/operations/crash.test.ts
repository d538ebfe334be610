import {expect, test} from 'vitest';
import {input} from '../storage/ledgers.ts';
import {temporaryGround, type Errand} from './fixtures.ts';
import {oldAt} from './harness.ts';
import {patience, walkThrough, type Walk} from './state-machine.ts';

const ground = temporaryGround();
const other = {...input, userId: 'somebody else'};
const edited = {...input, recipient: 'others@example.com', template: 'new words'};

const replacing: Pick<Walk, 'there' | 'errand'> = {
	there: [other, input],
	errand: async (site): Promise<Errand> => ({kind: 'replace', snapshot: await oldAt(site.sandbox, '2'), input: edited}),
};

const before = {1: other, 2: input};
const after = {1: other, 3: edited};
const both = {...before, ...after};

const walks: Record<string, Walk> = {
	'an edit': {
		...replacing,
		between: [before, both, after],
		after,
		writes: ['POST', 'DELETE 2'],
		states: ['planned', 'creating', 'created', 'deleting'],
	},
	'an edit, the connection lost after each request and the new one listed late': {
		...replacing,
		faults: [{name: 'create-drop-after', count: 1}, {name: 'create-late', value: 2, count: 1}, {name: 'delete-drop-after', count: 1}],
		between: [before, both, after],
		after,
		writes: ['POST', 'DELETE 2'],
		states: ['planned', 'creating', 'created', 'deleting'],
	},
	'an edit on a service that keeps the ID': {
		...replacing,
		faults: [{name: 'create-same-id'}],
		between: [before, {1: other, 2: edited}],
		after: {1: other, 2: edited},
		writes: ['POST'],
		states: ['planned', 'creating'],
	},
	'a create': {
		there: [other],
		errand: async () => ({kind: 'create', input}),
		between: [{1: other}, before],
		after: before,
		writes: ['POST'],
		states: ['planned', 'creating'],
	},
	'a restore': {
		there: [other],
		errand: async site => ({kind: 'create', input, restored: await oldAt(site.sandbox, '1')}),
		between: [{1: other}, before],
		after: before,
		writes: ['POST'],
		states: ['planned', 'creating'],
	},
	'a delete': {
		there: [other, input],
		errand: async site => ({kind: 'remove', snapshot: await oldAt(site.sandbox, '2')}),
		between: [before, {1: other}],
		after: {1: other},
		writes: ['DELETE 2'],
		states: ['planned', 'deleting'],
	},
};

test.each(Object.entries(walks))('%s survives kill -9 at every step', async (_name, walk) => {
	expect(await walkThrough(ground, walk)).toBeGreaterThan(walk.writes.length * 4);
}, patience);
