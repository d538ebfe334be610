import type {RecreationSurvey} from '../operations/bulk/recreation-survey.ts';

/** Describes what the undo of a deletion cannot recreate, in a sentence for each kind of loss. `total`: the number of deleted notifications. */
export function lossNotes({contentUnknown, losesTopics, undocumented, incomplete}: RecreationSurvey, total: number): string[] {
	const isOne = total === 1;
	const content = `template${isOne ? '' : 's'}${losesTopics === true ? ' and topics' : ''}`;
	const notes = [
		[contentUnknown, isOne
			? `chainbell undo can recreate it, but not its ${content}: it was not sent from this machine.`
			: `The ${content} of ${contentUnknown === total ? 'all ' : ''}${contentUnknown.toLocaleString('en')} are unknown on this machine. chainbell undo recreates them without.`],
		[undocumented, isOne
			? 'It has undocumented fields. The service may refuse them when it is recreated.'
			: `${undocumented.toLocaleString('en')} have undocumented fields. The service may refuse them when they are recreated.`],
		[incomplete, isOne
			? 'It cannot be recreated: the API key is part of it, and is never stored.'
			: `${incomplete.toLocaleString('en')} cannot be recreated: the API key is part of them, and is never stored.`],
	] as const;
	return notes.filter(([count]) => count > 0).map(([, note]) => note);
}
