import type {ListedRecord} from '../notification/notification.ts';
import {asListed} from '../notification/spec.ts';
import {leftOutText} from '../query/rules.ts';
import {recordsById} from '../query/changes.ts';
import type {NotificationSnapshot} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {OperationContext} from './operation-context.ts';
import type {ImpossibleResult} from './operation-result.ts';

type Guarded = {readonly guards?: OperationContext['guards'] | undefined};

/** Why a notification must be neither deleted nor replaced, as a sentence that is safe to show: by the listed record or, where it is not listed, by what it was. Undefined if it may. */
export function whyProtected(
	{guards}: Guarded,
	{id, input}: Pick<NotificationSnapshot, 'id' | 'input'>,
	records: readonly ListedRecord[] = [],
): string | undefined {
	if (guards?.canProtect !== true) {
		return undefined;
	}

	const listed = recordsById(records).get(id);
	const why = guards.whyProtected(listed?.kind === 'notification' ? listed : asListed(input, id));
	return why === undefined ? undefined : sanitise(why);
}

/** The result if nothing was sent because of `protect`. `why`: what `whyProtected` says. */
export const refusedAsProtected = (why: string): ImpossibleResult => ({
	kind: 'impossible',
	reason: `Nothing was sent: ${why}`,
	cause: 'protected',
});

/** Separates the items of a bulk operation that may be sent from those that are protected. `skipped`: what is left out, in sentences that are safe to show. */
export function leaveProtectedOut<T>(
	context: Guarded,
	items: readonly T[],
	snapshotOf: (item: T) => NotificationSnapshot | undefined,
	records: readonly ListedRecord[],
): {readonly left: readonly T[]; readonly skipped: readonly string[]} {
	const whys: string[] = [];
	const left = items.filter(item => {
		const snapshot = snapshotOf(item);
		const why = snapshot && whyProtected(context, snapshot, records);
		if (why !== undefined) {
			whys.push(why);
		}

		return why === undefined;
	});
	return {left, skipped: whys.length === 0 ? [] : [leftOutText(whys.length, whys[0]!)]};
}
