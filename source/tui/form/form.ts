import {readAddress, severalAddresses} from '../../notification/address.ts';
import {isRequired, type AcceptedTexts, type DraftIssue, asWarning, checkDraft} from '../../notification/check.ts';
import {readTopics} from '../../notification/events.ts';
import {
	textKindOf,
	type KnownValues,
	valueKindOf,
	noValues,
	suggestAddresses,
	suggestPart,
	suggestTexts,
	suggest,
} from '../../notification/suggest.ts';
import {
	emptyDraft,
	filterOf,
	formFieldOf,
	placeOfPart,
	readField,
	rowFieldOf,
	rowsOf,
	topicIndex,
	type Draft,
	isSameField,
} from '../../notification/fields.ts';
import type {Topics} from '../../notification/notification.ts';
import {type FieldId, partSpec} from '../../notification/spec.ts';
import {type FindBroken, policyIssues} from '../../query/rules.ts';
import type {MemberPath} from '../../notification/undocumented.ts';
import {keyOf} from '../keys/match.ts';
import {editAtEnd, type TextState} from '../keys/text-edit.ts';
import {redaction} from '../../terminal/secrets.ts';
import {truncateMiddle} from '../../terminal/width.ts';

/** What is known of the account, which is no part of the draft. */
export type Known = {
	/** Values from the listed notifications and those that the service accepted earlier, suggested in addition to the vocabulary. */
	readonly values: KnownValues;
	/** Texts from the listed notifications, suggested for fields of free text. */
	readonly texts: KnownValues;
	/** Finds the policies of config.yaml that the draft breaks. */
	readonly findBroken: FindBroken;
};

export const nothingKnown: Known = {values: noValues, texts: noValues, findBroken: () => []};

/** The state of the form: its mode, the draft, the cursor, suggestions and issues. */
export type FormState = {
	/** Editing fields, picking a channel, reviewing before sending, or trying the filters. */
	readonly mode: 'write' | 'pick' | 'review' | 'try';
	readonly draft: Draft;
	readonly focus: FieldId;
	/** The text and cursor of the focused field. One that it had when it got the focus is selected until a key is pressed in it. The draft has what the text stands for (`readTyped`). */
	readonly edit: TextState;
	/** The text that the focused field had when it got the focus. */
	readonly before: string;
	/** The letters that were typed since one of them picked the channel; empty unless the focus is still there. */
	readonly channelLetters: string;
	/** The suggestion that was moved to, by its value; see `highlightedIndex` for one without. Undefined if no suggestions are shown. It is accepted when the operator leaves the field, provided they typed or moved to it. */
	readonly highlighted: {readonly value?: string | undefined; readonly isAcceptedOnLeave: boolean} | undefined;
	/** What is known now. */
	readonly known: Known;
	/** The rows that the cursor has left. Their local issues are shown. */
	readonly visited: ReadonlySet<FieldId>;
	/** The rows that the operator emptied; all of them after the review was requested. The form says that these are required. */
	readonly emptied: ReadonlySet<FieldId>;
	/** The draft of the notification that the form edits or recreates, as the service holds it. A field that still has its value is not an error. */
	readonly heldDraft: Draft | undefined;
	/** The draft that the form begins with where no unsent one is continued: what the service holds, or an empty form. */
	readonly stored: Draft | undefined;
	/** Whether several addresses create a notification each. */
	readonly canSplit: boolean;
	/** The texts that the operator accepted despite an issue. */
	readonly accepted: AcceptedTexts;
	/** Whether the notification to replace may have a template and topics that are not known here. */
	readonly isContentUnknown: boolean;
	/** The issues from the service's last response. Editing a field removes its issues. */
	readonly serviceIssues: readonly DraftIssue[];
	/** The undocumented members that the service refused. They can be left out. */
	readonly refused: readonly MemberPath[];
	/** The refused members that the operator left out since the last response. */
	readonly leftOut: readonly MemberPath[];
	/** The draft and the focus before each change that can be undone, the oldest first. */
	readonly past: ReadonlyArray<Pick<FormState, 'draft' | 'focus'>>;
	/** The run of the last change. The next change of the same run is undone together with it. */
	readonly run: string | undefined;
	/** The issues from the service's last response that belong to no field of the form. */
	readonly generalIssues: readonly string[];
};

/** What is known of no answer of the service. */
export const noAnswer = {serviceIssues: [], generalIssues: [], refused: [], leftOut: []} satisfies Partial<FormState>;

/** The issues of a draft that nothing was done with yet: none is shown. */
export const untouched = {...noAnswer, visited: new Set<FieldId>(), emptied: new Set<FieldId>()};

/** What a form opens with. `focus`: the field that gets the focus, by default the first one. */
export type FormStart = Pick<FormState, 'draft'> & Partial<FormState>;

