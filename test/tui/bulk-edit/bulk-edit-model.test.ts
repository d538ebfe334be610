import {setImmediate as turn} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {
	createBulkEditModel,
	type BulkEditModel,
	type BulkEditOptions,
} from '../../../source/tui/bulk-edit/bulk-edit.ts';
import {editAtEnd} from '../../../source/tui/shared/text-edit.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const targets = Array.from({length: 2000}, (_, index) =>
	notificationWith({id: String(index), channel: 'WEBHOOK', recipient: `https://hooks.example.org/${index}`}),
);

/** A model and its clock, which advances by a slice whenever it is read: each slice ends after its first step. */
function startModel(options: Partial<BulkEditOptions> = {}) {
	let reads = 0;
	const model = createBulkEditModel({
		targets,
		records: targets,
		sentOf: () => undefined,
		now() {
			reads++;
			return reads * 100;
		},
		...options,
	});
	return {model, reads: () => reads};
}

const until = async (model: BulkEditModel, isReached: () => boolean) =>
	new Promise<void>(resolve => {
		const stop = model.subscribe(() => {
			if (isReached()) {
				stop();
				resolve();
			}
		});
	});

const type = (model: BulkEditModel, text: string) => {
	model.dispatch({type: 'text', edit: editAtEnd(text), untouched: ''});
};

test('2,000 are computed in many short slices; keys act in between, and the last text counts', async () => {
	const {model, reads} = startModel();
	const ready = until(model, () => !model.get().isBusy && model.get().counts.changed === 2000);
	const before = reads();
	type(model, '/hooks/events');
	type(model, '/hooks/events2/');
	expect(model.get()).toMatchObject({
		isBusy: true,
		edits: new Map([['recipient', {kind: 'text', text: '/hooks/events2/'}]]),
	});
	let asked = '';
	model.whenReady(({counts}) => {
		asked = `${counts.changed} change`;
	});
	expect(asked).toBe('');
	await ready;
	// What draws another screen gets a turn of its own.
	expect(asked).toBe('');
	await turn();
	expect(asked).toBe('2000 change');
	// The clock is read after every step, and a step is a few notifications.
	expect(reads() - before).toBeGreaterThan(2000 / 64);
	const {outcomes, values} = model.get();
	expect(outcomes[7]!.after.recipient).toBe('https://events2.example.org/7');
	expect(values.get('recipient')).toHaveLength(2000);
});

test('another action drops what waited for the effect', async () => {
	const {model} = startModel();
	const ready = until(model, () => !model.get().isBusy);
	let isDone = false;
	model.whenReady(() => {
		isDone = true;
	});
	type(model, 'https://new.example/');
	await ready;
	await turn();
	expect(isDone).toBe(false);
});

test('others in the account are compared with, once their forms are known', async () => {
	const [first, second] = targets;
	const {model} = startModel({targets: [first!], records: [first!, second!]});
	const found = until(model, () => model.get().counts.duplicate === 1);
	type(model, second!.recipient);
	await found;
	expect(model.get().outcomes[0]).toMatchObject({isDuplicate: true});
});

test('edits that are repeated are computed with the others at once', () => {
	const [first, second] = targets;
	const model = createBulkEditModel({
		targets: [first!],
		records: [first!, second!],
		sentOf: () => undefined,
		now: () => 0,
		repeats: {edits: new Map([['recipient', {kind: 'text', text: second!.recipient}]]), edited: new Map()},
	});
	const stop = model.subscribe(() => undefined);
	expect(model.get()).toMatchObject({isBusy: false, counts: {changed: 1, duplicate: 1}});
	stop();
});
