import {sanitise} from '../terminal/sanitise.ts';

/** The maximum number of IDs named. */
const maxNamed = 5;

/**
The reason why notifications cannot be replaced or deleted now: some of them have a pending change. Check it before asking for confirmation.

@param ids - The IDs of the notifications.
@param pending - The IDs of all notifications with a pending change.
@returns One sentence, safe to show; undefined if there is none.
*/
export function pendingRefusal(ids: readonly string[], pending: ReadonlySet<string>): string | undefined {
	const found = ids.filter(id => pending.has(id));
	if (found.length === 0) {
		return undefined;
	}

	const named = found.slice(0, maxNamed).map(id => sanitise(id)).join(', ');
	const others = found.length - maxNamed;
	const names = others > 0 ? `${named} and ${others.toLocaleString('en')} more` : named;
	return ids.length === 1
		? `A change of ${names} is pending: finish it or roll it back first.`
		: `Of these ${ids.length.toLocaleString('en')}, ${found.length.toLocaleString('en')} ${found.length === 1 ? 'has' : 'have'} a pending change (${names}): finish it or roll it back first, or leave ${found.length === 1 ? 'it' : 'them'} out.`;
}
