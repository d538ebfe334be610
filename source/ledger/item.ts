import type * as z from 'zod/mini';
import type {BatchKind, Counts} from '../notification/operation-texts.ts';
import type {NotificationInput} from '../notification/notification.ts';
import type {MemberPath} from '../notification/undocumented.ts';
import type {Moment} from '../platform/clock.ts';
import type {Event, events, NotificationSnapshot, Phase, Reason, SharedItem} from './shared-body.ts';

export type {ChangedMember, Event, NotificationSnapshot, Phase, Reason} from './shared-body.ts';

/*
A change is a set of items, one or many. What happens to an item is a list of events, which is only appended to; its state is what these add up to (`fold`).
*/

/** A member of the team and the machine, as the board names them: not safe to show. */
export type Colleague = {readonly operator: string; readonly host: string};

/** The phases in which a request may have been sent whose outcome is not known. */
export const awaitedPhases = ['creating', 'deleting', 'undoing'] as const satisfies readonly Phase[];

/** The phases in which an item has ended. */
export const endedPhases: readonly Phase[] = ['done', 'failed', 'unfollowed', 'rolled-back'];

/** A change of one notification, as it is planned. `undoes`: the item that it undoes. `isUndo`: by default whether it undoes something that is none; what undoes an undo is a redo, and what is resumed a change of its own. */
export type NewItem = Omit<SharedItem, 'undoes' | 'isUndo'> & {
	readonly undoes?: number | undefined;
	readonly isUndo?: boolean | undefined;
};

/** One request of an item. */
export type Request = {
	/** The number of its event. */
	readonly n: number;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly method: 'POST' | 'DELETE';
	/** The ID to delete, or the one that the answer to a POST named. */
	readonly target: string | undefined;
	/** `sent`: there is no answer yet. */
	readonly outcome: 'sent' | 'ok' | 'not-sent' | 'rejected' | 'unknown';
	readonly status?: number | undefined;
	/** The answer in one line, safe to show. */
	readonly summary?: string | undefined;
	/** When it was answered or, without an answer, sent. */
	readonly moment: Moment | undefined;
	readonly isForeign?: true;
};

/** What an event shows of an item and stays so. */
type Seen = Pick<z.infer<typeof events.seen>, 'newId' | 'issues' | 'candidates' | 'former' | 'probable'>;

/** What the events of an item add up to. */
export type State = Seen & {
	readonly phase: Phase;
	/** The number of events. */
	readonly n: number;
	/** Milliseconds since the epoch. */
	readonly endedAt?: number | undefined;
	readonly requests: readonly Request[];
	readonly reason: readonly Reason[];
	readonly notes: readonly Reason[];
	/** Of the first complete listing that lacked what was created or deleted, if no later one showed it. */
	readonly missingSince?: Moment | undefined;
	readonly knownIds: readonly string[];
	/** Members that the service refused, and that are not sent again. */
	readonly without?: readonly MemberPath[] | undefined;
	/** Whether the operator let go what was parked. */
	readonly isUnparked?: true;
};

/** An item with its state. */
export type Item = Omit<NewItem, 'knownIds'> &
	State & {
		readonly id: number;
		readonly set: number;
		/** From 1. */
		readonly position: number;
		/** The number of items of the set. */
		readonly of: number;
		/** A `profileKey`. */
		readonly profile: string;
		/** The profile's name, for display. */
		readonly profileName: string;
		/** Milliseconds since the epoch. */
		readonly startedAt: number;
		readonly input: NotificationInput | undefined;
		readonly snapshot: NotificationSnapshot | undefined;
		/** Who made it on another machine. Its POST is never sent from here. */
		readonly by?: Colleague | undefined;
		/** Whether `input` or `snapshot` has `[API key]` in place of an API key: it must not be sent. */
		readonly isRedacted?: true;
	};

/** A notification as history shows it, without secrets. */
export type About = {
	/** The notification's name, or else its user and recipient. */
	readonly label: string;
	readonly channel: string;
	/** The masked recipient. */
	readonly recipient: string;
};

export type {Counts} from '../notification/operation-texts.ts';

/** A set of items that start, stop and resume together. */
export type ChangeSet = {
	readonly id: number;
	readonly profile: string;
	readonly profileName: string;
	readonly kind: BatchKind;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	/** The number of items. */
	readonly size: number;
	readonly counts: Counts;
	/** The IDs of notifications that must still be listed before anything is deleted. */
	readonly keeps: readonly string[];
	readonly by?: Colleague | undefined;
};

