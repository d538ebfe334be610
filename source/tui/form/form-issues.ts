import {asWarning, checkDraft, type DraftIssue} from '../../notification/check.ts';
import {filterOf, isSameField, readField, rowFieldOf, rowsOf, type Draft} from '../../notification/fields.ts';
import {type FieldId} from '../../notification/spec.ts';
import {mergeValues} from '../../notification/suggest.ts';
import {policyIssues} from '../../query/rules.ts';
import {redaction} from '../../terminal/secrets.ts';
import {truncateMiddle} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {fieldsFrom, labelOf, splitAddresses, type FormState} from './form.ts';

/** The width of an address in an issue, if there are several. */
const shownAddress = 13;

/** Returns all local issues, including those that are not shown yet. */
export function localIssues(state: FormState): DraftIssue[] {
	const {draft, heldDraft, accepted, listedValues, learnedValues} = state;
	return [
		...checkDraft(draft, {accepted, known: mergeValues(listedValues, learnedValues)})
			.flatMap(issue =>
				issue.field === 'address' && issue.severity === 'error' ? (splitIssues(state) ?? issue) : issue,
			)
			.map(issue => (issue.place === undefined && isHeld(issue.field, draft, heldDraft) ? asWarning(issue) : issue)),
		...policiesBroken(state),
	];
}

/** The policies that the notification would break, or one of those that several addresses create. */
function policiesBroken(state: FormState): DraftIssue[] {
	const {draft, findBroken} = state;
	const addresses = splitAddresses(state);
	const issues = (
		addresses.length === 0 ? [draft] : addresses.map(address => ({...draft, addresses: [address]}))
	).flatMap(each => policyIssues(findBroken, each));
	return [...new Map(issues.map(issue => [`${issue.field} ${issue.message}`, issue])).values()];
}

/** The issues of each of several addresses; undefined if the form has one address. */
function splitIssues(state: FormState): DraftIssue[] | undefined {
	const {draft, accepted} = state;
	const addresses = splitAddresses(state);
	const isAccepted = accepted.address === readField(draft, 'address').trim();
	const check = (address: string) =>
		checkDraft(
			{...draft, addresses: [address]},
			{isChecked: field => field === 'address', ...(isAccepted && {accepted: {address}})},
		).map(issue => ({...issue, message: `${truncateMiddle(address, shownAddress)} ${issue.message}`}));
	return addresses.length === 0 ? undefined : addresses.flatMap(address => check(address));
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

/** Returns the number of errors that are shown: at the fields, of which one may have several, and above them. */
export const errorCount = (state: FormState): number => state.generalIssues.length + shownErrors(state).length;

function shownErrors(state: FormState): DraftIssue[] {
	const rows = new Set(rowsOf(state.draft, state.focus));
	return shownIssues(state).filter(({field, severity}) => severity === 'error' && rows.has(rowFieldOf(field)));
}

/** Returns the rows that show an error, from top to bottom. */
export function errorFields(state: FormState): FieldId[] {
	const rows = new Set(shownErrors(state).map(({field}) => rowFieldOf(field)));
	return rowsOf(state.draft, state.focus).filter(row => rows.has(row));
}

/** Returns the field of the first error in the next row that shows one, wrapping around at the end; the focused row if no other does. */
export function nextErrorField(state: FormState): FieldId {
	const errors = shownErrors(state);
	const row = fieldsFrom(state).find(each => errors.some(({field}) => rowFieldOf(field) === each));
	return row === undefined ? state.focus : errors.find(({field}) => rowFieldOf(field) === row)!.field;
}
