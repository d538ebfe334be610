import type {ComparedRow} from '../../files/compare-accounts.ts';
import type {Notification} from '../../domain/notification.ts';
import type {ComparedAccount} from '../../session/compare-profiles.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {KeyedRows} from '../shared/row-selection.ts';

/** The index of one of two compared accounts. */
export type Side = 0 | 1;

/** The rows of a comparison, with a key each. */
export type ComparedRows = KeyedRows & {
	readonly at: (index: number) => ComparedRow | undefined;
};

/** The order of the kinds of rows for each account that is copied from: what can be copied comes first. */
const kindOrders: Readonly<Record<Side, ReadonlyArray<ComparedRow['kind']>>> = {
	0: ['differs', 'first', 'second', 'both'],
	1: ['differs', 'second', 'first', 'both'],
};

/** Orders the rows of a comparison by what can be copied from one side, and gives them keys. A row that becomes one of another kind gets another key, so that the cursor does not follow it to the end. */
export function layOutComparison(compared: readonly ComparedRow[], from: Side): ComparedRows {
	const byKind = Map.groupBy(compared, ({kind}) => kind);
	const rows = kindOrders[from].flatMap(kind => byKind.get(kind) ?? []);
	const keyOf = (row: ComparedRow) => `${row.kind} ${row.kind === 'second' ? row.second.id : row.first.id}`;
	return {
		length: rows.length,
		at: index => rows[index],
		keyAt: index => rows[index] && keyOf(rows[index]),
		indexOf: key => rows.findIndex(row => keyOf(row) === key),
	};
}

/** The notification of a row whose content only the account on this side has. */
export function onlyIn(row: ComparedRow, side: Side): Notification | undefined {
	switch (row.kind) {
		case 'first': {
			return side === 0 ? row.first : undefined;
		}

		case 'second': {
			return side === 1 ? row.second : undefined;
		}

		case 'differs': {
			return side === 0 ? row.first : row.second;
		}

		case 'both': {
			return undefined;
		}
	}
}

/** The IDs of all notifications that only the account on this side has, without those whose name the other account has as well: a copy of these would stand beside it. */
export function idsOnlyIn(rows: readonly ComparedRow[], side: Side): string[] {
	return rows.filter(({kind}) => kind !== 'differs').flatMap(row => onlyIn(row, side)?.id ?? []);
}

/** The reason why nothing can be copied from one account to the other, safe to show; undefined if it can. */
export function copyRefusal(source: ComparedAccount, target: ComparedAccount): string | undefined {
	const [from, to] = [source, target].map(({name}) => sanitise(name));
	const partial = [source, target].find(({listing}) => !listing.complete);
	if (target.session.profile.isReadOnly) {
		return `${to} is read-only: nothing can be copied from ${from} to ${to}.`;
	}

	if (partial !== undefined) {
		return `The listing of ${sanitise(partial.name)} is partial, so what is missing is not known: nothing can be copied.`;
	}

	return target.session.earlier === undefined
		? undefined
		: `The API key of ${to} is new. Open ${to} once before you copy to it, so that its history is kept in one place.`;
}
