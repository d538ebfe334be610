/** A number of 16 digits or more, where JSON has numbers: not inside an address. */
const couldLoseDigits = /(?:^|[\s,:\[])-?\d{16}/v;

/**
Parses JSON without losing digits: an integer beyond 2^53 becomes a raw JSON value (`JSON.rawJSON`), which prints as it was sent.

@throws SyntaxError
*/
export function parseJson(text: string): unknown {
	// A reviver costs several times a plain parse, so only text that needs one gets one.
	return couldLoseDigits.test(text) ? parseExactly(text) : JSON.parse(text);
}

/** As `parseJson`, for a text that is known to hold long numbers. */
export function parseExactly(text: string): unknown {
	return JSON.parse(text, (_key, value: unknown, {source}) => (
		typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER && /^-?\d+$/v.test(source ?? '')
			? JSON.rawJSON(source!)
			: value
	));
}
