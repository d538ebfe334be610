import {settlingTimeOf, type Character, type ListingFate, type WriteFate} from './fates.ts';
import {pageOf} from './pages.ts';
import {isConfirmation, isRejection, replyOf, unauthorizedReply, type Reply} from './replies.ts';
import {rewrite, type StoredBody} from './stored-body.ts';
import {createTimeline, type Cause, type Timeline} from './timeline.ts';
import {createVirtualTime, type VirtualTime} from './virtual-time.ts';

/** A POST or DELETE that the service took. */
export type WriteRequest = {
	/** From 1. */
	readonly number: number;
	readonly method: 'POST' | 'DELETE';
	/** The ID that a DELETE names, or the one that a POST gives to what it creates. */
	readonly id: string;
	readonly at: number;
	readonly fate: WriteFate;
	/** Whether a POST is to overwrite what exists with its ID. */
	readonly overwrites: boolean;
};

/** What another client does, or the provider. */
export type OutsideEvent =
	| {readonly kind: 'create'; readonly body: StoredBody}
	/** Deletes one of those that exist then, counted in a circle. */
	| {readonly kind: 'delete'; readonly which: number}
	/** From then on the API key is refused, and another one of the same account is valid. */
	| {readonly kind: 'renew the key'};

/** A listing that is being read. */
export type OpenListing = {
	/** The reply to the request for one page. */
	readonly page: (query: URLSearchParams) => Reply;
};

/**
A service as interface.md describes it, and as badly behaved as its fates say, in virtual time. It is pure: it knows nothing of HTTP. Every time is in milliseconds.
*/
export type ModelService = Pick<VirtualTime, 'now' | 'advance'> & {
	readonly character: Character;
	/** What really happened. */
	readonly timeline: Timeline;
	/** The POSTs and DELETEs that were taken, in the order in which they arrived. */
	readonly requests: readonly WriteRequest[];
	/** The API key that is valid now. */
	readonly apiKey: () => string;
	readonly post: (apiKey: string, body: StoredBody, fate: WriteFate) => Reply;
	readonly remove: (apiKey: string, id: string, fate: WriteFate) => Reply;
	/** Begins a listing. */
	readonly list: (apiKey: string, fate: ListingFate) => OpenListing;
	/** Has something happen from outside, so many milliseconds from now. */
	readonly schedule: (delay: number, event: OutsideEvent) => void;
	/** Whether nothing is left that can still happen. */
	readonly isAtRest: () => boolean;
	/** When the last request has taken effect and every listing shows it. */
	readonly settledAt: () => number;
};

/** Options of a model. */
export type ModelOptions = {
	readonly character: Character;
	/** What exists from the beginning. */
	readonly existing?: readonly StoredBody[];
	/** Told of everything that happens, in a line each. */
	readonly onEvent?: (line: string) => void;
};

