import {readRecord} from '../../source/service/listing/read-record.ts';
import {toSentBody} from '../../source/service/body.ts';
import type {Notification, NotificationInput, Unlisted} from '../../source/notification/notification.ts';
import type {Mistake, NotificationFile} from '../../source/files/notification-file.ts';
import {planFiles, type AccountState, type FilePlan} from '../../source/files/plan.ts';
import {readFile} from '../../source/files/read-file.ts';
import {noRules} from '../../source/query/rules.ts';
import type {JsonObject} from '../../source/platform/json.ts';

export const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** A body as interface.md has it. */
export const bodyOf = (change: JsonObject = {}, details: JsonObject = {}): JsonObject => ({
	external_user_id: 'ops',
	channel: 'EMAIL',
	notification_name: 'Treasury',
	delivery_location: 'a@example.com',
	template: 'words',
	...change,
	event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [address], ...details},
});

export const fileOf = (
	content: unknown,
	name = 'a.yaml',
	env: Readonly<Record<string, string>> = {},
): NotificationFile => {
	const read = readFile(typeof content === 'string' ? content : JSON.stringify(content), name, {
		folder: undefined,
		env: key => env[key],
	});
	if (read.mistakes.length > 0) {
		throw new Error(read.mistakes.map(({line, field, message}) => `line ${line}: ${field} ${message}`).join('\n'));
	}

	return read.file;
};

/** The listed notifications of an account, and what was sent to it. */
export type Account = {readonly listed: Notification[]; readonly sent: Map<string, Unlisted>; next: number};

export function accountOf(bodies: readonly JsonObject[], knows = true): Account {
	const account: Account = {listed: [], sent: new Map(), next: 1};
	for (const body of bodies) {
		add(account, body, knows);
	}

	return account;
}

/** Adds a notification as a service does: template and topics are not listed. */
export function add(account: Account, {template, event_details: details, ...body}: JsonObject, knows = true): void {
	const {graphql, ...listedDetails} = details as JsonObject;
	const id = String(account.next++);
	const record = readRecord({...body, id, event_details: listedDetails}, 0);
	if (record.kind === 'unreadable') {
		throw new Error(record.problem);
	}

	account.listed.push(record);
	if (knows) {
		const topics = ['topic_0', 'topic_1', 'topic_2', 'topic_3'].map(
			name => (graphql as Readonly<Record<string, string>> | undefined)?.[name] ?? '',
		);
		account.sent.set(id, {
			template: typeof template === 'string' ? template : '',
			topics: topics as unknown as Unlisted['topics'],
		});
	}
}

/** Plans files for an account; the mistakes as sentences if there are any. */
export function planOf(
	account: Account,
	files: readonly NotificationFile[],
	{
		pending = new Map(),
		sentAs = () => undefined,
		...options
	}: Partial<Parameters<typeof planFiles>[2] & Pick<AccountState, 'pending' | 'sentAs'>> = {},
): FilePlan {
	const {listed, sent} = account;
	const planning = planFiles(
		files,
		{
			listed,
			sent: id => sent.get(id),
			sentAs,
			pending,
			pendingCreation: () => undefined,
			rules: noRules,
		},
		{prune: false, acceptUnknownTemplate: false, ...options},
	);
	if (!planning.ok) {
		throw new Error(
			planning.mistakes
				.map((mistake: Mistake) => `${mistake.file}, line ${mistake.line}: ${mistake.message}`)
				.join('\n'),
		);
	}

	return planning.plan;
}

const send = (account: Account, input: NotificationInput, listed?: unknown): void => {
	add(account, toSentBody(input, listed));
};

/** Does what a plan says. */
export function applyTo(account: Account, plan: FilePlan): void {
	for (const change of plan.changes) {
		if (change.kind !== 'delete') {
			send(account, change.input, change.input.listed);
		}

		if (change.kind !== 'create') {
			account.listed.splice(account.listed.indexOf(change.of), 1);
			account.sent.delete(change.of.id);
		}
	}
}

/** The plan in short: `create a@example.com`, `replace 1: delivery_location`, `delete 2`. */
export const shortly = (plan: FilePlan): string[] =>
	plan.changes.map(({kind, of, input, changes}) => {
		const name = `${kind} ${of?.id ?? input!.recipient}`;
		return changes === undefined ? name : `${name}: ${changes.map(({field}) => field).join(', ')}`;
	});
