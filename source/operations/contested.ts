import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';

/** The words that say that a notification still exists. They say so only if the listing at hand shows it: somebody else may have deleted one that is missing there. `nothing`: the first of the other words, in capitals at the beginning of a sentence. Not yet safe to show. */
export const keptText = (id: string, isMissing = false, nothing: 'nothing' | 'Nothing' = 'nothing'): string =>
	isMissing ? `${nothing} was deleted` : `${id} was kept`;

const goneBeginning = (oldId: string): string => `${oldId} was already gone`;

/** The sentence that says that the old notification of a replacement was deleted by somebody else.  Not yet safe to show. */
export const changedElsewhereText = (oldId: string, newId: string): string =>
	`${goneBeginning(oldId)}: somebody else deleted or edited it. Finish this to keep ${newId}; delete that afterwards if it is not wanted.`;

/** Whether the detail of a replacement has already told the operator that its old notification is gone. */
export const isGoneReported = (detail: string | undefined, {snapshot, newId}: Operation): boolean =>
	[goneBeginning(snapshot!.id), oldGoneText(newId!, snapshot!.id), oldGoneText(newId!, snapshot!.id, true)].some(
		text => detail?.startsWith(sanitise(text)) === true,
	);

/** The final transition of a replacement that the operator finishes although somebody else deleted the old notification. */
export const alreadyGone = {state: 'done', detail: 'It was already gone when it was to be deleted.'} as const;

/** The reason why a replacement is not rolled back when its old notification is gone: none would be left. */
export const oldGoneText = (newId: string, oldId: string, isNewMissing = false): string =>
	`${keptText(newId, isNewMissing, 'Nothing')}, because ${oldId} is no longer listed. Finish it instead.`;
