/** A problem with one field, with its path as text: `event_details.filters.0.value`; empty for the body as a whole. */
export type NamedIssue = {readonly field: string; readonly message: string};

/** A problem with a field, in one phrase: `channel: is required`. */
export const namedIssueText = ({field, message}: NamedIssue): string =>
	[field, message].filter(part => part !== '').join(': ');
