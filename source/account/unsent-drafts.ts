import {isDeepStrictEqual} from 'node:util';
import {toSentInput} from '../service/body.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {bestEffort} from '../ledger/best-effort.ts';
import type {DraftEntry} from '../ledger/small-stores.ts';

type DraftLedger = Pick<AwaitedLedger, 'drafts' | 'changes'>;

/** The number of changes in which the content of a draft is looked for, the newest first: sent drafts are discarded at every start. */
const searched = 100;

/** The drafts of an account whose content was not sent after they were saved, by this or another process, newest first. */
export function unsentDrafts(ledger: DraftLedger, profileKey: string): DraftEntry[] {
	const isSent = sentCheck(ledger, profileKey);
	return ledger.drafts.list(profileKey).filter(entry => !isSent(entry));
}

/** Whether an account has drafts whose content was not sent. `ledger`: undefined if it cannot be opened. */
export const hasUnsentDrafts = (ledger: DraftLedger | undefined, profileKey: string): boolean =>
	ledger !== undefined && unsentDrafts(ledger, profileKey).length > 0;

/** Discards the drafts whose content was sent, for example because a listing has settled their change, or the program ended too early to discard them. */
export async function discardSentDrafts(ledger: DraftLedger, profileKey: string): Promise<void> {
	await bestEffort(async () => {
		const isSent = sentCheck(ledger, profileKey);
		for (const entry of ledger.drafts.list(profileKey).filter(each => isSent(each))) {
			await ledger.drafts.discard(entry.id);
		}
	});
}

function sentCheck({changes}: DraftLedger, profileKey: string): (entry: DraftEntry) => boolean {
	let sent: ReturnType<typeof changes.lastSent> | undefined;
	return ({draft, at}) => {
		sent ??= changes.lastSent(profileKey, searched);
		const input = toSentInput(draft);
		return sent.some(item => at <= (item.endedAt ?? Infinity) && isDeepStrictEqual(item.input, input));
	};
}
