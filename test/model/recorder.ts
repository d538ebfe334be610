import {finalStates, type Operation} from '../../source/storage/journal/operation.ts';
import type {Notification} from '../../source/domain/notification.ts';
import type {Ledger} from '../../source/storage/ledger.ts';
import type {ModelService} from '../helpers/model-service/model.ts';
import type {StoredBody} from '../helpers/model-service/stored-body.ts';
import {isAllowedDelete, isColleagues} from './judge.ts';
import type {OperatorOptions} from './operator.ts';
import type {AnnouncedRequest} from './program.ts';
import {requestsOf, shownForm, type Claim, type LifeRecord, type Violation} from './record.ts';

/** Keeps what a life is judged by. */
export type Recorder = {
	readonly life: LifeRecord;
	/** What was wrong with requests. */
	readonly violations: readonly Violation[];
	/** The service has taken a POST or DELETE, unless it refused the API key. */
	readonly takeWrite: (announced: AnnouncedRequest | undefined, ledger: Ledger, listedAt: number | undefined) => void;
	/** A listing has shown notifications. */
	readonly takeListing: (notifications: readonly Notification[]) => void;
	/** Takes over what the journal says of every operation. */
	readonly readJournal: (ledger: Ledger) => void;
	/** What the operator tells. */
	readonly operatorOptions: OperatorOptions;
};

/** How many operations in a row the journal does not have before its end is assumed: a batch that is given up again leaves a gap. */
const longestGap = 20;

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
	const operations = new Map<number, Operation>();
	const chosenTargets = new Set<string>();
	const chosenAsNew = new Map<number, Set<string>>();
	const toldOfSecond = new Set<number>();
	const claims: Claim[] = [];
	const shown = new Map<string, number>();
	const violations: Violation[] = [];
	const life: LifeRecord = {
		model,
		senders,
		listedBefore,
		operations,
		chosenTargets,
		chosenAsNew,
		toldOfSecond,
		claims,
		shown,
		isMisled,
	};

	const readOperation = (operation: Operation) => {
		const {id, kind, state, detail = ''} = operation;
		const before = operations.get(id)?.state;
		operations.set(id, operation);
		if (state === before || !finalStates.includes(state)) {
			return;
		}

		claims.push({operation, at: model.now()});
		note(`the journal says that operation ${id} (${kind}) is ${state}: ${detail}`);
	};

	return {
		life,
		violations,
		takeWrite(announced, {journal}, listedAt) {
			const request = model.requests.at(-1);
			if (request === undefined || isTaken(request.number)) {
				return;
			}

			const {number, method, id, at} = request;
			const operation = announced === undefined ? undefined : journal.get(announced.operation);
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
		takeListing(notifications) {
			for (const {id, raw} of notifications) {
				const form = shownForm(id, raw as StoredBody);
				shown.set(form, shown.get(form) ?? model.now());
			}
		},
		readJournal({journal}) {
			for (let id = 1, gap = 0; gap < longestGap; id++) {
				const operation = journal.get(id);
				gap = operation === undefined ? gap + 1 : 0;
				if (operation !== undefined) {
					readOperation(operation);
				}
			}
		},
		operatorOptions: {
			chooseTarget(id) {
				chosenTargets.add(id);
			},
			chooseAsNew(operation, id) {
				chosenAsNew.set(operation, (chosenAsNew.get(operation) ?? new Set()).add(id));
			},
			tellOfSecond(operation) {
				toldOfSecond.add(operation);
			},
			isCreatedBy: (operation, id) =>
				requestsOf(life, operation).some(request => request.method === 'POST' && request.id === id),
		},
	};
}
