import {subscribe} from 'node:diagnostics_channel';
import type {IncomingMessage} from 'node:http';
import {expect} from 'vitest';
import {toCreateBody} from '../../source/api/create-body.ts';
import {listNotifications} from '../../source/api/listing.ts';
import {notificationsPath} from '../../source/api/paths.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import type {OldNotification} from '../../source/ledger/operation.ts';
import {canonicalForm} from '../../source/notifications/canonical.ts';
import type {Notification, NotificationInput} from '../../source/notifications/notification.ts';
import type {Bench} from '../../source/operations/bench.ts';
import {toOld} from '../../source/operations/old.ts';
import type {Settled} from '../../source/operations/settled.ts';
import type {Fault} from '../../source/sandbox/faults/switches.ts';
import type {Sandbox} from '../../source/sandbox/server.ts';
import {open, temporaryFile} from '../ledger/ledgers.ts';
import {create, start, type Service} from '../sandbox/client.ts';
import {createBench} from './bench.ts';

export type Workplace = {
	readonly service: Service;
	readonly bench: Bench;
	readonly ledger: Ledger;
	readonly ledgerFile: string;
	/** Milliseconds of every pause so far. */
	readonly pauses: readonly number[];
	/** The POSTs and DELETEs that arrived, whoever sent them: `POST`, `DELETE 7`. */
	readonly writes: readonly string[];
};

/** A bench at a service, with a ledger of its own. */
export function workAt(service: Service): Workplace {
	const ledgerFile = temporaryFile();
	const {ledger} = open(ledgerFile);
	const pauses: number[] = [];
	const bench = createBench({
		service,
		ledger,
		onPause(milliseconds) {
			pauses.push(milliseconds);
		},
	});
	return {service, bench, ledger, ledgerFile, pauses, writes: watchWrites(service)};
}

export type Setting = {
	/** What somebody has created before: 1, 2, … */
	readonly there?: readonly NotificationInput[];
	/** Each of them once, unless it says otherwise. */
	readonly faults?: readonly Fault[];
};

/** A bench at a sandbox. */
export async function setUp({there = [], faults = []}: Setting = {}): Promise<Workplace & {readonly sandbox: Sandbox}> {
	const sandbox = await start();
	for (const one of there) {
		await createElsewhere(sandbox, one);
	}

	for (const fault of faults) {
		sandbox.faults.add({count: 1, ...fault});
	}

	return {...workAt(sandbox), sandbox};
}

/** Creates a notification as somebody else, and returns its id. */
export async function createElsewhere(service: Service, input: NotificationInput): Promise<string> {
	const {id} = await create(service, toCreateBody(input));
	return String(id);
}

/** The whole account. */
export async function list(service: Service): Promise<Notification[]> {
	const listed = await listNotifications({...service, timeout: 10_000});
	if (!listed.ok) {
		throw new Error(listed.failure.what);
	}

	return listed.value.records.flatMap(record => record.kind === 'notification' ? [record] : []);
}

/** The account as an operator would tell it, by id. What is late is listed, nothing misbehaves any more. */
export async function account(sandbox: Sandbox): Promise<Record<string, string>> {
	sandbox.faults.clear();
	return formsOf(await list(sandbox));
}

const formsOf = (notifications: readonly Notification[]) => Object.fromEntries(notifications.map(one => [one.id, canonicalForm(one)]));

/** The same, as it should be. */
export const forms = (expected: Readonly<Record<string, NotificationInput>>): Record<string, string> => (
	Object.fromEntries(Object.entries(expected).map(([id, input]) => [id, canonicalForm(input)]))
);

/** A listed notification, as operations take it. */
export async function oldAt(service: Service, id: string, sent?: Parameters<typeof toOld>[1]): Promise<OldNotification> {
	const listed = await list(service);
	return toOld(listed.find(one => one.id === id)!, sent);
}

/** What an operation is told that has to be finished or rolled back. */
export function openOne(settled: {readonly kind: string}): Extract<Settled, {kind: 'open'}> {
	expect(settled.kind).toBe('open');
	return settled as Extract<Settled, {kind: 'open'}>;
}

/** What the journal says of an operation: how it stands, and the requests. */
export function journalled({ledger: {journal}}: Workplace, id = 1) {
	const {state, newId, note} = journal.get(id)!;
	const requests = journal.requestsOf(id).map(({method, target, outcome, status}) => (
		[method, target, outcome, status].filter(part => part !== undefined).join(' ')
	));
	return {state, newId, note, requests};
}

/** By port. */
const watched = new Map<number, string[]>();

/** The POSTs and DELETEs that arrive from now on at a service of this process, until another one is watched on its port. */
export function watchWrites({baseUrl}: Service): readonly string[] {
	if (watched.size === 0) {
		subscribe('http.server.request.start', noteWrite);
	}

	const writes: string[] = [];
	watched.set(Number(new URL(baseUrl).port), writes);
	return writes;
}

function noteWrite(message: unknown): void {
	const {request: {method, url, socket}} = message as {request: IncomingMessage};
	if (method === 'GET') {
		return;
	}

	const id = url!.slice(notificationsPath.length + 1, -1);
	watched.get(socket.localPort!)?.push(id === '' ? method! : `${method!} ${id}`);
}
