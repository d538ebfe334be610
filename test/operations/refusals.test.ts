import {expect, onTestFinished, test} from 'vitest';
import type {Failure} from '../../source/service/failure.ts';
import {planCreates, planReplaces} from '../../source/operations/plan.ts';
import {create, replace, undo} from '../../source/operations/one.ts';
import type {OperationContext} from '../../source/operations/operation-context.ts';
import {refusedBefore} from '../../source/operations/look.ts';
import {recordOf, sightingAt} from '../helpers/sightings.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {input, oldOne} from '../ledger/ledgers.ts';
import {createBulkHarness} from './bulk/bulk-harness.ts';
import {operationWith} from './evidence-cases.ts';
import {createHarness} from './harness.ts';

const failureOf = (kind: Failure['kind']): Failure => ({
	kind,
	outcome: 'unknown',
	summary: 'No listing.',
	nextStep: 'Try again.',
});

/** All of a context that is looked at. */
const withSignal = (signal: AbortSignal) => ({signal}) as unknown as OperationContext;

test.each<[Failure['kind'], boolean, boolean]>([
	['unauthorized', false, true],
	['unauthorized', true, true],
	['forbidden', false, false],
	['forbidden', true, true],
	['server', true, false],
])(
	'before the first request a listing that is %s, where one is needed: %s, ends the operation: %s',
	(kind, requiresListing, isRefused) => {
		expect(
			refusedBefore(withSignal(new AbortController().signal), {failure: failureOf(kind)}, requiresListing),
		).toEqual(
			isRefused
				? {
						kind: 'refused',
						failure: {kind, outcome: 'not-sent', summary: 'No listing.', nextStep: 'Nothing was sent. Try again.'},
					}
				: undefined,
		);
	},
);

test('who stops waiting before the first request is told that nothing was sent', () => {
	const context = withSignal(AbortSignal.abort());
	expect(refusedBefore(context, {failure: failureOf('cancelled')})).toMatchObject({
		kind: 'refused',
		failure: {outcome: 'not-sent', nextStep: 'Nothing was sent.'},
	});
	expect(refusedBefore(context, sightingAt(0))).toBeUndefined();
});

test('an account that may not be listed: what needs a listing is refused, and a create asks first', async () => {
	const server = await createHttpServer((_request, response) => {
		answer(response, 403, {});
	});
	onTestFinished(async () => server[Symbol.asyncDispose]());
	const {bulk, context, ledger, writes} = createBulkHarness(
		createHarness({baseUrl: server.baseUrl, apiKey: 'the-key'}),
	);
	const operation = operationWith({state: 'done', endedAt: 1, newId: '1'});
	const target = recordOf('1', input);
	if (target.kind !== 'notification') {
		throw new Error('It is one.');
	}

	const results = [
		await replace(context, oldOne(), input),
		await undo(context, ledger, {kind: 'delete', operation, target}, {acceptedIds: new Set(), isUnchecked: false}),
		await planCreates(bulk, [input]),
		await planReplaces(bulk, [{snapshot: oldOne(), input}]),
	];
	for (const result of results) {
		expect(result).toMatchObject({kind: 'refused', failure: {kind: 'forbidden', outcome: 'not-sent'}});
	}

	expect(await create(context, input, {acceptedIds: new Set(), isUnchecked: false})).toMatchObject({
		kind: 'unchecked',
		failure: {kind: 'forbidden'},
	});
	expect(writes).toEqual([]);
});
