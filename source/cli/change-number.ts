import type {ChangeRef} from '../account/account-changes.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {numberOf, type ChangeSet, type Item} from '../ledger/item.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {commandError, UsageError} from './command-error.ts';

/** The number of a change on a command line. `position`: that of its item. */
type ChangeNumber = {readonly text: string; readonly set: number; readonly position: number | undefined};

/** A change, or an item of it: `item` is the one that was named, or the only one. */
export type NumberedChange = {readonly number: string; readonly set: ChangeSet; readonly item: Item | undefined};

/** Parses the number of a change: `12`, or `12.3` for an item of it. @throws UsageError */
export function parseNumber(text: string): ChangeNumber {
	const {set, position} = /^(?<set>\d{1,15})(?:\.(?<position>\d{1,15}))?$/v.exec(text)?.groups ?? {};
	if (set === undefined) {
		throw new UsageError(`"${text}" is not the number of a change (12) or of an item of one (12.3).`);
	}

	return {text, set: Number(set), position: position === undefined ? undefined : Number(position)};
}

/** Finds a change of an account, or an item, by its number. @throws CommandError, exit code 5, if it does not exist */
export function findNumbered(
	{changes}: Pick<AwaitedLedger, 'changes'>,
	profileKey: string,
	{text, set, position}: ChangeNumber,
): NumberedChange {
	const item = changes.itemAt(set, position ?? 1);
	if (item?.profile !== hideSecrets(profileKey)) {
		throw commandError(
			'invalid',
			'not-found',
			`Nothing was sent: this account has no ${position === undefined ? 'change' : 'item'} ${text}.`,
			'Run chainbell history --json to see the numbers (number).',
		);
	}

	const only = position === undefined && item.of > 1 ? undefined : item;
	return {number: only === undefined ? String(set) : numberOf(only), set: changes.set(set), item: only};
}

/** What the engine is asked to act on. */
export const refOf = ({set: {id}, item}: NumberedChange): ChangeRef => ({set: id, item: item?.id});
