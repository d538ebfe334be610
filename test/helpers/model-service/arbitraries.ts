import fc from 'fast-check';
import type {Character, ListingFate, WriteAnswer, WriteFate} from './fates.ts';
import type {OutsideEvent} from './model.ts';
import type {StoredBody} from './stored-body.ts';

/** The settling time of every service that `characters` makes, in milliseconds. */
export const settlingTime = 60_000;

const {array, boolean, constant, constantFrom, integer, oneof, record} = fc;

/** Faults that random lives have only if they are asked for. */
export const serviceFaults = ['empty listing', 'omission', 'upsert', 'replay', 'reused ID'] as const;

export type ServiceFault = (typeof serviceFaults)[number];

type Faults = ReadonlySet<string>;

/** Services. The simplest does everything at once, in one page. */
export const charactersOf = (faults: Faults): fc.Arbitrary<Character> =>
	record({
		effectBound: constantFrom(1, 10_000, 30_000, settlingTime - 1),
		pages: constantFrom('whole', 'page', 'limit', 'offset', 'cursor'),
		pageSize: integer({min: 1, max: 4}),
		isShifting: boolean(),
		isRewriting: boolean(),
		ids: constantFrom<Character['ids']>(
			'numbers',
			'strings',
			...(faults.has('reused ID') ? ['reused' as const, 'reused' as const] : []),
		),
		isUpserting: faults.has('upsert') ? boolean() : constant(false),
		isForgetful: boolean(),
	} satisfies Record<Exclude<keyof Character, 'lagBound'>, unknown>).map(character => ({
		...character,
		lagBound: Math.max(1, settlingTime - character.effectBound),
	}));

/** Services without these faults. */
export const characters = charactersOf(new Set());

/** A moment below the settling time: often at once, or soon. */
const delays = oneof(constant(0), integer({min: 1, max: 9999}), integer({min: 10_000, max: settlingTime - 1}));

/** How long an answer takes. */
const durations = oneof({arbitrary: constant(0), weight: 3}, {arbitrary: integer({min: 1, max: 15_000}), weight: 1});

const answers: fc.Arbitrary<WriteAnswer> = oneof(
	{arbitrary: constant<WriteAnswer>('confirmed'), weight: 3},
	{arbitrary: constant<WriteAnswer>('reset'), weight: 3},
	{
		arbitrary: constantFrom<WriteAnswer>(
			'no ID',
			'wrong ID',
			'two IDs',
			'job',
			'HTML',
			308,
			404,
			403,
			422,
			429,
			500,
			502,
			503,
		),
		weight: 3,
	},
);

/** What happens to a POST or DELETE. */
export const writeFatesOf = (faults: Faults): fc.Arbitrary<WriteFate> =>
	record({
		effect: oneof({arbitrary: delays, weight: 4}, {arbitrary: constant('never' as const), weight: 1}),
		answer: answers,
		takes: durations,
		...(faults.has('replay') && {isReplayed: boolean()}),
	});

/** Those without these faults. */
export const writeFates = writeFatesOf(new Set());

/** What happens to a listing. */
export const listingFatesOf = (faults: Faults): fc.Arbitrary<ListingFate> =>
	record({
		lag: delays,
		answer: oneof(
			{arbitrary: constant<ListingFate['answer']>('shown'), weight: 6},
			{arbitrary: constantFrom<ListingFate['answer']>('reset', 'HTML', 500, 503), weight: 1},
			...(faults.has('empty listing') ? [{arbitrary: constant<ListingFate['answer']>('empty'), weight: 2}] : []),
		),
		takes: durations,
		...(faults.has('omission') && {
			omits: oneof({arbitrary: constant(undefined), weight: 3}, {arbitrary: fc.nat(5), weight: 1}),
		}),
	});

/** Those without these faults. */
export const listingFates = listingFatesOf(new Set());

/** Something that happens from outside, so many milliseconds after an operation has begun. */
export type TimedEvent = {readonly after: number; readonly event: OutsideEvent};

/** What other clients and the provider do while an operation runs; most often nothing. */
export const outsideEvents = (bodies: readonly [StoredBody, ...StoredBody[]]): fc.Arbitrary<readonly TimedEvent[]> => {
	const event: fc.Arbitrary<OutsideEvent> = oneof(
		{arbitrary: record({kind: constant('create' as const), body: constantFrom(...bodies)}), weight: 2},
		{arbitrary: record({kind: constant('delete' as const), which: fc.nat(9)}), weight: 2},
		{arbitrary: constant({kind: 'renew the key'} as const), weight: 1},
	);
	return oneof(
		{arbitrary: constant([]), weight: 4},
		{arbitrary: array(record({after: delays, event}), {minLength: 1, maxLength: 2}), weight: 1},
	);
};
