import {Buffer} from 'node:buffer';
import {closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {setImmediate as turn} from 'node:timers/promises';
import {onTestFinished} from 'vitest';
import {awaitWrites, type AwaitedLedger} from '../../source/ledger/awaited-ledger.ts';
import type {NewSet} from '../../source/ledger/changes.ts';
import type {Event, Item, NewItem, NotificationSnapshot, Phase} from '../../source/ledger/item.ts';
import {openLedger, type Ledger, type LedgerOpening} from '../../source/ledger/ledger.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {momentAt} from '../helpers/looks.ts';

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

/** The account of these ledgers, as a change is written down. */
export const account: NewSet = {profile, profileName: 'production'};

export const creation = {kind: 'create', input} as const;

export const deletion = (id: string, change?: Partial<NotificationInput>): NewItem => ({
	kind: 'delete',
	snapshot: oldOne(id, change),
});

/** An edit of a notification, by which it gets another name. */
export const edit = (id: string, name = 'New'): NewItem => ({
	kind: 'replace',
	input: {...input, name},
	snapshot: oldOne(id),
});

export const recreation = (id: string, undoes?: number): NewItem => ({
	kind: 'recreate',
	input,
	snapshot: oldOne(id),
	undoes,
});

export const sent = (method: 'POST' | 'DELETE', target?: string, at = 0): Event & {kind: 'sent'} => ({
	kind: 'sent',
	method,
	...(target !== undefined && {target}),
	moment: momentAt(at),
});

type Answered = Extract<Event, {readonly kind: 'answered'}>;

export const answered = (outcome: Answered['outcome'], more: Partial<Answered> = {}, at = 0): Answered => ({
	kind: 'answered',
	outcome,
	moment: momentAt(at),
	...more,
});

type Seen = Extract<Event, {readonly kind: 'seen'}>;

export const seen = (to?: Phase, more: Partial<Seen> = {}): Seen => ({kind: 'seen', to, ...more});

/** All that can happen to an edit of 7, or to a create: whatever comes before. */
export const steps: readonly Event[] = [
	sent('POST'),
	sent('DELETE', '7'),
	sent('DELETE', '12'),
	answered('ok', {named: '12'}),
	answered('unknown'),
	answered('rejected', {status: 400, summary: 'no'}),
	answered('not-sent'),
	seen('created', {newId: '12'}),
	seen('done', {newId: '12'}),
	seen('done'),
	seen('failed', {reason: [{why: 'not-created'}]}),
	seen('rolled-back', {reason: [{why: 'skipped'}]}),
	seen('planned'),
	seen(undefined, {reason: [{why: 'listed-now'}], known: ['3']}),
	{kind: 'decided', how: 'retry'},
	{kind: 'decided', how: 'stop'},
];

/** Writes a change down. Returns its items. */
export function begin({changes}: Pick<Ledger, 'changes'>, ...items: readonly NewItem[]): Item[] {
	return changes.items(changes.begin(account, items).id);
}

/** Begins a change of one item, to which this happens. Returns the item as it is then. */
export function make(ledger: Pick<Ledger, 'changes'>, item: NewItem, ...events: readonly Event[]): Item {
	return happen(ledger, begin(ledger, item)[0]!, ...events);
}

/** Appends events to an item. Returns it as it is then. */
export function happen({changes}: Pick<Ledger, 'changes'>, {id}: Pick<Item, 'id'>, ...events: readonly Event[]): Item {
	changes.append(events.map(event => ({item: id, event})));
	return changes.item(id)!;
}

/** What happens to an item that is created as this ID. */
export const created = (newId: string): readonly Event[] => [
	sent('POST'),
	answered('ok', {status: 201, named: newId}),
	seen('done', {newId}),
];

/** What happens to an item whose notification is deleted. */
export const deleted = (id: string): readonly Event[] => [
	sent('DELETE', id),
	answered('ok', {status: 204}),
	seen('done'),
];

/** Records a deletion that is done. */
export const deleteOne = (ledger: Pick<Ledger, 'changes'>, id: string): Item =>
	make(ledger, deletion(id), ...deleted(id));

/** The ledger with awaited writes; no test that uses it keeps it busy. */
export const awaited = (ledger: Ledger): AwaitedLedger =>
	awaitWrites(ledger, {
		async sleep() {
			await turn();
		},
		onBusy: () => undefined,
	});

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
		ledger.changes.begin({...account, isRepeated: true}, [
			{kind: 'create', input: {...input, template: 'x'.repeat(2000)}},
		]);
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
