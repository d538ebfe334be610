/** Formats a time in the local time zone, to the minute: `2026-11-20 23:49`. `at` is in milliseconds since the epoch. */
export function formatTime(at: number): string {
	// The Swedish locale formats dates as in ISO 8601.
	return new Date(at).toLocaleString('sv-SE').slice(0, 16);
}

/** Formats an age in milliseconds in the largest unit of which it has at least one. */
export function timeAgo(milliseconds: number): string {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	const [unit, words] = ([[86_400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']] as const).find(([size]) => seconds >= size) ?? [1, 's'];
	return `${Math.floor(seconds / unit).toLocaleString('en')} ${words} ago`;
}
