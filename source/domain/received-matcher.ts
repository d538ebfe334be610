import type {ListedRecord} from './notification.ts';

/** U+212A as the bytes of UTF-8, read as Latin-1: it is K when text is normalised. */
const kelvinSign = '\u{E2}\u{84}\u{AA}';

/** Matches a number in JSON that can be written without a point or an exponent. */
const otherNumber = /[:,\[]\s*-?\d+[.Ee]/v;

/** Texts that the JSON of a record must all contain. `ignoresCase`: whether their case does not matter. */
export type TextSearch = {readonly sought: readonly string[]; readonly ignoresCase: boolean};

/** Creates the conditions of a search in the JSON that was received. */
export function createReceivedMatcher({sought, ignoresCase}: TextSearch) {
	const fold = ignoresCase ? (text: string) => text.toLowerCase() : (text: string) => text;
	const texts = sought.filter(text => text !== '').map(text => fold(text));
	const isNumeric = texts.some(text => !Number.isNaN(Number(text)));
	const mayBeWrittenOtherwise = (json: string) => json.includes('\\') || (isNumeric && otherNumber.test(json));
	const containsAll = (json: string) => {
		const folded = fold(json);
		return texts.every(text => folded.includes(text));
	};

	return {
		/** Whether the received text of several notifications can be searched at once. */
		isPlain: texts.every(text => /^[\u{20}-\u{7E}]*$/v.test(text)),
		/** Whether none of several notifications is found. `text`: their received text, with each byte as one character. */
		isLeftOut: (text: string): boolean =>
			!mayBeWrittenOtherwise(text) && !(ignoresCase && text.includes(kelvinSign)) && !containsAll(text),
		mayContain(record: ListedRecord): boolean {
			const json = record.kind === 'unreadable' ? undefined : record.json;
			return record.kind === 'notification' && (json === undefined || mayBeWrittenOtherwise(json) || containsAll(json));
		},
	};
}
