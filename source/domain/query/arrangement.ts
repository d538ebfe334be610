import type {GroupField} from '../fields.ts';
import type {GroupOrder} from './group.ts';
import type {Sort} from './sort.ts';

/** The arrangement of the records in a list. */
export type Arrangement = {
	/** The sort order; undefined for the order of the service. */
	readonly sort: Sort | undefined;
	readonly group: GroupField | undefined;
	readonly groupOrder?: GroupOrder;
};

/** The order of the service, without groups. */
export const unarranged = {
	sort: undefined,
	group: undefined,
	groupOrder: undefined,
} as const satisfies Required<Arrangement>;

/** A search and an arrangement, as stored in views of config.yaml and between runs. */
export type ArrangedSearch = Arrangement & {readonly query: string};

const members = Object.keys(unarranged) as Array<keyof Arrangement>;

/** Returns only the arrangement of an object. Missing members are as in `unarranged`. */
export const arrangementOf = (arranged: Partial<Arrangement>): Required<Arrangement> =>
	Object.fromEntries(members.map(name => [name, arranged[name]])) as Required<Arrangement>;

/** Whether the members of two arrangements are identical objects: a reducer keeps unchanged members. */
export const isSameArrangement = (a: Arrangement, b: Arrangement): boolean =>
	members.every(name => a[name] === b[name]);

/** Whether two arrangements give the same list. The order of groups only matters if there are groups. */
export const showsSame = (a: Partial<Arrangement>, b: Partial<Arrangement>): boolean => textOf(a) === textOf(b);

const textOf = ({groupOrder, ...rest}: Partial<Arrangement>): string =>
	JSON.stringify(arrangementOf({...rest, groupOrder: rest.group === undefined ? undefined : groupOrder}));
