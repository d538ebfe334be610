import fc from 'fast-check';
import type {Body} from '../door.ts';
import {
	charactersOf,
	listingFatesOf,
	outsideEvents,
	serviceFaults,
	settlingTime,
	writeFatesOf,
	type TimedEvent,
} from '../helpers/model-service/arbitraries.ts';
import {
	plainListing,
	plainWrite,
	type Character,
	type ListingFate,
	type WriteFate,
} from '../helpers/model-service/fates.ts';

/** What random lives can have besides. */
export const lifeFaults = [...serviceFaults, 'bulk', 'second home'] as const;

export type LifeFault = (typeof lifeFaults)[number];

/** What an operator does. */
export type Act =
	| 'create'
	| 'edit'
	| 'delete'
	| 'undo'
	| 'bulk create'
	| 'bulk edit'
	| 'bulk delete'
	| 'set'
	| 'finish'
	| 'roll back'
	| 'refresh';

/** One thing that an operator does, and what happens meanwhile. */
export type Step = {
	readonly act: Act;
	/** Which of the notifications or pending changes it is about, counted in a circle. A bulk operation takes this many besides. */
	readonly which: number;
	/** An index of `contents`. */
	readonly content: number;
	/** Whether the operator accepts duplicates, or that they cannot be checked, and has sent again what may have been sent. */
	readonly isBold: boolean;
	/** Milliseconds before it begins. */
	readonly pause: number;
	/** The fates of its POSTs and DELETEs in turn; when they are used up they begin again. */
	readonly writes: readonly WriteFate[];
	/** Likewise, of its listings. */
	readonly listings: readonly ListingFate[];
	/** What happens from outside after it has begun. */
	readonly outside: readonly TimedEvent[];
	/** The program is killed at this step of the operation, counted in writes to the journal, requests and pauses. */
	readonly killAt: number | undefined;
	/** Milliseconds by which the system's clock is changed before it begins. */
	readonly clockChange: number;
	/** Whether the machine is restarted before it begins. */
	readonly isRestarted: boolean;
	/** Whether it is done from another machine, with a ledger of its own. */
	readonly isSecondHome?: boolean;
	/** It begins when the step before it, of the other home, has sent so many requests, and ends before that one continues; undefined: after that one. */
	readonly during?: number | undefined;
};

/** The life of an account. */
export type Life = {
	readonly character: Character;
	/** How many notifications there are at first. */
	readonly existing: number;
	readonly steps: readonly Step[];
};

const treasury: Body = {
	external_user_id: 'user-1',
	channel: 'EMAIL',
	notification_name: 'Treasury',
	delivery_location: 'ops@example.com',
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: ['0x00000000219ab540356cBB839Cbe05303d7705Fa'],
	},
};

/** What notifications say. The last two are rewritten by services that rewrite text. */
export const contents: readonly [Body, ...Body[]] = [
	treasury,
	{...treasury, notification_name: 'Hot wallet', template: 'Look: {{hash}}'},
	{
		...treasury,
		external_user_id: 'user-2',
		event_details: {
			...treasury.event_details,
			filters: [{field_name: 'value', operator: 'gt', value: '10', value_type: 'int'}],
		},
	},
	{...treasury, notification_name: ' Cafe\u{301} '},
	{...treasury, external_user_id: 'user-3', delivery_location: 'Ops@Example.COM'},
];

const {array, boolean, constant, constantFrom, integer, nat, oneof, record, tuple} = fc;

/** What other clients create: the same as the operator, or something of their own. */
export const foreign = [{...treasury, external_user_id: 'somebody else'}, treasury] as const;

const stepOf = (faults: ReadonlySet<LifeFault>, acts: fc.Arbitrary<Act>): fc.Arbitrary<Step> =>
	record({
		act: acts,
		which: nat(5),
		content: nat(contents.length - 1),
		isBold: boolean(),
		pause: oneof(
			{arbitrary: constant(0), weight: 2},
			{arbitrary: integer({min: 1, max: 20_000}), weight: 2},
			{arbitrary: constant(2 * settlingTime), weight: 1},
		),
		// Only after a request that went well there is a next one.
		writes: array(oneof({arbitrary: constant(plainWrite), weight: 2}, {arbitrary: writeFatesOf(faults), weight: 3}), {
			maxLength: 4,
		}),
		listings: array(
			oneof({arbitrary: constant(plainListing), weight: 2}, {arbitrary: listingFatesOf(faults), weight: 3}),
			{maxLength: 4},
		),
		outside: outsideEvents([...foreign]),
		killAt: oneof({arbitrary: constant(undefined), weight: 4}, {arbitrary: integer({min: 1, max: 20}), weight: 1}),
		clockChange: oneof(
			{arbitrary: constant(0), weight: 4},
			{arbitrary: constantFrom(3_600_000, -3_600_000), weight: 1},
		),
		isRestarted: oneof({arbitrary: constant(false), weight: 8}, {arbitrary: constant(true), weight: 1}),
		...(faults.has('second home') && {
			isSecondHome: boolean(),
			during: oneof(constant(undefined), integer({min: 1, max: 6})),
		}),
	});

/** A change, or a look at the listing. */
const changesOf = (faults: ReadonlySet<LifeFault>) =>
	stepOf(
		faults,
		oneof(
			{arbitrary: constant<Act>('edit'), weight: 3},
			{arbitrary: constant<Act>('delete'), weight: 2},
			{arbitrary: constant<Act>('create'), weight: 2},
			{arbitrary: constant<Act>('bulk delete'), weight: 2},
			...(faults.has('bulk') ? [{arbitrary: constantFrom<Act>('bulk create', 'bulk edit', 'set'), weight: 5}] : []),
			{arbitrary: constant<Act>('refresh'), weight: 1},
		),
	);

/** What an operator does after a change that did not go well, or went too well. */
const reactionsOf = (faults: ReadonlySet<LifeFault>) =>
	stepOf(faults, constantFrom('finish', 'roll back', 'undo', 'create'));

/** Lives of an account, each with one fault of the service at most. */
export const everyLife = (): fc.Arbitrary<Life> =>
	oneof(livesWith(['bulk', 'second home']), ...serviceFaults.map(fault => livesWith([fault, 'bulk', 'second home'])));

/** Lives of an account, from the simplest on, with these faults, also several at once. */
export const livesWith = (faults: Iterable<LifeFault>): fc.Arbitrary<Life> => {
	const all = new Set(faults);
	return record({
		character: charactersOf(all),
		existing: oneof(
			{arbitrary: integer({min: 1, max: contents.length}), weight: 9},
			{arbitrary: constant(0), weight: 1},
		),
		steps: array(tuple(changesOf(all), array(reactionsOf(all), {maxLength: 2})), {minLength: 1, maxLength: 5}).map(
			steps => steps.flatMap(([change, after]) => [change, ...after]),
		),
	});
};
