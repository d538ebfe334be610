import type {Operation} from '../../source/storage/journal/operation.ts';
import type {ModelService} from '../helpers/model-service/model.ts';

/** What must hold in every life. */
export type Invariant =
	/** No request is sent before the journal has it. */
	| 'journal'
	/** Of the old and the new notification of an edit at least one exists at every moment, unless another client or another operation deleted it. */
	| 'pair'
	/** A DELETE names only what the operator chose, or what the same operation created. */
	| 'chosen'
	/** One create makes one notification, unless the operator was told that it may make two. */
	| 'single'
	/** What the journal says that an operation did is so, and stays so. */
	| 'truth'
	/** When the service has come to rest, so does the journal. */
	| 'rest';

/** All of them. */
export const invariants: readonly Invariant[] = ['journal', 'pair', 'chosen', 'single', 'truth', 'rest'];

/** Where an invariant did not hold. */
export type Violation = {readonly invariant: Invariant; readonly what: string};

/** That an operation has ended, as the journal says, and since when it says so. */
export type Claim = {readonly operation: Operation; readonly at: number};

/** What a life is judged by. */
export type LifeRecord = {
	readonly model: ModelService;
	/** The operation that sent a request, by the number of the request. */
	readonly senders: ReadonlyMap<number, number>;
	/** The operations, as the journal has them, by ID. */
	readonly operations: ReadonlyMap<number, Operation>;
	/** The IDs that the operator chose to delete or to replace. */
	readonly chosenTargets: ReadonlySet<string>;
	/** The IDs that the operator chose as the new notification of an operation. */
	readonly chosenAsNew: ReadonlyMap<number, ReadonlySet<string>>;
	/** The operations whose operator was told that the request may be sent a second time. */
	readonly toldOfSecond: ReadonlySet<number>;
	readonly claims: readonly Claim[];
};

/** The requests of an operation. */
export const requestsOf = ({model, senders}: LifeRecord, operation: number) => model.requests.filter(({number}) => senders.get(number) === operation);

/** What an operation created. */
export function createdBy(life: LifeRecord, operation: number) {
	return requestsOf(life, operation).map(({number}) => life.model.timeline.createdBy(number)).filter(lifetime => lifetime !== undefined);
}

/** What an operation deleted. */
export function deletedBy(life: LifeRecord, operation: number) {
	return requestsOf(life, operation).map(({number}) => life.model.timeline.deletedBy(number)).filter(lifetime => lifetime !== undefined);
}
