import {sanitise} from '../terminal/sanitise.ts';

/** So many IDs are named. */
const mostNamed = 5;

/**
Says why notifications cannot be replaced or deleted now: a change of some of them is pending. To be asked before a question, so that nobody answers one in vain.

@param ids - Of the notifications.
@param pending - Of all notifications with a pending change.
@returns One sentence, safe to show; undefined if there is none.
*/
export function pendingRefusal(ids: readonly string[], pending: ReadonlySet<string>): string | undefined {
	const found = ids.filter(id => pending.has(id));
	if (found.length === 0) {
		return undefined;
	}

	const named = found.slice(0, mostNamed).map(id => sanitise(id)).join(', ');
	const others = found.length - mostNamed;
	const names = others > 0 ? `${named} and ${others.toLocaleString('en')} more` : named;
	return ids.length === 1
		? `A change of ${names} is pending: finish it or roll it back first.`
		: `Of these ${ids.length.toLocaleString('en')}, ${found.length.toLocaleString('en')} ${found.length === 1 ? 'has' : 'have'} a pending change (${names}): finish it or roll it back first, or leave ${found.length === 1 ? 'it' : 'them'} out.`;
}
