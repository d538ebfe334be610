import {setImmediate as turn} from 'node:timers/promises';
import type {Ask, PlanOptions, Refusal} from '../../source/changes/plan.ts';
import {takeSnapshot} from '../../source/changes/alike.ts';
import type {ChangeContext, Look} from '../../source/changes/context.ts';
import {look} from '../../source/changes/look.ts';
import {plan} from '../../source/changes/plan.ts';
import {createPauseControl} from '../../source/changes/pool.ts';
import {
	runPlanned,
	runSet,
	stopFollowing,
	type Ended,
	type Progress,
	type RunOptions,
} from '../../source/changes/run.ts';
import {say, sayLeft} from '../../source/changes/say.ts';
import type {Item, NotificationSnapshot} from '../../source/ledger/item.ts';
import {canonicalForm} from '../../source/notification/equivalence.ts';
import type {Notification, NotificationInput} from '../../source/notification/notification.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import type {Fault} from '../../source/sandbox/faults.ts';
import {listNotifications} from '../../source/service/listing/list-notifications.ts';
import {era} from '../helpers/looks.ts';
import {storedBody} from '../helpers/model-service/stored-body.ts';
import {awaited, input, open, temporaryFile} from '../ledger/ledgers.ts';
import {create, start, watchWrites, type Service} from '../sandbox/client.ts';

/** Under which account the ledgers of these tests keep everything, on whatever port it is served. */
export const profile = 'the account';

/** Somebody else's notification, which no change is about. */
export const other: NotificationInput = {...input, userId: 'somebody else'};

/** What `input` is edited to. */
export const edited: NotificationInput = {...input, recipient: 'others@example.com', template: 'new words'};

/** Notifications of different users: `user-1`, `user-2`, … */
export const inputs = (count: number): NotificationInput[] =>
	Array.from({length: count}, (_, index) => ({...input, userId: `user-${index + 1}`}));

/** What may differ from one run to the next. */
export type Change = Partial<ChangeContext> & Partial<Pick<RunOptions, 'limit' | 'pauseControl'>>;

/** An account on a real service with a real ledger, and a clock that only pauses move. */
export type Place = ReturnType<typeof createPlace>;

/** The writes of the ledger that are transactions of their own. */
const commits = ['begin', 'open', 'add', 'close', 'append'] as const;

