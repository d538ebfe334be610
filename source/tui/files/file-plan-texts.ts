import {blockedText, type BlockedByChange} from '../../files/blocking-change.ts';
import type {FileChange} from '../../files/changes.ts';
import type {EntryWarning} from '../../files/check-entries.ts';
import {lineText} from '../../files/notification-file.ts';
import type {KeptItem} from '../../files/plan.ts';
import {
	assumedEqualTexts,
	countText,
	losingTexts,
	namedIds,
	repeatedTexts,
	rewrittenTexts,
	similarText,
	type PlanSummary,
} from '../../files/plan-texts.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {fittingQuestion, messages, type Message} from '../shared/message.ts';
import type {ChosenPlan} from './file-plan.ts';
import {shortName} from './file-plan-rows.ts';

/** The sentences about protected notifications that are not touched, with the rule of the first; safe to show. */
export const protectedNote = (kept: readonly KeptItem[]): string =>
	`Protected and not touched: ${namedIds(kept.map(({listed}) => listed.id))}. ${sanitise(kept[0]!.rule.place)} has protect: ${sanitise(kept[0]!.rule.text)}.`;

/** The sentence about a pending change because of which something is not touched; safe to show. */
export const pendingText = (change: BlockedByChange): string =>
	blockedText(change, `${keyOf('list', 'pending')} in the list shows it`);

/** The lines above the rows of a plan: its counts, and what it leaves alone. */
export function planMessages({chosen, changes, summary, warnings, tooMany}: ChosenPlan, columns: number): Message[] {
	const {pending, similar, kept} = summary;
	const left = changes.length - chosen.length;
	const tone = changes.length + summary.unmanaged.length === 0 ? 'good' : 'plain';
	const whole = messages(
		tone,
		`${countText(chosen, summary)}${left === 0 ? '' : ` ${numberText(left)} left out.`}`,
		columns,
	);
	return [
		...fittingQuestion(whole, messages(tone, shortCounts(chosen, left, summary), columns), 1),
		...(tooMany === undefined ? [] : messages('warning', `! ${sanitise(tooMany)}`, columns)),
		...(kept.length === 0
			? []
			: messages(
					'warning',
					`! ${protectedNote(kept)} ${keyOf('file-plan', 'unprotect')} includes ${kept.length === 1 ? 'it' : 'them'}.`,
					columns,
				)),
		...pending.flatMap(each => messages('warning', `! ${pendingText(each)}`, columns)),
		...losingTexts(summary).flatMap(text => messages('warning', `! ${text}`, columns)),
		...similar.flatMap(each => messages('warning', `! ${similarText(each)}`, columns)),
		...warningLines(warnings, columns),
		...[
			...assumedEqualTexts(summary, keyOf('file-plan', 'replace-unknown')),
			...rewrittenTexts(summary),
			...repeatedTexts(summary),
		].flatMap(text => messages('plain', text, columns)),
	];
}

/** The counts of a plan in few columns: `43 create · 85 replace · 2,956 same`. */
function shortCounts(chosen: readonly FileChange[], left: number, {unchanged, kept, unmanaged}: PlanSummary): string {
	const counted = [
		...(['create', 'replace', 'delete'] as const).map(
			verb => [chosen.filter(({kind}) => kind === verb).length, verb] as const,
		),
		[left, 'left out'] as const,
		[unmanaged.length, 'in no file'] as const,
		[kept.length, 'protected'] as const,
	];
	return [...counted.filter(([count]) => count > 0), [unchanged, 'same'] as const]
		.map(([count, what]) => `${numberText(count)} ${what}`)
		.join(' · ');
}

/** One warning, or how many there are: each is told below the rows, for the row under the cursor. */
export function warningLines(warnings: readonly EntryWarning[], columns: number): Message[] {
	const [first, ...others] = warnings;
	if (first === undefined) {
		return [];
	}

	const rows = new Set(warnings.map(({entry}) => entry)).size;
	return messages(
		'warning',
		others.length === 0
			? `! ${sanitise(lineText(first))}: ${warningText(first)}.`
			: `! ${numberText(warnings.length)} warnings in the ${rows === 1 ? 'row' : `${numberText(rows)} rows`} with !`,
		columns,
	);
}

/** A warning without its place, safe to show. */
export const warningText = ({field, message}: EntryWarning): string => sanitise(`${shortName(field)} ${message}`);
