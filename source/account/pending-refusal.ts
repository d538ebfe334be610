import {busyText, type Holder} from '../ledger/owner.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {numberText} from '../platform/text.ts';

/** The maximum number of IDs named. */
const maxNamed = 5;

/** The reason why notifications cannot be changed now: sentences that are safe to show. `isPending`: see `Impossible`. */
type PendingRefusal = {readonly reason: string; readonly isPending?: true};

/**
The reason why notifications cannot be replaced or deleted now: some of them have a pending change. Check it before asking for confirmation.

@param ids - The IDs of the notifications.
@param pending - The IDs of all notifications with a pending change (`pendingIds`).
@returns Undefined if there is none. What another process works on comes first: it can only be waited for.
*/
export function pendingRefusal(
	ids: readonly string[],
	pending: ReadonlyMap<string, {readonly holder: Holder | undefined}>,
): PendingRefusal | undefined {
	const found = ids.filter(id => pending.has(id));
	if (found.length === 0) {
		return undefined;
	}

	const total = numberText(ids.length);
	const holder = found.map(id => pending.get(id)?.holder).find(owner => owner !== undefined);
	if (holder !== undefined) {
		const busy = found.filter(id => pending.get(id)?.holder !== undefined);
		return {
			reason:
				ids.length === 1
					? busyText(holder, namesOf(busy))
					: busyText(holder, `${numberText(busy.length)} of these ${total} (${namesOf(busy)})`).replace(
							/\.$/v,
							`, or leave ${busy.length === 1 ? 'it' : 'them'} out.`,
						),
		};
	}

	return {
		isPending: true,
		reason:
			ids.length === 1
				? `A change of ${namesOf(found)} is pending: finish it or roll it back first.`
				: `Of these ${total}, ${numberText(found.length)} ${found.length === 1 ? 'has' : 'have'} a pending change (${namesOf(found)}): finish it or roll it back first, or leave ${found.length === 1 ? 'it' : 'them'} out.`,
	};
}

function namesOf(ids: readonly string[]): string {
	const named = ids
		.slice(0, maxNamed)
		.map(id => sanitise(id))
		.join(', ');
	const others = ids.length - maxNamed;
	return others > 0 ? `${named} and ${numberText(others)} more` : named;
}
