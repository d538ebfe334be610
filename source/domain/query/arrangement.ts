import type {GroupField} from '../fields.ts';
import type {GroupOrder} from './group.ts';
import type {Sort} from './sort.ts';

/** How the found records of a list are arranged. */
export type Arrangement = {
	/** Undefined for the order of the service. */
	readonly sort: Sort | undefined;
	readonly group: GroupField | undefined;
	readonly groupOrder?: GroupOrder;
};

/** The order of the service, without groups. */
export const unarranged = {sort: undefined, group: undefined, groupOrder: undefined} as const satisfies Required<Arrangement>;

/** A search and an arrangement, as views of config.yaml have them and as they are kept between runs. */
export type ArrangedSearch = Arrangement & {readonly query: string};

const members = Object.keys(unarranged) as Array<keyof Arrangement>;

/** The arrangement of what has one, and nothing else. What is not given is `unarranged`. */
export const arrangementOf = (arranged: Partial<Arrangement>): Required<Arrangement> => Object.fromEntries(members.map(name => [name, arranged[name]])) as Required<Arrangement>;

/** Whether two arrangements are the same object by object: a reducer keeps what it does not change. */
export const isSameArrangement = (a: Arrangement, b: Arrangement): boolean => members.every(name => a[name] === b[name]);

/** Whether two arrangements show the same. The order of groups shows only where there are some. */
export const showsSame = (a: Partial<Arrangement>, b: Partial<Arrangement>): boolean => textOf(a) === textOf(b);

const textOf = ({groupOrder, ...rest}: Partial<Arrangement>): string => JSON.stringify(arrangementOf({...rest, groupOrder: rest.group === undefined ? undefined : groupOrder}));
