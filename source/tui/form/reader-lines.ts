import {channels, recipientHint} from '../../domain/channels.ts';
import {isRequired} from '../../domain/draft/check.ts';
import {filterOf} from '../../domain/draft/draft.ts';
import {filterSentence} from '../../domain/filters/sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {labelOf} from './form-labels.ts';
import {
	checksummedAddress,
	suggestionsOf,
	shownIssues,
	type FormState,
} from './form.ts';

const severities = {error: 'Error', warning: 'Warning'} as const;

/** The form for a screen reader, as sentences: the focused field first and whole, then what is wrong elsewhere. */
export function readerLines(state: FormState): string[] {
	const {draft, focus, edit} = state;
	const issues = shownIssues(state);
	const filter = draft.filters[filterOf(focus)?.index ?? -1];
	const checksummed = focus === 'address' ? checksummedAddress(state) : undefined;

	return [
		`${labelOf(focus)}${isRequired(focus) ? ', required' : ''}: ${edit.text === '' ? 'empty' : edit.text}`,
		...issues.filter(({field}) => field === focus).map(({severity, message}) => `${severities[severity]}: ${message}`),
		...focus === 'recipient' && edit.text === '' ? [`Enter the recipient: ${recipientHint(draft.channel.trim())}.`] : [],
		...checksummed === undefined ? [] : [`With its checksum: ${checksummed}`],
		...choiceSentences(state),
		...filter === undefined ? [] : [`The filter so far: ${filterSentence(filter)}`],
		...focus === 'channel' ? [`Type ${channels.map(({letter, name}) => `${letter} for ${name}`).join(', ')}, or press enter for a list.`] : [],
		...issues.filter(({field}) => field !== focus).map(({field, severity, message}) => `${severities[severity]} at ${labelOf(field)}: ${message}`),
	].map(line => sanitise(line));
}

function choiceSentences(state: FormState): string[] {
	const choices = suggestionsOf(state);
	const chosen = state.choice === undefined ? undefined : choices[state.choice.index];
	return chosen === undefined
		? []
		: [
			`Suggestion ${state.choice!.index + 1} of ${choices.length}: ${chosen.value}${chosen.isTyped ? ', as typed' : ''}. Enter takes it, up and down choose.`,
			`All suggestions: ${choices.map(({value}) => value).join(', ')}`,
		];
}