/** Opens the account of a service. `file`: its ledger, as it was left; a new one unless given. */
export function createPlace(service: Service, file = temporaryFile()) {
	const {ledger} = open(file);
	const changes = awaited(ledger).changes;
	const time = {at: 0};
	const pauses: number[] = [];
	const told: Progress[] = [];
	const steps: unknown[] = [];
	const writes = watchWrites(service);
	const log: string[] = [];
	let logged = 0;
	const takeWrites = () => {
		log.push(...writes.slice(logged));
		logged = writes.length;
	};

	const counted = Object.fromEntries(
		commits.map(name => [
			name,
			async (...given: readonly unknown[]) => {
				takeWrites();
				log.push([name, ...kindsOf(given)].join(' '));
				return (changes[name] as (...parameters: readonly unknown[]) => unknown)(...given);
			},
		]),
	) as unknown as Pick<typeof changes, (typeof commits)[number]>;

	/** For one change. */
	const contextWith = (change: Change = {}): ChangeContext => {
		let last: Look | undefined;
		return {
			connection: {baseUrl: service.baseUrl, apiKey: service.apiKey, timeout: 10_000},
			profile,
			profileName: 'test',
			changes: {...changes, ...counted},
			sent: ledger.sent,
			retry: {
				async sleep(milliseconds) {
					time.at += milliseconds;
					pauses.push(milliseconds);
					await turn();
				},
			},
			now: () => time.at,
			elapsed: createMonotonicClock(era, () => time.at),
			settlingTime: 5000,
			lastLook: () => last,
			onLook(found) {
				last = found;
			},
			onStep(step, facts) {
				const what = facts?.accepted ?? facts?.deletes;
				steps.push(what === undefined ? step : [step, what]);
			},
			signal: new AbortController().signal,
			...change,
		};
	};

	const runOptions = ({pauseControl = createPauseControl(), limit}: Change) => ({
		pauseControl,
		limit,
		onProgress(progress: Progress) {
			told.push(progress);
		},
	});
	const continueWith = async (
		intent: RunOptions['intent'],
		{set = 1, item, chosen, ...change}: Change & {set?: number; item?: number; chosen?: string | undefined},
	) => {
		await changes.claim(set);
		return runSet(contextWith(change), set, {...runOptions(change), intent, item, chosen});
	};

	return {
		service,
		file,
		ledger,
		changes: ledger.changes,
		/** Where it is now, in milliseconds. Tests may set it. */
		time,
		/** Every pause so far, in milliseconds. */
		pauses,
		/** Every progress that was reported. */
		told,
		/** Every step that was reported, with the answer after which something is looked for, or with what is deleted. */
		steps,
		/** The POSTs and DELETEs that arrived, from any client: `POST`, `DELETE 7`. */
		writes,
		/** The transactions of the ledger, and the requests between them. */
		log() {
			takeWrites();
			return log;
		},
		contextWith,
		/** Plans a set, and runs it. */
		async run(
			asks: readonly Ask[],
			{accepted, isUnchecked, keeps, given, ...change}: Change & PlanOptions = {},
		): Promise<Ended | Refusal> {
			const context = contextWith(change);
			const planned = await plan(context, asks, {accepted, isUnchecked, keeps, given} as PlanOptions);
			return planned.kind === 'planned' ? runPlanned(context, planned, runOptions(change)) : planned;
		},
		/** Writes a set down, as a process that is killed before its first request. Returns its number. */
		plan: (asks: readonly Ask[], knownIds: readonly string[] = []): number =>
			ledger.changes.begin(
				{profile, profileName: 'test'},
				asks.map(({of, ...ask}) => ({...ask, snapshot: of, knownIds})),
			).id,
		finish: async (given: Parameters<typeof continueWith>[1] = {}) => continueWith('finish', given),
		rollBack: async (given: Parameters<typeof continueWith>[1] = {}) => continueWith('roll-back', given),
		stop: async (set = 1, item?: number) => stopFollowing(contextWith(), set, item),
		/** What becomes of what failed, so that it can be sent again. */
		retry(set = 1): void {
			ledger.changes.append(
				ledger.changes
					.items(set, {phases: ['failed']})
					.map(({id}) => ({item: id, event: {kind: 'decided', how: 'retry'}})),
			);
		},
		async look(change: Change = {}): Promise<Look> {
			const found = await look(contextWith(change));
			if ('failure' in found) {
				throw new Error(found.failure.summary);
			}

			return found;
		},
		/** The notification as it is listed, to be edited or deleted. `sent`: what no listing returns. */
		async snapshot(id: string, sent?: Parameters<typeof takeSnapshot>[1]): Promise<NotificationSnapshot> {
			const listed = await list(service);
			return takeSnapshot(
				listed.find(one => one.id === id)!,
				sent,
			);
		},
		async edit(id: string, content: NotificationInput = edited): Promise<Ask> {
			return {kind: 'replace', of: await this.snapshot(id), input: content};
		},
		async deletions(...ids: readonly string[]): Promise<Ask[]> {
			const listed = await list(service);
			return ids.map(id => ({kind: 'delete', of: takeSnapshot(listed.find(one => one.id === id)!)}));
		},
		/** Each item of a set: what it is about, and what became of it. */
		lines: (set = 1): string[] =>
			ledger.changes.items(set).map(item => `${item.snapshot?.id ?? item.input!.userId} ${lineOf(item)}`),
		/** The requests of an item, with their answers. */
		requests: (item = 1): string[] =>
			ledger.changes
				.item(item)!
				.requests.map(({method, target, outcome, status}) =>
					[method, target, outcome, status].filter(part => part !== undefined).join(' '),
				),
		/** Whether every change has ended. */
		isIdle: (): boolean => ledger.changes.pending(profile).length === 0,
	};
}

