import type {Buffer} from 'node:buffer';
import {StringDecoder} from 'node:string_decoder';
import type {KeySplitter} from './split-keys.ts';

/** Matches what begins a report of the mouse without SGR, and the brackets of a paste (`bracket`: 0 or 1). */
const markers = /\u{1B}\[(?:M|20(?<bracket>[01])~)/gv;

/** Matches the first part of such a marker at the end of a text. */
const partOfMarker = /\u{1B}(?:\[(?:2(?:0[01]?)?)?)?$/v;

/** The bytes of a report after its beginning: button, column and row. */
const reportLength = 3;

/**
Creates a function that decodes what a terminal sends: UTF-8, but for the mouse reports of a terminal without SGR. Their bytes have any value, so each becomes the character of that number.

`waiting` says what the input before may be an incomplete part of: within a paste there are no reports.
*/
export function createInputDecoder(): (bytes: Buffer, waiting: ReturnType<KeySplitter['waiting']>) => string {
	const decoder = new StringDecoder('utf8');
	/** The number of bytes that are missing of a report. */
	let missing = 0;
	/** The end of the input so far, if it may be the first part of a marker. */
	let part = '';

	return (bytes, waiting) => {
		const latin = part + bytes.toString('latin1');
		const offset = part.length;
		let isPaste = waiting === 'paste';
		let text = '';
		let at = 0;
		const takeReport = (length: number) => {
			text += latin.slice(offset + at, offset + at + length);
			missing = Math.max(0, at + length - bytes.length);
			at = Math.min(bytes.length, at + length);
		};

		takeReport(waiting === 'reply' ? missing : 0);
		for (const match of latin.matchAll(markers)) {
			const start = match.index - offset;
			const end = start + match[0].length;
			const {bracket} = match.groups!;
			if (bracket !== undefined) {
				isPaste = bracket === '0';
			} else if (!isPaste && (start >= at || at === 0)) {
				text += decoder.write(bytes.subarray(at, end));
				at = end;
				takeReport(reportLength);
			}
		}

		part = partOfMarker.exec(latin.slice(at === 0 ? 0 : offset + at))?.[0] ?? '';
		return text + decoder.write(bytes.subarray(at));
	};
}