/** Makes a service in which no time has passed yet. */
export function createModelService({character, existing = [], onEvent}: ModelOptions): ModelService {
	const time = createVirtualTime();
	const timeline = createTimeline();
	const requests: WriteRequest[] = [];
	/** IDs that can be given again. */
	const freed: string[] = [];
	let lastId = 0;
	let keys = 1;

	const apiKey = () => `key-${keys}`;
	const note = (line: string) => {
		onEvent?.(`${String(time.now()).padStart(7)}  ${line}`);
	};

	const nextId = () => {
		const again = character.ids === 'reused' ? freed.pop() : undefined;
		if (again !== undefined) {
			return again;
		}

		lastId++;
		// Knuth's multiplicative hash: different for every number, and in no order.
		return character.ids === 'strings' ? `n${((lastId * 2_654_435_761) % 2 ** 32).toString(36)}` : String(lastId);
	};

	const end = (id: string, cause: Cause) => {
		if (timeline.end(id, cause, time.now())) {
			freed.push(id);
		}
	};

	/** The notification that a POST overwrites. */
	const findOverwritten = (body: StoredBody) =>
		character.isUpserting
			? timeline.existingAt(time.now()).findLast(lifetime => keyOf(lifetime.body) === keyOf(body))?.id
			: undefined;

	const store = (body: StoredBody) => (character.isRewriting ? rewrite(body) : body);

	/** Gives a request its effect, at the time that its fate says. */
	const take = (
		{
			method,
			id,
			fate,
			overwrites = false,
		}: Pick<WriteRequest, 'method' | 'id' | 'fate'> & {readonly overwrites?: boolean},
		happen: (request: number) => void,
	) => {
		const request = {number: requests.length + 1, method, id, at: time.now(), fate, overwrites};
		requests.push(request);
		const delay = delayOf(character, method, fate);
		note(
			`${method} ${id} arrives (request ${request.number}), takes effect ${delay === undefined ? 'never' : `after ${delay}`}, is answered ${fate.answer}${overwrites ? ', overwrites' : ''}`,
		);
		if (delay !== undefined) {
			time.schedule(delay, () => {
				note(`${method} ${id} takes effect`);
				happen(request.number);
			});
		}

		time.advance(fate.takes);
	};

	const happenOutside = (event: OutsideEvent) => {
		switch (event.kind) {
			case 'create': {
				const id = nextId();
				note(`another client creates ${id}`);
				timeline.begin(id, store(event.body), 'another client', time.now());
				break;
			}

			case 'delete': {
				const present = timeline.existingAt(time.now());
				const victim = present[event.which % present.length];
				if (victim !== undefined) {
					note(`another client deletes ${victim.id}`);
					end(victim.id, 'another client');
				}

				break;
			}

			case 'renew the key': {
				note('the key is renewed');
				keys++;
				break;
			}
		}
	};

	for (const body of existing) {
		timeline.begin(nextId(), store(body), 'before', -Infinity);
	}

	return {
		character,
		timeline,
		requests,
		now: time.now,
		advance: time.advance,
		apiKey,
		post(key, body, fate) {
			if (key !== apiKey()) {
				return unauthorizedReply;
			}

			const overwritten = findOverwritten(store(body));
			const twin = fate.isReplayed === true && !character.isUpserting ? nextId() : undefined;
			const id = overwritten ?? nextId();
			const wrong = timeline.existingAt(time.now())[0]?.id ?? id;
			take({method: 'POST', id, fate, overwrites: overwritten !== undefined}, request => {
				if (twin !== undefined) {
					note(`a proxy has repeated it, which creates ${twin}`);
					timeline.begin(twin, store(body), request, time.now());
				}

				timeline.begin(id, store(body), request, time.now());
			});
			return replyOf(fate.answer, {right: id, wrong});
		},
		remove(key, id, fate) {
			if (key !== apiKey()) {
				return unauthorizedReply;
			}

			take({method: 'DELETE', id, fate}, request => {
				end(id, request);
			});
			return replyOf(fate.answer);
		},
		list: (key, fate) =>
			key === apiKey() ? openListing({character, timeline, time, note}, fate) : {page: () => unauthorizedReply},
		schedule(delay, event) {
			time.schedule(delay, () => {
				happenOutside(event);
			});
		},
		isAtRest: () => time.restsAt() === time.now(),
		settledAt: () =>
			Math.max(time.restsAt() + character.lagBound, ...requests.map(({at}) => at + settlingTimeOf(character))),
	};
}

/** The fields that identify a notification for a service that overwrites. */
const keyOf = ({external_user_id, channel, delivery_location}: StoredBody) =>
	JSON.stringify([external_user_id, channel, delivery_location]);

/** Milliseconds to the effect; undefined: it has none. */
function delayOf(
	{effectBound, isForgetful}: Character,
	method: WriteRequest['method'],
	{effect, answer}: WriteFate,
): number | undefined {
	if (isRejection(method, answer)) {
		return undefined;
	}

	if (effect === 'never') {
		return isConfirmation(answer) && !isForgetful ? 0 : undefined;
	}

	return Math.min(effect, effectBound - 1);
}

type Inside = {
	readonly character: Character;
	readonly timeline: Timeline;
	readonly time: VirtualTime;
	readonly note: (line: string) => void;
};

function openListing({character, timeline, time, note}: Inside, {lag, answer, takes, omits}: ListingFate): OpenListing {
	const behind = Math.min(lag, character.lagBound - 1);
	const existing = () => timeline.existingAt(time.now() - behind);
	const omitted = omits === undefined ? undefined : existing()[omits % existing().length]?.id;
	const visible = () => (answer === 'empty' ? [] : existing().filter(({id}) => id !== omitted));
	const first = visible();
	/** A shift that leaves the count as it was cannot be noticed by any client, so it is not shown before the next listing. */
	const current = () => {
		const now = visible();
		return character.isShifting && now.length !== first.length ? now : first;
	};

	return {
		page(query) {
			const isFirst = query.size === 0;
			if (isFirst && answer !== 'shown' && answer !== 'empty') {
				note(`a listing is answered ${answer}`);
				time.advance(takes);
				return answer === 'reset' ? 'reset' : replyOf(answer);
			}

			const shown = current();
			note(
				`a listing ${behind} behind${omitted === undefined ? '' : `, without ${omitted}`}${answer === 'empty' ? ', empty' : ''}${isFirst ? '' : `, ${query.toString()}`}: ${shown.map(({id}) => id).join(', ')}`,
			);
			time.advance(takes);
			return {status: 200, body: pageOf(character, query, shown)};
		},
	};
}
