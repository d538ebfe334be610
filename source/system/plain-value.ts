/** Converts numbers kept as raw JSON to numbers that a YAML printer supports. */
export function plainValue(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) {
		return value;
	}

	if (JSON.isRawJSON(value)) {
		const source = JSON.stringify(value);
		return /^-?\d+$/v.test(source) ? BigInt(source) : numberOf(source);
	}

	return Array.isArray(value)
		? value.map(item => plainValue(item))
		: Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainValue(item)]));
}

/** Converts a number, or keeps it as text if it exceeds the range of JavaScript's numbers. */
const numberOf = (source: string): number | string => (Number.isFinite(Number(source)) ? Number(source) : source);
