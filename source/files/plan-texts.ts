import {contentNote} from '../notification/losses.ts';
import {joined, numberText, upperFirst} from '../platform/text.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';
import {maxNamed, namedIds} from './notification-file.ts';
import {lostBy, verbOf, type BlockedByChange, type FilePlan} from './plan.ts';

/** The counts of a plan in a sentence; safe to show. */
export function countText({changes, unchanged, kept, notReplaced, unmanaged, from}: FilePlan): string {
	const counted = ['create', 'resume', 'replace', 'park', 'delete'].map(
		verb => [changes.filter(change => verbOf(change) === verb).length, `to ${verb}`] as const,
	);
	const differences = [...counted, [unmanaged.length, notInText(from)] as const]
		.filter(([count]) => count > 0)
		.map(([count, what]) => `${numberText(count)} ${what}`);
	const same = joined(
		[
			`${numberText(unchanged)} unchanged`,
			kept.length > 0 && `${numberText(kept.length)} protected`,
			notReplaced.length > 0 && `${numberText(notReplaced.length)} not replaced`,
		],
		', ',
	);
	return differences.length === 0 ? `No changes: ${same}.` : `${differences.join(', ')}; ${same}.`;
}

/** The words for notifications that the plan does not contain: `in no file`; safe to show. */
export const notInText = (from: string | undefined): string =>
	from === undefined ? 'in no file' : `not in ${sanitiseCell(from)}`;

/** The sentence about a pending change, and what is not touched because of it; safe to show. `advice`: how to go on. */
export function blockedText(
	{number, noun, running, ids, places}: BlockedByChange,
	advice = `run chainbell recover ${number}`,
): string {
	const all = [...ids, ...places].map(text => sanitiseCell(text));
	const others = all.length - maxNamed;
	const named = others > 0 ? [...all.slice(0, maxNamed), `${numberText(others)} more`] : all;
	const list = new Intl.ListFormat('en-GB').format(named);
	return `${upperFirst(noun)} ${number} is ${running ?? 'pending'}, so ${list} ${all.length === 1 ? 'is' : 'are'} not touched: ${running === undefined ? advice : 'run this again when it has ended'}.`;
}

/** A sentence about a plan, safe to show. */
type PlanNote = {readonly text: string; readonly isWarning: boolean};

/** Says what is lost because the operator accepts it; safe to show. */
export function losingTexts({losing, changes}: Pick<FilePlan, 'losing' | 'changes'>): string[] {
	const lossy = changes.filter(({of, kind}) => kind === 'replace' && losing.includes(of.id));
	const count = lossy.length;
	const ids = namedIds(lossy.map(({of}) => of!.id));
	return count === 0 ? [] : [contentNote(`Replacing ${ids} loses`, {total: count, ...lostBy(lossy)})];
}

/** Says why notifications are not replaced, and what to do; safe to show. */
function notReplacedText({notReplaced, pairs}: FilePlan, replace: string): string {
	const lines = pairs
		.filter(({entry, listed}) => entry.copied === undefined && !entry.statesTemplate && notReplaced.includes(listed.id))
		.map(({entry}) => String(entry.place.line));
	return joined(
		[
			`Not replaced, because the template or topics are unknown on this machine and would be lost: ${namedIds(notReplaced)}.`,
			`${replace} replaces ${notReplaced.length === 1 ? 'it' : 'them'}.`,
			lines.length > 0 &&
				`Add \`template:\` to line${lines.length === 1 ? '' : 's'} ${namedIds(lines)}, or \`template: ""\` to drop it.`,
		],
		' ',
	);
}

/** The notes about a plan: what it does not change, what it assumes, and what is lost. `replace`: the option or the key that replaces unknown templates. `advice`: how to go on with a pending change; by default its command. */
export function planNotes(plan: FilePlan, replace: string, advice?: string): readonly PlanNote[] {
	const {from, pending, similar, assumedEqual: assumed, rewritten, notReplaced} = plan;
	const them = ({length}: readonly string[]) => (length === 1 ? 'it' : 'them');
	const assumedText =
		assumed.length > maxNamed
			? `The template or topics of ${numberText(assumed.length)} are unknown here and assumed equal`
			: `The template or topics are unknown here and assumed equal: ${namedIds(assumed)}`;
	const why =
		from === undefined
			? 'without a scope nothing says that it belongs to the file'
			: `only some of ${sanitiseCell(from)} is planned, so that nothing says that they belong together`;
	const warn = (text: string): PlanNote => ({text, isWarning: true});
	const tell = (text: string): PlanNote => ({text, isWarning: false});
	const notes = [
		similar.map(({id, place}) =>
			warn(`${sanitiseCell(id)} looks like an older version of ${sanitiseCell(place)} and stays: ${why}.`),
		),
		pending.map(each => warn(blockedText(each, advice))),
		assumed.length > 0 && tell(`${assumedText}. ${replace} replaces ${them(assumed)}.`),
		losingTexts(plan).map(text => warn(text)),
		rewritten.length > 0 &&
			tell(
				`${namedIds(rewritten)} ${rewritten.length === 1 ? 'differs' : 'differ'} only as services rewrite text (white space around it, Unicode form, case of an e-mail address), which is no change.`,
			),
		unknownTexts(plan).map(text => tell(text)),
		notReplaced.length > 0 && warn(notReplacedText(plan, replace)),
	];
	return notes.flat().filter(note => note !== false);
}

/** The sentences about templates of another account that nobody knows; safe to show. */
export function unknownTexts({
	createdWithoutTemplate: created,
	templatesNotCompared: compared,
	changes,
	from = '',
}: FilePlan): string[] {
	const copied = changes.filter(({kind, asked}) => kind === 'create' && asked?.entry.copied?.isContentUnknown);
	const comparedText =
		compared === 1
			? `The template of 1 that both accounts have is not compared: that in ${sanitiseCell(from)} was not sent from this machine.`
			: `The templates of ${numberText(compared)} that both accounts have are not compared: those in ${sanitiseCell(from)} were not sent from this machine.`;
	return [
		...(created > 0 ? [contentNote('The copy loses', {total: changes.length, ...lostBy(copied)})] : []),
		...(compared > 0 ? [comparedText] : []),
	];
}