/** The state of an item before its first event. */
export const firstState = (knownIds: readonly string[] = [], reason: readonly Reason[] = []): State => ({
	phase: 'planned',
	n: 0,
	requests: [],
	reason,
	notes: [],
	knownIds,
});

/** Adds an event to a state. `at`: milliseconds since the epoch. */
export function fold(item: Pick<Item, 'kind' | 'snapshot'>, state: State, event: Event, at: number): State {
	const next = {...state, n: state.n + 1};
	switch (event.kind) {
		case 'sent': {
			const {method, target, moment, isForeign} = event;
			return {
				...next,
				phase: phaseOf(item, state, event),
				requests: [
					...state.requests,
					{n: next.n, at, method, target, outcome: 'sent', moment, ...(isForeign && {isForeign})},
				],
				reason: [],
				issues: undefined,
				candidates: undefined,
				missingSince: undefined,
			};
		}

		case 'answered': {
			const {outcome, status, summary, named, former, moment, of = state.requests.at(-1)?.n} = event;
			const sent = state.requests.find(({n}) => n === of);
			if (sent === undefined) {
				return next;
			}

			const answered = {...sent, outcome, status, summary, target: named ?? sent.target, moment};
			const requests = state.requests.map(request => (request === sent ? answered : request));
			// Another machine has ended the item meanwhile, which did not know of this answer.
			const isEnded = state.phase === 'failed' || state.phase === 'rolled-back';
			const mayBe = outcome === 'ok' || outcome === 'unknown';
			const isLate = mayBe && isEnded && event.of !== undefined;
			return {
				...next,
				...(isLate && {phase: phaseOf(item, state, sent), endedAt: undefined, reason: []}),
				requests,
				former: former ?? state.former,
			};
		}

		case 'seen': {
			const {
				to = state.phase,
				newId = state.newId,
				reason,
				notes = [],
				issues,
				candidates,
				former,
				known,
				probable,
			} = event;
			return {
				...next,
				phase: to,
				newId,
				endedAt: endedPhases.includes(to) ? (state.endedAt ?? at) : undefined,
				reason: reason ?? state.reason,
				notes: [...state.notes, ...notes],
				issues: reason === undefined ? state.issues : issues,
				candidates: reason === undefined ? state.candidates : candidates,
				missingSince: missingSinceOf(state, event, to),
				former: former ?? state.former,
				probable: probable ?? state.probable,
				knownIds: known === undefined ? state.knownIds : [...state.knownIds, ...known],
			};
		}

		case 'decided': {
			if (event.how === 'unpark') {
				return {...next, isUnparked: true};
			}

			if (event.how === 'stop') {
				const deletes = state.requests.filter(({method}) => method === 'DELETE');
				const isLeft = state.phase === 'created' && !mayHaveEffect(deletes);
				const reason: Reason = {why: 'stopped-following', ...(isLeft && {isLeft})};
				const others = state.reason.filter(({why}) => why !== 'wait');
				return {...next, phase: 'unfollowed', endedAt: at, reason: [reason, ...others]};
			}

			return {
				...next,
				// A DELETE can be sent again; of a POST listings say what it did.
				phase: item.kind !== 'delete' && mayHaveEffect(state.requests) ? 'creating' : 'planned',
				endedAt: undefined,
				without: event.without ?? state.without,
			};
		}
	}
}

/** The phase in which a request is awaited. */
function phaseOf(
	{kind, snapshot}: Pick<Item, 'kind' | 'snapshot'>,
	{newId}: State,
	{method, target}: Pick<Request, 'method'> & {readonly target?: string | undefined},
): Phase {
	const isOld = kind !== 'recreate' && target === snapshot?.id && target !== newId;
	const deleting = isOld ? 'deleting' : 'undoing';
	return method === 'POST' ? 'creating' : deleting;
}

/**
Adds up all events of an item, in their order: what another machine has put in before an own one may leave that one without a meaning, and then it changes nothing. Every machine comes to the same.

@param item - The item; `knownIds` as they were planned.
@param events - Its events by number. One whose number is missing is not known yet.
*/
export function foldAll(
	item: Pick<Item, 'kind' | 'snapshot'>,
	first: State,
	events: Iterable<{readonly n: number; readonly at: number; readonly event: Event}>,
): State {
	let state = first;
	for (const {n, at, event} of events) {
		const next = fold(item, {...state, n: n - 1}, event, at);
		state = isPossible(item, next) ? next : {...state, n};
	}

	return state;
}

