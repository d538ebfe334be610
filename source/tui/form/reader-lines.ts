import {channels, recipientHint} from '../../domain/channels.ts';
import {isRequired} from '../../domain/draft/check.ts';
import {filterOf} from '../../domain/fields.ts';
import {filterWords} from '../../domain/filters/sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {labelOf} from './form-labels.ts';
import {checksummedAddress, type FormState} from './form.ts';
import {suggestionsOf} from './form-suggestions.ts';
import {draftIssueText, namedIssue, shownIssues} from './form-issues.ts';

const severities = {error: 'Error', warning: 'Warning'} as const;

/** Describes the form to a screen reader, in sentences: the focused field in full, then the issues of the other fields. */
export function readerLines(state: FormState): string[] {
	const {draft, focus, edit, isSelected} = state;
	const issues = shownIssues(state);
	const filter = draft.filters[filterOf(focus)?.index ?? -1];
	const checksummed = focus === 'address' ? checksummedAddress(state) : undefined;

	return [
		`${labelOf(focus)}${isRequired(focus) ? ', required' : ''}: ${edit.text === '' ? 'empty' : edit.text}${isSelected ? ', selected: typing replaces it' : ''}`,
		...issues
			.filter(({field}) => field === focus)
			.map(issue => `${severities[issue.severity]}: ${draftIssueText(issue)}`),
		...(focus === 'recipient' && edit.text === ''
			? [`Enter the recipient: ${recipientHint(draft.channel.trim())}.`]
			: []),
		...(checksummed === undefined ? [] : [`With EIP-55 checksum: ${checksummed}`]),
		...suggestionSentences(state),
		...(filter === undefined ? [] : [`Filter: ${filterWords(filter)}`]),
		...(focus === 'channel'
			? [`Type ${channels.map(({letter, name}) => `${letter} for ${name}`).join(', ')}, or press space for a list.`]
			: []),
		...issues
			.filter(({field}) => field !== focus)
			.map(
				issue =>
					`${severities[issue.severity]}${issue.isMissing === true ? ':' : ' in'} ${namedIssue(labelOf(issue.field), issue)}`,
			),
	].map(line => sanitise(line));
}

function suggestionSentences(state: FormState): string[] {
	const suggestions = suggestionsOf(state);
	if (suggestions.length === 0 || state.highlighted === undefined) {
		return [];
	}

	const {index} = state.highlighted;
	const suggestion = suggestions[index];
	return suggestion === undefined
		? [
				`Press ${keyOf('form', 'down')} for ${suggestions.length === 1 ? 'a suggestion' : `one of ${suggestions.length} suggestions`}.`,
			]
		: [
				`Suggestion ${index + 1} of ${suggestions.length}: ${suggestion.value}${suggestion.isTyped ? ', as typed' : ''}. Press ${keyOf('form', 'accept')} to accept it, ${keyOf('form', 'up')} or ${keyOf('form', 'down')} for another.`,
				`All suggestions: ${suggestions.map(({value}) => value).join(', ')}`,
			];
}
