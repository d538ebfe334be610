import {hasParameters, readEscape} from './escape-sequences.ts';

/** Whether a text is the first part of a sequence, and not only Esc. */
export const canBecomeSequence = (text: string): boolean => /^\u{1B}{1,2}\[$/v.test(text);

/** Whether a chunk is the late rest of a sequence: together they form a sequence that nobody types. */
export function isLateRest(late: string, chunk: string): boolean {
	if (late === '' || chunk === '') {
		return false;
	}

	const text = late + chunk;
	const {kind, length} = readEscape(text);
	switch (kind) {
		case 'key': {
			return length > late.length && /^\u{1B}{1,2}\[/v.test(text);
		}

		case 'partial': {
			return !hasParameters(late) && hasParameters(text) && !hasParameters(chunk);
		}

		case 'paste-start':
		case 'paste-end':
		case 'reply':
		case 'broken': {
			return length > late.length;
		}
	}
}
