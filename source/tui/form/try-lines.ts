import {parseJson} from '../../system/json.ts';
import {filterSentence} from '../../domain/filters/sentence.ts';
import type {Filter} from '../../domain/notification.ts';
import {tryFilters} from '../../domain/filters/try-filters.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {messages, type Message} from '../shared/message.ts';

/** A sample to try filters on. */
export type SampleEvent = {
	/** Where it is from, in words. */
	readonly origin: string;
	readonly event: unknown;
};

/** What filters make of a sample, row by row, as lines of at most `columns`. */
export function tryLines(filters: readonly Filter[], {origin, event}: SampleEvent, columns: number): Message[] {
	const rows = tryFilters(filters, event);

	return [
		...messages('faint', `Evaluated locally on ${sanitise(origin)}; the service may differ.`, columns),
		...rows.length === 0 ? messages('warning', 'The sample holds no activity to try them on.', columns) : [],
		...rows.flatMap(({results, isMatch}, index) => [
			{tone: 'plain', text: ''} as const,
			...messages(isMatch ? 'good' : 'bad', `${isMatch ? '✓' : '✗'} Activity ${index + 1} ${isMatch ? 'matches: all filters hold.' : 'does not match.'}`, columns),
			...results.flatMap(result => messages(
				result.isMatch ? 'good' : 'bad',
				sanitise(`  ${result.isMatch ? '✓' : '✗'} ${filterSentence(result.filter)}: ${result.reason}`),
				columns,
			)),
		]),
	];
}

/** Reads a sample from text. */
export function readSample(text: string, origin: string): {readonly ok: true; readonly sample: SampleEvent} | {readonly ok: false; readonly problem: string} {
	try {
		return {ok: true, sample: {origin, event: parseJson(text)}};
	} catch {
		return {ok: false, problem: `${origin} is not JSON`};
	}
}
