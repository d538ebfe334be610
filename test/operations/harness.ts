import {expect} from 'vitest';
import {storedBody} from '../helpers/model-service/stored-body.ts';
import {listNotifications} from '../../source/service/listing/list-notifications.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import type {NotificationSnapshot, Operation} from '../../source/ledger/journal/operation.ts';
import {canonicalForm} from '../../source/notification/equivalence.ts';
import type {Notification, NotificationInput} from '../../source/notification/notification.ts';
import type {OperationContext} from '../../source/operations/operation-context.ts';
import {rollBack} from '../../source/operations/one.ts';
import {takeSnapshot} from '../../source/operations/sent.ts';
import type {OperationResult} from '../../source/operations/refusals.ts';
import type {Fault} from '../../source/sandbox/faults.ts';
import type {HoldableSandbox} from '../helpers/holdable-sandbox.ts';
import {open, temporaryFile} from '../ledger/ledgers.ts';
import {create, start, watchWrites, type Service} from '../sandbox/client.ts';
import {createContext} from './context.ts';

export type Harness = {
	readonly service: Service;
	readonly context: OperationContext;
	readonly ledger: Ledger;
	readonly ledgerFile: string;
	/** Every pause so far, in milliseconds. */
	readonly pauses: readonly number[];
	/** The POSTs and DELETEs that arrived, from any client: `POST`, `DELETE 7`. */
	readonly writes: readonly string[];
};

/** Makes a context for a service, with a ledger of its own. */
export function createHarness(service: Service): Harness {
	const ledgerFile = temporaryFile();
	const {ledger} = open(ledgerFile);
	const pauses: number[] = [];
	const context = createContext({
		service,
		ledger,
		onPause(milliseconds) {
			pauses.push(milliseconds);
		},
	});
	return {service, context, ledger, ledgerFile, pauses, writes: watchWrites(service)};
}

export type SetUpOptions = {
	/** The notifications of the account, with IDs from 1. */
	readonly existing?: readonly NotificationInput[];
	/** Each fault hits once unless it has a count. */
	readonly faults?: readonly Fault[];
};

/** Starts a sandbox and makes a context for it. */
export async function setUp({existing = [], faults = []}: SetUpOptions = {}): Promise<
	Harness & {readonly sandbox: HoldableSandbox}
> {
	const sandbox = await start();
	for (const one of existing) {
		await createElsewhere(sandbox, one);
	}

	for (const fault of faults) {
		sandbox.faults.add({count: 1, ...fault});
	}

	return {...createHarness(sandbox), sandbox};
}

/** Creates a notification as another client does, and returns its ID. */
export async function createElsewhere(service: Service, input: NotificationInput): Promise<string> {
	const {id} = await create(service, storedBody(input) as Parameters<typeof create>[1]);
	return String(id);
}

/** The notifications of the account. */
export async function list(service: Service): Promise<Notification[]> {
	const listed = await listNotifications({...service, timeout: 10_000});
	if (!listed.ok) {
		throw new Error(listed.failure.summary);
	}

	return listed.value.records.flatMap(record => (record.kind === 'notification' ? [record] : []));
}

/** A context to which a listing that is read now is handed on, as by a command. */
export async function handOn(service: Service, context: OperationContext): Promise<OperationContext> {
	const startedAt = context.elapsed.now();
	const records = await list(service);
	const shown = {listing: {records, complete: true}, startedAt, readAt: context.now()} as const;
	return {...context, lastSighting: () => shown};
}

/** Clears all faults, and returns the canonical form of every notification of the account by ID. */
export async function account(sandbox: HoldableSandbox): Promise<Record<string, string>> {
	sandbox.faults.clear();
	return formsOf(await list(sandbox));
}

const formsOf = (notifications: readonly Notification[]) =>
	Object.fromEntries(notifications.map(one => [one.id, canonicalForm(one)]));

/** The same of an expected account. */
export const forms = (expected: Readonly<Record<string, NotificationInput>>): Record<string, string> =>
	Object.fromEntries(Object.entries(expected).map(([id, input]) => [id, canonicalForm(input)]));

/** The snapshot of a listed notification, as operations take it. */
export async function snapshotAt(
	service: Service,
	id: string,
	sent?: Parameters<typeof takeSnapshot>[1],
): Promise<NotificationSnapshot> {
	const listed = await list(service);
	return takeSnapshot(
		listed.find(one => one.id === id)!,
		sent,
	);
}

/** Expects an operation to be left open, and returns its result. */
export function expectOpen(settled: {readonly kind: string}): Extract<OperationResult, {kind: 'open'}> {
	expect(settled.kind).toBe('open');
	return settled as Extract<OperationResult, {kind: 'open'}>;
}

/** Rolls back an operation. Where it asks which notification to delete, the first one is named. */
export async function rollBackNaming(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const result = await rollBack(context, operation);
	const named = result.kind === 'open' ? result.candidates?.[0] : undefined;
	return named === undefined ? result : rollBack(context, context.log.get(operation.id)!, named);
}

/** The state and the requests of an operation, from the journal. */
export function journalEntry({ledger: {journal}}: Harness, id = 1) {
	const {state, newId, detail} = journal.get(id)!;
	const requests = journal
		.requestsOf(id)
		.map(({method, target, outcome, status}) =>
			[method, target, outcome, status].filter(part => part !== undefined).join(' '),
		);
	return {state, newId, detail, requests};
}
