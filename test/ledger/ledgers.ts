import {Buffer} from 'node:buffer';
import {closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import {openLedger, type Ledger, type LedgerOpening} from '../../source/ledger/ledger.ts';
import type {Journal} from '../../source/ledger/journal/journal.ts';
import type {NotificationSnapshot, Operation} from '../../source/ledger/journal/operation.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';

/** The time of the test clock: 2026-11-20T23:49:00Z. */
export const moment = Date.UTC(2026, 10, 20, 23, 49);

export const profile = 'http://127.0.0.1:1/ 0123456789abcdef';

/** A directory that is deleted after the test. */
export function temporaryDirectory(): string {
	const directory = mkdtempSync(path.join(os.tmpdir(), 'chainbell-ledger-'));
	onTestFinished(() => {
		rmSync(directory, {recursive: true, force: true});
	});
	return directory;
}

/** The path of a ledger in a directory that does not exist yet. */
export const temporaryFile = (): string => path.join(temporaryDirectory(), 'state', 'ledger.sqlite');

/** Opens a ledger that is closed after the test. */
export function open(file: string, now = () => moment): LedgerOpening {
	const opening = openLedger(file, {now});
	onTestFinished(opening.ledger.close);
	return opening;
}

/** A ledger in a new file. */
export const openNew = (now?: () => number): Ledger => open(temporaryFile(), now).ledger;

export const input: NotificationInput = {
	userId: 'user-1',
	channel: 'EMAIL',
	name: 'Treasury',
	recipient: 'ops@example.com',
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	addresses: ['0x00000000219ab540356cBB839Cbe05303d7705Fa'],
	filters: [{fieldName: 'value', operator: 'GT', value: '1000', valueType: 'NUMBER'}],
	template: 'Look: {{hash}}',
	topics: ['', '', '', ''],
};

/** The snapshot of a notification that was listed, and not sent from this machine. */
export function oldOne(id = '7', change: Partial<NotificationInput> = {}): NotificationSnapshot {
	const {template: _template, topics: _topics, ...listed} = {...input, ...change};
	return {id, raw: {id}, input: listed, template: undefined, topics: undefined};
}

export const creation = {profile, profileName: 'production', kind: 'create', input} as const;

/** Records a completed delete of a notification, with one request. Returns the operation's ID. */
export function deleteOne({journal}: Ledger, id: string): number {
	const operation = journal.begin({profile, profileName: 'production', kind: 'delete', snapshot: oldOne(id)});
	journal.requestAnswered(journal.requestSent(operation.id, {method: 'DELETE', target: id}), {
		outcome: 'ok',
		status: 204,
	});
	journal.advance(operation.id, {state: 'done'});
	return operation.id;
}

/** The deletion of a profile that was sent last and can be undone. `isListed` skips those that had no effect after all. */
export const lastDeleted = (
	journal: Pick<Journal, 'lastUndoable'>,
	account: string,
	isListed: (id: string) => boolean = () => false,
): Operation | undefined =>
	journal.lastUndoable(
		account,
		({kind, state, snapshot}) => kind === 'delete' && (state === 'done' || !isListed(snapshot!.id)),
	);

/** The names in the directory of a file, sorted. */
export const namesBeside = (file: string) => readdirSync(path.dirname(file)).toSorted();

/** Runs SQL on a file. */
export function sql(file: string, text: string): void {
	mkdirSync(path.dirname(file), {recursive: true});
	const database = openDatabase(file);
	database.exec(text);
	database.close();
}

/** Fills and closes a ledger of several pages. */
export function fill(file: string): void {
	const {ledger} = open(file);
	for (let count = 0; count < 20; count++) {
		ledger.journal.begin({...creation, input: {...input, template: 'x'.repeat(2000)}});
	}

	ledger.close();
}

/** Fills and closes a ledger that is so large that it is checked once a day. */
export function fillLarge(file: string): void {
	const {ledger} = open(file);
	for (let id = 0; id < 20; id++) {
		ledger.sent.remember(profile, String(id), {template: 'x'.repeat(1_048_576), topics: ['', '', '', ''], at: moment});
	}

	ledger.close();
}

/** Overwrites pages in the middle of a file. */
export function damage(file: string): void {
	const descriptor = openSync(file, 'r+');
	writeSync(descriptor, Buffer.alloc(65_536, 0xff), 0, 65_536, 8 * 1_048_576);
	closeSync(descriptor);
}

/** The details of skipped items, the same for each kind. */
export const skipped = (detail: string) => ({create: detail, replace: detail, delete: detail, recreate: detail});
