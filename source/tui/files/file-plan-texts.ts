import {blockedText, type BlockedByChange} from '../../files/blocking-change.ts';
import type {KeptItem} from '../../files/plan.ts';
import {placeText} from '../../files/notification-file.ts';
import {assumedEqualTexts, countText, namedIds, repeatedTexts, similarText} from '../../files/plan-texts.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../system/number-text.ts';
import {keyOf} from '../keys/match.ts';
import {messages, type Message} from '../shared/message.ts';
import type {ChosenPlan} from './file-plan.ts';

/** The sentences about protected notifications that are not touched, with the rule of the first; safe to show. */
export const protectedNote = (kept: readonly KeptItem[]): string => `Protected and not touched: ${namedIds(kept.map(({listed}) => listed.id))}. ${sanitise(kept[0]!.rule.place)} has protect: ${sanitise(kept[0]!.rule.text)}.`;

/** The sentence about a pending change because of which something is not touched; safe to show. */
export const pendingText = (change: BlockedByChange): string => blockedText(change, `${keyOf('list', 'pending')} in the list shows it`);

/** The lines above the rows of a plan: its counts, and what it leaves alone. */
export function planMessages({chosen, changes, summary, warnings, tooMany}: ChosenPlan, columns: number): Message[] {
	const {pending, similar, kept} = summary;
	const left = changes.length - chosen.length;
	return [
		...messages(changes.length === 0 ? 'good' : 'plain', `${countText(chosen, summary)}${left === 0 ? '' : ` ${numberText(left)} left out.`}`, columns),
		...tooMany === undefined ? [] : messages('warning', `! ${sanitise(tooMany)}`, columns),
		...kept.length === 0 ? [] : messages('warning', `! ${protectedNote(kept)} ${keyOf('file-plan', 'unprotect')} includes ${kept.length === 1 ? 'it' : 'them'}.`, columns),
		...pending.flatMap(each => messages('warning', `! ${pendingText(each)}`, columns)),
		...similar.flatMap(each => messages('warning', `! ${similarText(each)}`, columns)),
		...warnings.flatMap(warning => messages('warning', `! ${sanitise(`${placeText(warning)}: ${warning.field} ${warning.message}`)}.`, columns)),
		...[...assumedEqualTexts(summary, keyOf('file-plan', 'replace-unknown')), ...repeatedTexts(summary)].flatMap(text => messages('plain', text, columns)),
	];
}
