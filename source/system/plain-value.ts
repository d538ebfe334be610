/** Numbers that were kept as raw JSON become numbers that a printer of YAML knows. */
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

/** A number that is beyond what JavaScript holds stays text. */
const numberOf = (source: string): number | string => Number.isFinite(Number(source)) ? Number(source) : source;
