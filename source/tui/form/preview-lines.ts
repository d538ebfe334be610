import type {ActivityResult} from '../../domain/filters/try-filters.ts';
import {filterSentence} from '../../domain/filters/sentence.ts';
import type {Notification} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {truncate} from '../../terminal/width.ts';
import {cutTo, messages, type Message} from '../shared/message.ts';
import {notificationName, othersText} from '../shared/notification-name.ts';

/** What is known of duplicates of the form, so far. */
export type DuplicateState =
	/** Required fields are empty. */
	| {readonly kind: 'incomplete'}
	| {readonly kind: 'searching'}
	/** `isComplete`: of a complete listing. */
	| {readonly kind: 'searched'; readonly found: readonly Notification[]; readonly isComplete: boolean};

export type FormPreview = {
	readonly sentence: string;
	readonly name: string;
	readonly duplicates: DuplicateState;
	/** Where the sample is from, as a sentence names it. */
	readonly source: string;
	/** The filters on the sample; undefined where there are none. */
	readonly activities: readonly ActivityResult[] | undefined;
	readonly json: string;
};

/** Characters of a line of the body that are looked at: more than any screen is wide. */
const bodyLength = 500;

/** The preview of a form, as at most `rows` lines of at most `columns`: what it does, duplicates, the sample, and the body as far as it fits. Safe to show. */
export function previewLines({sentence, name, duplicates, source, activities, json}: FormPreview, columns: number, rows: number): Message[] {
	const head = [
		...cutTo(messages('plain', sanitise(sentence), columns), Math.max(1, Math.floor(rows / 3))),
		...duplicateLines(duplicates, name, columns),
		...sampleLines(source, activities, columns),
		{tone: 'plain', text: ' '} as const,
	];
	// More would not be shown, and takes time for each key. Half a secret would not be recognised.
	const whole = hideSecrets(json);
	const body = whole.slice(0, rows * bodyLength).split('\n').slice(0, rows).map((line): Message => ({tone: 'faint', text: truncate(` ${sanitise(line)}`, columns - 1)}));
	return cutTo([...head, ...body], rows);
}

function duplicateLines(duplicates: DuplicateState, name: string, columns: number): Message[] {
	switch (duplicates.kind) {
		case 'incomplete': {
			return messages('faint', 'Duplicates: checked once the required fields are filled in.', columns);
		}

		case 'searching': {
			return messages('faint', 'Looking for duplicates …', columns);
		}

		case 'searched': {
			const {found, isComplete} = duplicates;
			const [first] = found;
			if (first === undefined) {
				return isComplete ? messages('good', '✓ No duplicate in the listing.', columns) : messages('faint', 'No duplicate so far; the listing is not complete.', columns);
			}

			const how = first.name === name ? 'identical' : 'the same but for its name';
			return messages('warning', `! Duplicate: ${notificationName(first, columns)}${othersText(found.length)} ${found.length === 1 ? 'is' : 'are'} ${how}.`, columns);
		}
	}
}

function sampleLines(source: string, activities: readonly ActivityResult[] | undefined, columns: number): Message[] {
	if (activities === undefined) {
		return messages('faint', 'No filters: every event matches.', columns);
	}

	if (activities.some(({results}) => results.some(({filter}) => filter.fieldName === '' || filter.operator === ''))) {
		return messages('faint', 'Sample: tried once the filters are complete.', columns);
	}

	const matching = activities.filter(({isMatch}) => isMatch).length;
	const sample = sanitise(source);
	if (matching > 0) {
		return messages('good', activities.length === 1 ? `✓ Matches ${sample}.` : `✓ Matches ${matching} of ${activities.length} activities of ${sample}.`, columns);
	}

	const failed = activities[0]?.results.find(({isMatch}) => !isMatch);
	const why = failed === undefined ? 'it contains no activity' : `${filterSentence(failed.filter)}: ${failed.reason}`;
	return messages('warning', sanitise(`✗ Does not match ${sample}: ${why}.`), columns);
}
