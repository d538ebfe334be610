import {
	changed,
	cut,
	error,
	errorForNow,
	reset,
	type FaultAnswer,
} from './answers.ts';

/** A way to misbehave. */
export type Rule = {
	/** The requests it can apply to; `any` are all that interface.md describes. */
	readonly on: 'any' | 'list' | 'create' | 'delete';
	/**
	`before`: it answers, and nothing is done.
	`within`: it is done in another way, where it is done.
	`after`: what was done stays done, and something else is answered. It applies to what succeeds.
	*/
	readonly when: 'before' | 'within' | 'after';
	/** Of every how many such requests the last one gets it; of every one unless given. */
	readonly every?: number;
	/** A number that can be given with it, and otherwise is this one. */
	readonly value?: {readonly name: string; readonly default: number};
	readonly answer?: FaultAnswer;
	/** What the service does then, for help. */
	readonly description: string;
};

const table = {
	'any-429': {on: 'any', when: 'before', answer: errorForNow(429), value: {name: 'SECONDS', default: 0}, description: 'answer 429 with Retry-After: SECONDS'},
	'any-503': {on: 'any', when: 'before', answer: error(503), description: 'answer 503'},
	'any-flapping': {on: 'any', when: 'before', every: 2, answer: errorForNow(503), description: 'answer every second one 503 with Retry-After: 0'},
	'any-slow': {on: 'any', when: 'within', value: {name: 'MS', default: 3000}, description: 'do it, and answer MS milliseconds later'},
	'list-503': {on: 'list', when: 'before', answer: error(503), description: 'answer 503'},
	'list-cut': {on: 'list', when: 'after', answer: cut, description: 'answer half of the listing, then close'},
	'create-drop-before': {on: 'create', when: 'before', answer: reset, description: 'reset the connection, create nothing'},
	'create-drop-after': {on: 'create', when: 'after', answer: reset, description: 'create it, reset the connection'},
	'create-500-before': {on: 'create', when: 'before', answer: error(500), description: 'answer 500, create nothing'},
	'create-500-after': {on: 'create', when: 'after', answer: error(500), description: 'create it, answer 500'},
	'create-cut': {on: 'create', when: 'after', answer: cut, description: 'create it, answer 201 and half the body, then close'},
	'create-no-id': {on: 'create', when: 'after', answer: changed(201, () => ({})), description: 'create it, answer 201 with {}'},
	'create-string-id': {on: 'create', when: 'after', answer: changed(201, record => ({...record, id: String(record.id)})), description: 'create it, answer 201 with the id as a string'},
	'create-200': {on: 'create', when: 'after', answer: changed(200, record => record), description: 'create it, answer 200'},
	'create-same-id': {on: 'create', when: 'within', description: 'replace the user\'s newest, or the newest, under its id'},
	'create-late': {on: 'create', when: 'within', value: {name: 'N', default: 3}, description: 'create it, but not in the next N listings'},
	'delete-drop-before': {on: 'delete', when: 'before', answer: reset, description: 'reset the connection, delete nothing'},
	'delete-drop-after': {on: 'delete', when: 'after', answer: reset, description: 'delete it, reset the connection'},
	'delete-500-before': {on: 'delete', when: 'before', answer: error(500), description: 'answer 500, delete nothing'},
	'delete-500-after': {on: 'delete', when: 'after', answer: error(500), description: 'delete it, answer 500'},
	'delete-404': {on: 'delete', when: 'after', answer: error(404, 'There is no such notification'), description: 'delete it, answer 404'},
	'delete-200': {on: 'delete', when: 'after', answer: () => Response.json({deleted: true}), description: 'delete it, answer 200 with a JSON body'},
} as const satisfies Record<string, Rule>;

/** The name of a fault; its first word says to which requests it can apply. */
export type FaultName = keyof typeof table;

/** All faults there are. */
export const faultTable: Readonly<Record<FaultName, Rule>> = table;

/** Their names, in the order of the table. */
export const faultNames = Object.keys(table) as readonly FaultName[];
