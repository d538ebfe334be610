import {numberText, upperFirst} from '../platform/text.ts';
import type {CopyPlan} from './copy-plan.ts';
import type {LossCounts} from './loss-notes.ts';
import {brokenText} from './policies/broken-policies.ts';

/** The names of the profiles between which notifications are copied. */
export type CopyWay = {readonly from: string; readonly to: string};

/** The place of a notification that is copied: `staging 17`. */
export const accountPlace = (name: string, id: string): string => `${name} ${id}`;

/** Describes what is not copied, a sentence for each reason; not yet safe to show. */
export function skippedNotes({duplicates, gone, refused = []}: CopyPlan, {from, to}: CopyWay): string[] {
	return [
		...(duplicates.length === 0
			? []
			: [
					`${numberText(duplicates.length)} skipped: ${to} has ${duplicates.length === 1 ? 'an identical one' : 'identical ones'} (names are not compared).`,
				]),
		...(gone.length === 0
			? []
			: [
					`${numberText(gone.length)} skipped: ${from} no longer has ${gone.length === 1 ? 'it as it was' : 'them as they were'} compared.`,
				]),
		...(refused.length === 0
			? []
			: [
					`${numberText(refused.length)} skipped: ${refused.length === 1 ? 'it' : `such as ${refused[0]!.record.id}, which`} ${brokenText(refused[0]!.policy)}.`,
				]),
	];
}

/** Describes how the copies will differ from their originals, and what they will stand beside, a sentence for each reason; not yet safe to show. */
export function copyNotes(
	{copies, namesakes, warned = 0}: CopyPlan,
	{contentUnknown, losesTopics = false, undocumented, incomplete}: LossCounts,
	{to}: CopyWay,
): string[] {
	const isOne = copies.length === 1;
	const content = `template${isOne ? '' : 's'}${losesTopics ? ' and topics' : ''}`;
	const some = (number: number) => (number === copies.length ? `all ${numberText(number)}` : numberText(number));
	const notes = [
		[
			contentUnknown,
			isOne
				? `Its ${content} ${losesTopics ? 'were' : 'was'} not sent from this machine: the copy has none.`
				: `The ${content} of ${some(contentUnknown)} were not sent from this machine: these copies have none.`,
		],
		[
			namesakes,
			isOne
				? `${to} has another one of this name, which stays: both will notify.`
				: `${upperFirst(some(namesakes))} ${namesakes === 1 ? 'has the name of another one' : 'have the names of others'} on ${to}, which ${namesakes === 1 ? 'stays: both' : 'stay: all of them'} will notify.`,
		],
		[
			warned,
			`${isOne ? 'It breaks' : `${numberText(warned)} ${warned === 1 ? 'breaks' : 'break'}`} a policy that only warns: chainbell check shows it afterwards.`,
		],
		[
			undocumented,
			`${isOne ? 'It has' : `${numberText(undocumented)} ${undocumented === 1 ? 'has' : 'have'}`} undocumented fields or values. They are sent as well, but the service may refuse or ignore them.`,
		],
		[
			incomplete,
			`${isOne ? 'It contains' : `${numberText(incomplete)} ${incomplete === 1 ? 'contains' : 'contain'}`} an API key, which is never stored: nothing can be copied together with ${incomplete === 1 ? 'it' : 'them'}.`,
		],
	] as const;
	return notes.filter(([affected]) => affected > 0).map(([, note]) => note);
}
