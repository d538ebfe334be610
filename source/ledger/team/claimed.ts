import {createHash} from 'node:crypto';
import {rewritableForm} from '../../notification/equivalence.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import type {NewOperation} from '../journal/operation-row.ts';

/** What a change claims on the board, so that no two members of a team make the same at once: the notification that it replaces or deletes, and the content that it creates, as a hash. */
export function claimedBy({kind, snapshot, input}: Pick<NewOperation, 'kind' | 'snapshot' | 'input'>): string[] {
	return [
		...(snapshot !== undefined && kind !== 'recreate' ? [claimOfNotification(snapshot.id)] : []),
		// The journal may have `[API key]` instead of the API key.
		...(input === undefined
			? []
			: [
					`new ${createHash('sha256')
						.update(hideSecrets(rewritableForm(input)))
						.digest('hex')}`,
				]),
	];
}

const beginning = 'id ';

/** The claim of the notification with an ID. */
export const claimOfNotification = (id: string): string => `${beginning}${id}`;

/** The ID of the notification that is claimed; undefined for new content. */
export const idOfClaim = (what: string): string | undefined =>
	what.startsWith(beginning) ? what.slice(beginning.length) : undefined;
