import * as z from 'zod';

/*
What commands print with --json, for docs/json.md. The commands import only the types, so that they do not load zod.
*/

const text = (description: string) => z.string().describe(description);
const maybe = (description: string) => z.string().optional().describe(description);
const orNull = (description: string) => z.string().nullable().describe(description);
const count = (description: string) => z.number().describe(description);
const countOrNull = (description: string) => z.number().nullable().describe(description);
const texts = (description: string) => z.array(z.string()).describe(description);
const time = (description: string) => z.string().meta({format: 'date-time', description});

const action = z.enum(['create', 'replace', 'delete', 'recreate', 'park', 'resume']);
const issue = z.object({
	field: text('the path of the field, such as event_details.filters.0.value; empty for all of it'),
	message: z.string(),
});

const result = z.object({
	place: orNull('where it stands in the file: `line 3`; otherwise null'),
	change: countOrNull('the number of the change: `12`; null where nothing was to be sent'),
	number: orNull(
		'the number of the item for `undo` and `recover`: `12`, or `12.3` of one of several; null as `change`',
	),
	action,
	status: z
		.enum(['done', 'failed', 'pending', 'not followed', 'not sent', 'skipped', 'rolled back'])
		.describe('how it ended; `pending`: the outcome is unknown'),
	id: orNull('the new ID or, of a deletion, the ID to delete; null where nothing was created'),
	oldId: orNull('the ID that was replaced, or that is recreated; otherwise null'),
	message: text('how it ended, with what the service said'),
	issues: z.array(issue).describe('the fields that the service refused'),
	warning: maybe('only where a query has probably chosen more than was meant: `user:t1` also matches t11'),
	startedAt: time('only of `recover`: when the change began').optional(),
	name: maybe('only of `recover`: the name of the notification'),
	recipient: maybe('only of `recover`: the masked recipient'),
});

const outcome = z
	.enum(['not-sent', 'rejected', 'unknown'])
	.describe('`unknown` if something has taken effect or may have');

/** The kinds of errors: those of failed requests, then those of chainbell. */
const errorCode = z.enum([
	'unauthorized',
	'forbidden',
	'invalid',
	'not-found',
	'conflict',
	'rate-limited',
	'server',
	'unreachable',
	'timeout',
	'redirected',
	'unreadable',
	'cancelled',
	'usage',
	'failed',
	'refused',
	'unconfirmed',
	'protected',
	'read-only',
	'rules',
	'duplicate',
	'template-unknown',
	'pending',
	'incomplete',
	'interrupted',
	'not-pending',
	'not-failed',
	'ledger',
	'ledger-newer',
	'ledger-earlier',
	'ledger-unwritable',
	'no-account',
	'no-api-key',
	'account',
	'config',
	'sandbox',
	'no-team',
	'board',
	'editor',
	'outdated',
	'changed',
	'exists',
	'not-written',
]);

const error = z.object({
	code: errorCode.describe('the kind of the error'),
	message: text('what happened'),
	hint: orNull('what to do next'),
	outcome,
	status: countOrNull('the status code of the response'),
	requestId: orNull('the ID of the request, if the response has one'),
	issues: z
		.array(issue)
		.describe(
			'the fields that were refused, here or by the service; of several inputs the message begins with the place or the ID',
		),
	notices: texts('what else a command with results would have printed on stderr'),
});

const memberChange = z.object({field: z.string(), old: z.string(), new: z.string()});

const plan = z.object({
	changes: z
		.array(
			z.object({
				action: action.exclude(['recreate']),
				place: orNull('the file and the line: `alerts.yaml, line 12`; null of a deletion'),
				id: orNull('the ID that is replaced or deleted'),
				body: z.record(z.string(), z.unknown()).optional().describe('what is sent; not with --mask'),
				changes: z.array(memberChange).describe('what a replacement changes'),
			}),
		)
		.describe('in the order in which they are made; deletions are there only with --prune'),
	unmanaged: texts('the IDs that are in the scope and in no file'),
	similar: z
		.array(z.object({id: z.string(), place: z.string()}))
		.describe('the IDs outside the scope that look like an older version of an entry that is created, with its line'),
	protected: z
		.array(
			z.object({
				action: z.enum(['replace', 'delete']),
				id: z.string(),
				place: text('the line of config.yaml'),
				protect: maybe('its query; not with --mask'),
			}),
		)
		.describe('what is not planned because it is protected'),
	from: maybe('the profile whose account takes the place of files'),
	unchanged: count('the number of notifications that are equal'),
	repeated: count('the number of entries that are equal to an earlier one'),
	pending: z
		.array(
			z.object({
				number: text('the number of the change for `recover`'),
				noun: text('what it is: `bulk edit`'),
				running: maybe('where it is being made; missing if nobody works on it'),
				isNew: z.boolean().describe('whether it has created the notification'),
				ids: texts('the IDs that are not touched'),
				places: texts('the lines of the files that are not touched'),
			}),
		)
		.describe('the pending changes because of which something is not touched'),
	assumedEqual: texts('the IDs whose template or topics are unknown, and taken to be those of the file'),
	rewritten: texts('the IDs that are unchanged although the service has rewritten their text'),
	losing: texts('the IDs that are replaced although their template or topics are unknown and lost'),
	notReplaced: texts('the IDs that are not replaced, because their template or topics are unknown and would be lost'),
	createdWithoutTemplate: count('the number created without the template that they may have elsewhere'),
	templatesNotCompared: count('the number whose template in the other account is unknown'),
});

const history = z.object({
	at: time('when the request was sent'),
	service: text('the address of the service'),
	kind: action,
	change: count('the number of the change'),
	number: text('the number of the item for `undo` and `recover`'),
	profileName: z.string(),
	method: z.enum(['POST', 'DELETE']),
	target: maybe('the ID to delete, or that the response named'),
	outcome: z.enum(['sent', 'ok', ...outcome.options]).describe('of the request; `sent`: there is no response yet'),
	status: z.number().optional().describe('the status code of the response'),
	summary: maybe('the response in one line'),
	label: text('the name of the notification, or else its user and recipient'),
	channel: z.string(),
	recipient: text('masked'),
	state: z
		.enum(['planned', 'creating', 'created', 'deleting', 'undoing', 'done', 'failed', 'unfollowed', 'rolled-back'])
		.describe('how far the change of this notification is'),
	id: orNull('as in results'),
	oldId: orNull('as in results'),
	detail: maybe('what is to be said of it'),
	operator: maybe('the member of the team who made it'),
	machine: maybe('the machine on which it was made'),
});

/** The schemas of what commands print. Members may be added. */
export const schemas = {result, error, plan, history};

/** What commands print, as a schema describes it. */
export type Printed<Name extends keyof typeof schemas> = Immutable<z.infer<(typeof schemas)[Name]>>;

type Immutable<T> = unknown extends T ? T : {readonly [Key in keyof T]: Immutable<T[Key]>};