/** Returns the state of a form that was just opened. */
export function openForm({focus = 'userId', ...start}: FormStart): FormState {
	const opened: FormState = {
		mode: 'write',
		focus,
		edit: editAtEnd(''),
		before: '',
		channelLetters: '',
		highlighted: undefined,
		known: nothingKnown,
		...untouched,
		heldDraft: undefined,
		stored: undefined,
		canSplit: false,
		accepted: {},
		isContentUnknown: false,
		past: [],
		run: undefined,
		...start,
	};
	return focusOn(opened, focus);
}

/** The addresses that create a notification each; empty if the form has one address, or replaces a notification. */
export const splitAddresses = ({canSplit, draft}: Pick<FormState, 'canSplit' | 'draft'>): readonly string[] =>
	canSplit ? severalAddresses(readField(draft, 'address')) : [];

/** Returns the address with its EIP-55 checksum if it was typed without one. */
export function checksummedAddress({draft}: FormState): string | undefined {
	const reading = readAddress(readField(draft, 'address').trim());
	return reading.kind === 'plain' ? reading.checksummed : undefined;
}

/** Moves the cursor to a field: to the end of a part of a filter, or of the text of any other, which is selected unless it has several parts or lines. Shows its suggestions, if it has any, but of free text only while there is none. If these are known values, the field's own value is highlighted. */
export function focusOn(state: FormState, field: FieldId): FormState {
	const focus = rowFieldOf(field);
	const text = readField(state.draft, focus);
	const known = valueKindOf(focus) === undefined ? undefined : {value: text.trim(), isAcceptedOnLeave: false};
	const optional = text === '' && hasOptionalSuggestions(focus) ? noneHighlighted : undefined;
	return {
		...state,
		focus,
		edit: {
			text,
			cursor: placeOfPart(text, field)?.end ?? text.length,
			killed: state.edit.killed,
			isSelected: text !== '' && focus !== 'channel' && focus !== 'filters' && !text.includes('\n'),
		},
		before: text,
		highlighted: known ?? optional,
		channelLetters: '',
	};
}

/** Whether the suggestions for a field stand below its own text: none of them is accepted unless the operator moves to it, or types the beginning of a part of a filter or what is not valid. */
export const hasOptionalSuggestions = (focus: FieldId): boolean =>
	textKindOf(focus) !== undefined || focus === 'filters';

/** Whether the focused field's earlier value is being replaced, so that esc restores it. */
export function isReplaced({focus, edit, before}: FormState): boolean {
	return valueKindOf(focus) !== undefined && before !== '' && edit.text !== before;
}

/** Returns the field after or before the focused one, wrapping around at the end. */
export const fieldAfter = (state: FormState, by: 1 | -1): FieldId => fieldsFrom(state).at(by === 1 ? 0 : -1)!;

/** Returns the next empty field that is required, wrapping around at the end; without one, the next field. */
export const nextEmptyField = (state: FormState): FieldId =>
	fieldsFrom(state).find(field => lacks(state.draft, field)) ?? fieldAfter(state, 1);

/** Whether the focus is on the last field and no field is missing. Moving on then opens the review. */
export const isAtEnd = ({draft, focus}: FormState): boolean =>
	rowsOf(draft, focus).at(-1) === focus && isFilledIn(draft);

const lacks = (draft: Draft, field: FieldId): boolean => isRequired(field) && readField(draft, field).trim() === '';

/** Whether a draft has all that is required of its fields. */
export const isFilledIn = (draft: Draft): boolean => !rowsOf(draft).some(field => lacks(draft, field));

/** The other fields in order from the focused one, wrapping around at the end. */
function fieldsFrom({draft, focus}: Pick<FormState, 'draft' | 'focus'>): FieldId[] {
	const fields = rowsOf(draft, focus);
	const at = fields.indexOf(focus);
	return [...fields.slice(at + 1), ...fields.slice(0, at)];
}

/** The initial state of suggestions for free text: none is highlighted, so that none is accepted unless the operator moves to it. */
export const noneHighlighted = {isAcceptedOnLeave: false} as const;

/** Returns the suggestions that are shown for the focused field: known values that match the typed text, then the typed text itself. Without typed text, all known values. For free text, texts of the account; for the filters, what can stand at the cursor. */
export function suggestionsOf(state: FormState): readonly string[] {
	const {
		draft,
		focus,
		edit,
		highlighted,
		canSplit,
		known: {values, texts},
	} = state;
	if (highlighted === undefined) {
		return [];
	}

	if (focus === 'filters') {
		return suggestPart(edit, values, texts);
	}

	const textKind = textKindOf(focus);
	if (textKind !== undefined) {
		return focus === 'address' ? suggestAddresses(draft, texts, canSplit) : suggestTexts(draft, textKind, texts);
	}

	const suggestions = suggest(draft, focus, values, edit.isSelected);
	const typed = edit.text.trim();
	if (typed === '' || suggestions.includes(typed)) {
		return suggestions;
	}

	return edit.isSelected ? [typed, ...suggestions] : [...suggestions, typed];
}

/** Whether a suggestion is the text that is being typed. */
export const isTyped = ({edit}: FormState, suggestion: string): boolean =>
	!edit.isSelected && suggestion === edit.text.trim();

