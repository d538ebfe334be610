import type {CreateBody} from '../validation.ts';
import type {Store} from '../store.ts';
import {type ListedFields, readAll} from './listed-fields.ts';
import type {FaultSwitches} from './switches.ts';
import type {FaultName} from './table.ts';

/** A page of a listing in the form of Django REST framework and many others. */
export type Page = {
	/** The total number of notifications on all pages. */
	readonly count: number;
	/** The next page's URL; null on the last page. */
	readonly next: string | null;
	readonly results: readonly ListedFields[];
};

/** Returns the content of the listing at one moment. `another` creates a notification that only the pages show, as if another client had created it. */
type Arrangement = (records: readonly ListedFields[], another: () => ListedFields) => readonly ListedFields[];

/** The arrangements of each fault: while page 1 is read, and while later pages are read. */
const arrangements = {
	'list-pages': [records => records, records => records],
	'list-pages-shift': [(records, another) => [another(), ...records], records => records],
	'list-pages-repeat': [(records, another) => [...records, another()], (records, another) => [another(), ...records]],
	'list-pages-skip': [(records, another) => [another(), ...records], (records, another) => [...records, another()]],
} as const satisfies Partial<Record<FaultName, readonly [first: Arrangement, later: Arrangement]>>;

/** The notification that another client of the account creates. */
const otherClientBody: CreateBody = {
	external_user_id: 'another-client',
	channel: 'EMAIL',
	notification_name: 'From another client',
	delivery_location: 'another@example.com',
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: ['0x00000000219ab540356cbb839cbe05303d7705fa'],
	},
};

/** The page requested with `?page=`; undefined if listings have no pages, because no such fault is active. */
export function readPage(store: Store, {use}: FaultSwitches, owner: string, url: string): Page | undefined {
	for (const [name, [first, later]] of Object.entries(arrangements) as Array<
		[keyof typeof arrangements, readonly [Arrangement, Arrangement]]
	>) {
		const length = use(name);
		if (length !== undefined) {
			const number = pageNumber(url);
			const arrange = number === 1 ? first : later;
			const records = arrange(
				readAll(store, owner),
				() => JSON.parse(store.reserve(owner, otherClientBody)) as ListedFields,
			);
			return toPage(records, number, Math.max(1, length), url);
		}
	}

	return undefined;
}

function toPage(records: readonly ListedFields[], number: number, length: number, url: string): Page {
	const end = number * length;
	const next = new URL(url);
	next.searchParams.set('page', String(number + 1));
	return {
		count: records.length,
		next: end < records.length ? next.href : null,
		results: records.slice(end - length, end),
	};
}

function pageNumber(url: string): number {
	const number = Number(new URL(url).searchParams.get('page'));
	return Number.isSafeInteger(number) && number > 1 ? number : 1;
}