/** Whether an item has what its phase relies on. */
function isPossible({kind}: Pick<Item, 'kind'>, {phase, newId, requests}: State): boolean {
	const isReplacing = kind === 'replace' && newId !== undefined;
	const wants: Readonly<Partial<Record<Phase, boolean>>> = {
		creating: kind !== 'delete' && requests.length > 0,
		created: isReplacing,
		deleting: kind === 'delete' || isReplacing,
		undoing: requests.length > 0,
	};
	return (wants[phase] ?? true) && requests.every(({method}) => method === 'DELETE' || kind !== 'delete');
}

function missingSinceOf(state: State, {missingSince}: Event & {readonly kind: 'seen'}, to: Phase): Moment | undefined {
	return missingSince === undefined && to === state.phase ? state.missingSince : (missingSince ?? undefined);
}

/** Whether one of these requests may have taken effect. */
export const mayHaveEffect = (requests: readonly Request[]): boolean =>
	requests.some(({outcome}) => outcome === 'sent' || outcome === 'unknown' || outcome === 'ok');

/** Whether the service confirmed one of these requests. */
export const isConfirmed = (requests: readonly Request[]): boolean => requests.some(({outcome}) => outcome === 'ok');

/** The POSTs of an item. */
export const postsOf = ({requests}: Pick<State, 'requests'>): readonly Request[] =>
	requests.filter(({method}) => method === 'POST');

/** The DELETEs that an item sent for a notification. */
export const deletesOf = ({requests}: Pick<State, 'requests'>, id: string): readonly Request[] =>
	requests.filter(({method, target}) => method === 'DELETE' && target === id);

/** Whether an answer named this notification as the new one. Otherwise somebody else may have created it. */
export const isNamed = (item: Pick<State, 'requests'>, id: string): boolean =>
	postsOf(item).some(({target}) => target === id);

/** Whether the service confirmed the last request, and only a listing is missing. */
export const isAccepted = ({
	phase,
	kind,
	requests,
	candidates,
}: Pick<Item, 'phase' | 'kind' | 'requests' | 'candidates'>): boolean =>
	(phase === 'deleting' || phase === 'undoing' || (phase === 'creating' && kind !== 'replace')) &&
	candidates === undefined &&
	requests.at(-1)?.outcome === 'ok';

/** Whether the request of a failed item can be sent again. A POST that may have taken effect never is. */
export const canSendAgain = ({kind, requests}: Pick<Item, 'kind' | 'requests'>): boolean =>
	kind === 'delete' || !mayHaveEffect(requests);

/** Whether an item had an effect that can be undone: it created or deleted something, or may have, or overwrote something. */
export function hasEffect({kind, phase, snapshot, newId, former, requests}: Item): boolean {
	if (!endedPhases.includes(phase)) {
		return false;
	}

	const isDeletion = kind === 'delete' || (kind === 'replace' && phase !== 'done' && former === undefined);
	if (isDeletion) {
		// A DELETE that was sent may have taken effect afterwards, whatever was concluded.
		return phase === 'done' || mayHaveEffect(deletesOf({requests}, snapshot!.id));
	}

	return phase === 'done' ? newId !== undefined : phase !== 'rolled-back' && former !== undefined;
}

/** The number of an item in commands and on screens: `12` if it is the only one of its set, otherwise `12.3`. */
export const numberOf = ({set, position, of}: Pick<Item, 'set' | 'position' | 'of'>): string =>
	of === 1 ? String(set) : `${set}.${position}`;

/** Counts items. `of`: how many are in a phase; `skipped`: how many were rolled back without having been created. */
export const countsOf = (of: (phase: Phase) => number, skipped = 0): Counts => ({
	planned: of('planned'),
	created: of('created'),
	unknown: of('creating') + of('deleting') + of('undoing'),
	done: of('done'),
	failed: of('failed'),
	unfollowed: of('unfollowed'),
	rolledBack: of('rolled-back') - skipped,
	skipped,
});

/** The number of items. */
export const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Whether a set has items that have not ended. */
export const isOpen = ({counts: {planned, created, unknown}}: Pick<ChangeSet, 'counts'>): boolean =>
	planned + created + unknown > 0;

/** Items per page: reading this many takes a few milliseconds. */
export const itemsPerPage = 50;

/**
Reads the items of a set page by page, on demand.

@yields The items, including those that are found only after the page that was read last.
*/
export function* pagedItems(
	read: (page: {readonly after: number; readonly limit: number}) => readonly Item[],
): Generator<Item, void, void> {
	let page = read({after: 0, limit: itemsPerPage});
	while (page.length > 0) {
		yield* page;
		page = read({after: page.at(-1)!.position, limit: itemsPerPage});
	}
}
