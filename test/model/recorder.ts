import {endedStates, type Change, type Listed} from '../door.ts';
import type {ModelService} from '../helpers/model-service/model.ts';
import {isAllowedDelete, isColleagues} from './judge.ts';
import type {OperatorOptions} from './operator.ts';
import {requestsOf, shownForm, takenKey, type Claim, type LifeRecord, type Violation} from './record.ts';

/** A request that a change has written down before sending it. */
export type AnnouncedRequest = {readonly change: number; readonly method: string};

/** Keeps what a life is judged by. */
export type Recorder = {
	readonly life: LifeRecord;
	/** What was wrong with requests. */
	readonly violations: readonly Violation[];
	/** The service has taken a POST or DELETE, unless it refused the API key. `announced`: what was written down before. `listedAt`: when the last complete listing before it began. */
	readonly takeWrite: (
		announced: AnnouncedRequest | undefined,
		find: (change: number) => Change | undefined,
		listedAt: number | undefined,
	) => void;
	/** A listing has shown notifications. */
	readonly takeListing: (listed: readonly Listed[]) => void;
	/** Takes over what the history says of every change. */
	readonly takeChanges: (changes: readonly Change[]) => void;
	/** What the operator tells. */
	readonly operatorOptions: OperatorOptions;
};

export type RecorderOptions = {
	readonly model: ModelService;
	/** Called with what happens, in a line each. */
	readonly note: (line: string) => void;
	/** Whether listings can lack what exists. */
	readonly isMisled: boolean;
	/** Whether the sender of a request is known: then the present one was refused. */
	readonly isTaken: (request: number) => boolean;
};

/** Makes a recorder. */
export function createRecorder({model, note, isMisled, isTaken}: RecorderOptions): Recorder {
	const senders = new Map<number, number>();
	const listedBefore = new Map<number, number>();
	const operations = new Map<number, Change>();
	const chosenTargets = new Set<string>();
	const chosenAsNew = new Map<number, Set<string>>();
	const claims: Claim[] = [];
	const taken = new Map<string, {at: number; requests: number}>();
	const shown = new Map<string, {at: number; earlier: number}>();
	const violations: Violation[] = [];
	const life: LifeRecord = {
		model,
		senders,
		listedBefore,
		operations,
		chosenTargets,
		chosenAsNew,
		claims,
		taken,
		shown,
		isMisled,
	};

	const takeChange = (change: Change) => {
		const {id, kind, state, newId, detail = ''} = change;
		const before = operations.get(id)?.state;
		operations.set(id, change);
		if (newId !== undefined) {
			const key = takenKey(id, newId);
			taken.set(key, taken.get(key) ?? {at: model.now(), requests: model.requests.length});
		}

		if (state === before || !endedStates.includes(state)) {
			return;
		}

		claims.push({operation: change, at: model.now(), shown: shown.size});
		note(`the journal says that operation ${id} (${kind}) is ${state}: ${detail}`);
	};

	return {
		life,
		violations,
		takeWrite(announced, find, listedAt) {
			const request = model.requests.at(-1);
			if (request === undefined || isTaken(request.number)) {
				return;
			}

			const {number, method, id, at} = request;
			const operation = announced && find(announced.change);
			if (operation === undefined || announced?.method !== method) {
				violations.push({invariant: 'journal', what: `${method} ${id} was sent without an entry in the journal`});
				return;
			}

			senders.set(number, operation.id);
			listedBefore.set(number, listedAt ?? at);
			note(`request ${number} is of operation ${operation.id} (${operation.kind})`);
			if (method === 'DELETE' && !isAllowedDelete(life, request, operation)) {
				violations.push({
					invariant: 'chosen',
					what: `operation ${operation.id} (${operation.kind}) sends DELETE ${id} at ${at}`,
				});
			}

			if (method === 'DELETE' && isColleagues(life, request, operation)) {
				violations.push({
					invariant: 'colleague',
					what: `operation ${operation.id} (${operation.kind}) sends DELETE ${id} at ${at}, which it did not create`,
				});
			}
		},
		takeListing(listed) {
			for (const {id, body} of listed) {
				const form = shownForm(id, body);
				shown.set(form, shown.get(form) ?? {at: model.now(), earlier: shown.size});
			}
		},
		takeChanges(changes) {
			for (const change of changes) {
				takeChange(change);
			}
		},
		operatorOptions: {
			chooseTarget(id) {
				chosenTargets.add(id);
			},
			chooseAsNew(operation, id) {
				chosenAsNew.set(operation, (chosenAsNew.get(operation) ?? new Set()).add(id));
			},
			isCreatedBy: (operation, id) =>
				requestsOf(life, operation).some(request => request.method === 'POST' && request.id === id),
		},
	};
}
