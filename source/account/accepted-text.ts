import type {AcceptedAnswer} from '../changes/context.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {truncateMiddle} from '../terminal/width.ts';

/** The most columns of an ID that a service names: a UUID has 36. */
const idColumns = 60;

/** The answer of the service to a POST, before a listing has proved it: `Accepted as ID 7`. It does not say "created", because the ID may be wrong. Safe to show. */
export function acceptedText({id, wasListed}: AcceptedAnswer): string {
	if (id === undefined) {
		return 'Accepted without an ID';
	}

	return `Accepted as ID ${truncateMiddle(sanitise(id), idColumns)}${wasListed ? ', which was listed before' : ''}`;
}
