import {finalStates, type Operation, type RequestEntry} from '../../source/storage/journal/operation.ts';
import type {OperationLog} from '../../source/operations/operation-context.ts';

/** A log of one operation, which lasts as long as a test. */
export function createInMemoryLog(): OperationLog {
	let operation: Operation | undefined;
	let requests: readonly RequestEntry[] = [];

	return {
		async begin({undoes, place, isPriorRecent, ...begun}) {
			const begins: Operation = {
				id: 0,
				state: 'planned',
				startedAt: 0,
				endedAt: undefined,
				input: undefined,
				snapshot: undefined,
				newId: undefined,
				knownIds: [],
				detail: undefined,
				...begun,
				...(undoes !== undefined && {undoes}),
				...(place !== undefined && {place}),
				...(isPriorRecent && {isPriorRecent}),
			};
			operation = begins;
			return begins;
		},
		async advance(_id, change) {
			const {missingSince: before, overwritten: earlier, ...same} = operation!;
			const {
				state = same.state,
				knownIds = same.knownIds,
				newId = same.newId,
				detail = same.detail,
				overwritten = earlier,
			} = change;
			const missingSince =
				change.missingSince ?? (state === same.state && change.missingSince === undefined ? before : undefined);
			const issues = change.detail === undefined ? (same.issues ?? []) : (change.issues ?? []);
			operation = {
				...same,
				newId,
				detail,
				issues,
				state,
				knownIds,
				...(missingSince && {missingSince}),
				...(overwritten !== null && overwritten !== undefined && {overwritten}),
			};
			return finalStates.includes(operation.state) ? {...operation, endedAt: 0} : operation;
		},
		async requestSent(_operation, {method, target, moment}) {
			const id = requests.length;
			requests = [
				...requests,
				{id, operation: 0, at: 0, method, target, outcome: 'sent', status: undefined, summary: undefined, moment},
			];
			return id;
		},
		async requestAnswered(id, {outcome, status, summary, target, moment}) {
			requests = requests.map(request =>
				request.id === id
					? {...request, outcome, status, summary, target: target ?? request.target, moment: moment ?? request.moment}
					: request,
			);
		},
		endedBefore: () => false,
		isLastNamed: () => true,
		requestsOf: () => [...requests],
		get: id => (id === operation?.id ? operation : undefined),
		isOfAnother: () => false,
		isOldOfEarlier: () => false,
		deletionBefore: () => undefined,
		isAdoptedByAnother: () => false,
		isCreatedLater: () => false,
		isNamedToAnother: () => false,
		otherItemOf: () => undefined,
		isDeletedHere: () => false,
		unfinished: () => [],
		pendingCreations: () => [],
	};
}
