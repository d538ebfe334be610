import fc from 'fast-check';
import {expect, test} from 'vitest';
import {LedgerError} from '../../../source/ledger/ledger-error.ts';
import type {Ledger} from '../../../source/ledger/ledger.ts';
import {finalStates, type Operation, type OperationState} from '../../../source/ledger/journal/operation.ts';
import type {NewOperation, OperationChange} from '../../../source/ledger/journal/operation-row.ts';
import {moment, open, temporaryFile} from '../ledgers.ts';

const record = <T>(model: {[K in keyof T]: fc.Arbitrary<T[K]>}) => fc.record(model, {noNullPrototype: true});

// Any code units, because a service may send lone surrogates and NUL.
const text = fc.string({
	unit: fc.integer({min: 0, max: 0xff_ff}).map(code => String.fromCodePoint(code)),
	maxLength: 6,
});
// With IDs that occur more than once.
const ids = fc.oneof(text, fc.constantFrom('1', '2'));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, {nil: undefined});
const topics = fc.tuple(text, text, text, text);
const fields = {
	userId: text,
	channel: fc.constantFrom('EMAIL', 'WEBHOOK'),
	name: text,
	recipient: text,
	network: text,
	eventType: text,
	addresses: fc.array(text),
	filters: fc.array(record({fieldName: text, operator: text, value: text, valueType: text})),
};
const begins: fc.Arbitrary<NewOperation> = record({
	profile: fc.constantFrom('a', 'b'),
	profileName: text,
	kind: fc.constantFrom('create', 'replace', 'delete', 'recreate'),
	input: optional(record({...fields, template: text, topics})),
	snapshot: optional(
		record({
			id: ids,
			raw: fc.oneof(fc.jsonValue(), fc.constant({id: JSON.rawJSON('98765432109876543210')})),
			input: record(fields),
			template: optional(text),
			topics: optional(topics),
		}),
	),
	knownIds: fc.array(text),
});
const states: OperationState[] = ['planned', 'creating', 'created', 'deleting', 'undoing', ...finalStates];
const changes: fc.Arbitrary<OperationChange> = fc.record(
	{
		state: fc.constantFrom(...states),
		newId: ids,
		knownIds: fc.array(text),
		detail: text,
	},
	{requiredKeys: [], noNullPrototype: true},
);

type Step = {readonly begin: NewOperation} | {readonly advance: number; readonly change: OperationChange};

const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.oneof(record({begin: begins}), record({advance: fc.nat(), change: changes})),
	{maxLength: 30},
);

/** An operation for comparison, with its raw record as JSON text. */
function comparable(operation: Operation | undefined) {
	return {
		...operation,
		snapshot: operation?.snapshot && {...operation.snapshot, raw: JSON.stringify(operation.snapshot.raw)},
	};
}

/** Whether an operation would replace or delete a notification that has a pending operation. */
function isSecondChange({profile, kind, snapshot}: NewOperation, known: readonly Operation[]): boolean {
	const kinds: readonly string[] = ['replace', 'delete'];
	return (
		kinds.includes(kind) &&
		snapshot !== undefined &&
		known.some(
			other =>
				other.profile === profile &&
				other.endedAt === undefined &&
				(other.newId === snapshot.id || (other.kind !== 'recreate' && other.snapshot?.id === snapshot.id)),
		)
	);
}

/** Executes a step and compares its result with the operations so far. */
function take({journal}: Ledger, step: Step, known: Operation[], time: number): void {
	if ('begin' in step) {
		if (isSecondChange(step.begin, known)) {
			expect(() => journal.begin(step.begin)).toThrow(LedgerError);
			return;
		}

		const operation = journal.begin(step.begin);
		const {profile, profileName, kind, input, snapshot, knownIds = []} = step.begin;
		expect(comparable(operation)).toStrictEqual(
			comparable({
				id: known.length + 1,
				profile,
				profileName,
				kind,
				state: 'planned',
				startedAt: time,
				endedAt: undefined,
				input,
				snapshot,
				newId: undefined,
				knownIds,
				detail: undefined,
			}),
		);
		known.push(operation);
		return;
	}

	const index = step.advance % known.length;
	const before = known[index];
	if (before === undefined) {
		return;
	}

	if (finalStates.includes(before.state)) {
		expect(() => journal.advance(before.id, step.change)).toThrow(LedgerError);
		return;
	}

	const after = journal.advance(before.id, step.change);
	expect(comparable(after)).toStrictEqual(
		comparable({...before, ...step.change, endedAt: finalStates.includes(after.state) ? time : undefined} as Operation),
	);
	known[index] = after;
}

test('after any sequence of steps, operations are read back as written, and ended ones never change', () => {
	fc.assert(
		fc.property(steps, sequence => {
			const file = temporaryFile();
			let time = moment;
			const {ledger} = open(file, () => time);
			const known: Operation[] = [];
			for (const step of sequence) {
				time++;
				take(ledger, step, known, time);
			}

			ledger.close();
			const {journal} = open(file).ledger;
			expect(known.map(({id}) => comparable(journal.get(id)))).toStrictEqual(
				known.map(operation => comparable(operation)),
			);
			for (const profile of ['a', 'b']) {
				const unfinished = known.filter(operation => operation.profile === profile && operation.endedAt === undefined);
				expect(journal.unfinished(profile).map(({id}) => id)).toStrictEqual(unfinished.map(({id}) => id));
			}
		}),
	);
});
