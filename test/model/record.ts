import type {Change} from '../door.ts';
import {settlingTime} from '../helpers/model-service/arbitraries.ts';
import {settlingTimeOf} from '../helpers/model-service/fates.ts';
import type {ModelService} from '../helpers/model-service/model.ts';
import {listedForm, type StoredBody} from '../helpers/model-service/stored-body.ts';

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
	/** What the journal says that an operation did is so, and stays so, where nothing but the settling time is needed to know it. */
	| 'truth'
	/** Where listings mislead, or effects come after the settling time: what the journal says at the end, when everything has taken effect and listings were read, is so. */
	| 'end'
	/** A roll back deletes nothing that another client created, unless the operator named it. */
	| 'colleague'
	/** What one POST did besides is said: a second notification, or one that it overwrote. */
	| 'besides'
	/** When the service has come to rest, every pending change ends when the operator has finished it, or rolled it back. */
	| 'choice'
	/** When the service has come to rest, so does the journal. */
	| 'rest';

/** All of them. */
export const invariants: readonly Invariant[] = [
	'journal',
	'pair',
	'chosen',
	'single',
	'truth',
	'end',
	'colleague',
	'besides',
	'choice',
	'rest',
];

/** Where an invariant did not hold. */
export type Violation = {readonly invariant: Invariant; readonly what: string};

/** That an operation has ended, as the journal says, since when it says so, and how much listings had shown by then. */
export type Claim = {readonly operation: Change; readonly at: number; readonly shown: number};

/** What a life is judged by. */
export type LifeRecord = {
	readonly model: ModelService;
	/** The operation that sent a request, by the number of the request. */
	readonly senders: ReadonlyMap<number, number>;
	/** When the last complete listing before a request began, by the number of the request. */
	readonly listedBefore: ReadonlyMap<number, number>;
	/** The operations, as the journal has them, by ID. */
	readonly operations: ReadonlyMap<number, Change>;
	/** The IDs that the operator chose to delete or to replace. */
	readonly chosenTargets: ReadonlySet<string>;
	/** The IDs that the operator chose as the new notification of an operation. */
	readonly chosenAsNew: ReadonlyMap<number, ReadonlySet<string>>;
	readonly claims: readonly Claim[];
	/** Since when an operation says that a notification is its new one (`takenKey`), and how many requests there were by then. */
	readonly taken: ReadonlyMap<string, {readonly at: number; readonly requests: number}>;
	/** What listings have shown here (`shownForm`), since when, and how much they had shown before. */
	readonly shown: ReadonlyMap<string, {readonly at: number; readonly earlier: number}>;
	/** Whether a listing was empty, or left out a notification that exists. */
	readonly isMisled?: boolean;
};

/** A notification as a listing shows it. */
export const shownForm = (id: string, body: StoredBody): string => JSON.stringify([id, listedForm(body)]);

/** An operation, and what it says is its new notification. */
export const takenKey = (operation: number, id: string): string => JSON.stringify([operation, id]);

/** Whether a request can take effect after the settling time. */
export const isLate = ({model: {character}}: LifeRecord): boolean => settlingTimeOf(character) > 2 * settlingTime;

/** Whether a conclusion can be wrong although the settling time is over. */
export const isBeyondProof = (life: LifeRecord): boolean => life.isMisled === true || isLate(life);

/** The requests of an operation. */
export const requestsOf = ({model, senders}: LifeRecord, operation: number) =>
	model.requests.filter(({number}) => senders.get(number) === operation);

/** What an operation created. */
export function createdBy(life: LifeRecord, operation: number) {
	return requestsOf(life, operation).flatMap(({number}) => life.model.timeline.createdBy(number));
}

/** What an operation deleted. */
export function deletedBy(life: LifeRecord, operation: number) {
	return requestsOf(life, operation).flatMap(({number}) => life.model.timeline.deletedBy(number));
}