/** The index of the highlighted suggestion; -1 if none is. Without a value that was moved to it is the first one, of free text only once the beginning of a part of a filter, or what is not valid, was typed. */
export function highlightedIndex({highlighted, focus}: FormState, suggestions: readonly string[]): number {
	const {value, isAcceptedOnLeave = false} = highlighted ?? {};
	const index = suggestions.findIndex(each => each === value);
	const isFirst = valueKindOf(focus) !== undefined || (value === undefined && isAcceptedOnLeave);
	return index === -1 && isFirst ? 0 : index;
}

/** The label of a form field; that of a topic is the name of its argument, if the event of `topics` is known. */
export function labelOf(field: FieldId, topics: Topics = emptyDraft.topics): string {
	const filter = filterOf(field);
	if (filter !== undefined) {
		return `Filter ${filter.index + 1} ${partSpec(filter.part).name}`;
	}

	const index = topicIndex(field);
	const {label = readTopics(topics).readings[index]?.argument?.name ?? ''} = formFieldOf(field) ?? {};
	return label === '' ? `Topic ${index}` : label;
}

/** The text that an empty form field shows. */
export function placeholderOf(draft: Draft, field: FieldId, isContentUnknown = false): string {
	if (field === 'template') {
		return `${isContentUnknown ? 'not known' : 'optional'} · ${keyOf('form', 'editor')}: editor, ctrl+j: new line`;
	}

	const row = formFieldOf(field);
	if (row !== undefined || field === 'topic.0') {
		return row === undefined
			? '0x…, or an event: its signature or a known name'
			: (row.form.placeholder?.(draft) ?? '');
	}

	const {argument} = readTopics(draft.topics).readings[topicIndex(field)]!;
	const unless = argument?.isIndexed === false ? ', only if the contract indexes it' : '';
	return argument === undefined ? '0x…' : `optional, ${argument.type}${unless}`;
}

/** The width of an address in an issue, if there are several. */
const shownAddress = 13;

/** Returns all local issues, including those that are not shown yet. Of several addresses each has its own. */
export function localIssues(state: FormState): DraftIssue[] {
	const {draft, heldDraft, accepted, known} = state;
	const whole = readField(draft, 'address').trim();
	const several = splitAddresses(state);
	const issues = (several.length === 0 ? [whole] : several).flatMap(address => {
		const each = several.length === 0 ? draft : {...draft, addresses: [address]};
		const texts = accepted.address === whole ? {...accepted, address} : accepted;
		const found = checkDraft(each, {accepted: texts, known: known.values}).map(issue => {
			const shown = issue.place === undefined && isHeld(issue.field, each, heldDraft) ? asWarning(issue) : issue;
			return several.length > 0 && issue.field === 'address'
				? {...shown, message: `${truncateMiddle(address, shownAddress)} ${shown.message}`}
				: shown;
		});
		return [...found, ...policyIssues(known.findBroken, each)];
	});
	return [...new Map(issues.map(issue => [`${issue.field} ${issue.message}`, issue])).values()];
}

/** Whether a field still has the value that the service holds. A text with `[API key]` never does, because the ledger does not store the key. */
function isHeld(field: FieldId, draft: Draft, held: Draft | undefined): boolean {
	return held !== undefined && isSameField(field, draft, held) && !readField(draft, field).includes(redaction);
}

/** The text of an issue on the screen, with the key that overrides it, if there is one. */
const draftIssueText = ({message, canOverride}: DraftIssue): string =>
	canOverride ? `${message}; ${keyOf('form', 'accept-issue')} to use it anyway` : message;

/** The text of an issue after the name of its field: `Recipient: is not an e-mail address`, `Name is required`. */
export const namedIssue = (label: string, issue: DraftIssue): string =>
	issue.place === undefined
		? `${label}${issue.isMissing === true ? ' ' : ': '}${draftIssueText(issue)}`
		: issue.message;

/** The text of an issue below the row of its field. One of a filter names its part. */
export const rowIssueText = (issue: DraftIssue): string =>
	filterOf(issue.field) === undefined ? draftIssueText(issue) : namedIssue(labelOf(issue.field), issue);

/** Returns the issues to show: those from the service, local ones of visited fields, and those that must be shown at once. An empty required field is reported only if it was emptied, or after the review was requested. */
export function shownIssues(state: FormState): readonly DraftIssue[] {
	const {serviceIssues, visited, emptied} = state;
	const isShown = ({field, isUrgent, isMissing}: DraftIssue) =>
		isUrgent === true || (visited.has(rowFieldOf(field)) && (isMissing !== true || emptied.has(rowFieldOf(field))));
	return [...serviceIssues, ...localIssues(state).filter(issue => isShown(issue))];
}

/** The errors that are shown at the rows of the form, in the order of the rows after the focused one, which comes last. */
export function shownErrors(state: FormState): DraftIssue[] {
	const errors = shownIssues(state).filter(({severity}) => severity === 'error');
	return [...fieldsFrom(state), state.focus].flatMap(row => errors.filter(({field}) => rowFieldOf(field) === row));
}
