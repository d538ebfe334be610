/** Formats a whole number that is not negative with a comma before each three digits, such as `40,000`. `toLocaleString` loads locale data for the same, which takes as long as drawing the first page. */
export function numberText(number: number): string {
	const digits = String(number);
	const groups: string[] = [];
	for (let end = digits.length; end > 0; end -= 3) {
		groups.unshift(digits.slice(Math.max(0, end - 3), end));
	}

	return groups.join(',');
}