/** The events that a write of the ledger records. */
function kindsOf(given: readonly unknown[]) {
	type Recorded = {readonly kind?: string; readonly to?: string; readonly event?: Recorded};
	return given
		.flat()
		.map(each => (each as Recorded | undefined)?.event ?? (each as Recorded | undefined) ?? {})
		.filter(({kind = ''}) => ['sent', 'answered', 'seen', 'decided'].includes(kind))
		.map(({kind, to}) => [kind, to].filter(part => part !== undefined).join(' '));
}

/** What became of an item: its phase, the ID of its new notification, and what is said of it. */
export function lineOf(item: Item): string {
	const said = say(item).replaceAll(/(?<=127\.0\.0\.1):\d+/gv, '');
	return [item.phase, item.newId, said].filter(part => part !== undefined && part !== '').join(' ');
}

/** How a change ended in one line: of one its item, of several their counts, with the failure and the reason; of none why. */
export function ending(outcome: Ended | Refusal): string {
	if (outcome.kind === 'duplicates') {
		const each = outcome.duplicates.map(({index, same, earlier}) =>
			[index, 'as', ...same.map(({id}) => id), earlier].filter(part => part !== undefined).join(' '),
		);
		return `duplicates: ${each.join(', ')}`;
	}

	if (outcome.kind === 'refused') {
		return `refused: ${outcome.failure.kind} ${outcome.failure.nextStep}`;
	}

	if (outcome.kind !== 'ended') {
		return `${outcome.kind}: ${outcome.reason}`;
	}

	const {set, only, failure} = outcome;
	const counts = Object.entries(set.counts)
		.filter(([, count]) => count > 0)
		.map(([name, count]) => `${name} ${count}`);
	const parts = only === undefined ? [counts.join(', '), failure?.kind, sayLeft(outcome)] : [lineOf(only)];
	return parts.filter(part => part !== undefined).join('; ');
}

export type Setting = {
	/** The notifications of the account, with IDs from 1. */
	readonly existing?: readonly NotificationInput[];
	/** Each fault hits once unless it has a count. */
	readonly faults?: readonly Fault[];
};

/** A place on a sandbox. */
export async function setUp({existing = [], faults = []}: Setting = {}) {
	const sandbox = await start();
	for (const one of existing) {
		await createElsewhere(sandbox, one);
	}

	const bring = (...more: readonly Fault[]) => {
		for (const fault of more) {
			sandbox.faults.add({count: 1, ...fault});
		}
	};

	bring(...faults);
	return {
		...createPlace(sandbox),
		sandbox,
		bring,
		/** Does something while the first request of this kind is held, before it takes effect or (`after`) then. */
		async during<T>(
			kind: 'create' | 'delete' | 'list',
			act: () => Promise<T>,
			meanwhile: readonly Fault[] | (() => Promise<unknown> | void),
			when: 'before' | 'after' = 'before',
		): Promise<T> {
			const hold = sandbox.faults.hold({on: kind, when, count: 1});
			const acted = act();
			await Promise.race([hold.arrived, acted]);
			await (typeof meanwhile === 'function' ? meanwhile() : bring(...meanwhile));
			hold.release();
			return acted;
		},
		/** Clears all faults, and returns the canonical form of every notification by ID. */
		async account(): Promise<Record<string, string>> {
			sandbox.faults.clear();
			const listed = await list(sandbox);
			return Object.fromEntries(listed.map(one => [one.id, canonicalForm(one)]));
		},
	};
}

export type SandboxPlace = Awaited<ReturnType<typeof setUp>>;

/** The same as `account` of what is expected. */
export const forms = (expected: Readonly<Record<string, NotificationInput>>): Record<string, string> =>
	Object.fromEntries(Object.entries(expected).map(([id, content]) => [id, canonicalForm(content)]));

/** Creates a notification as another client does, and returns its ID. */
export async function createElsewhere(service: Service, content: NotificationInput): Promise<string> {
	const {id} = await create(service, storedBody(content) as Parameters<typeof create>[1]);
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

export const createOf = (content: NotificationInput = input): Ask => ({kind: 'create', input: content});
