/** Formats a time in the local time zone, to the minute: `2026-11-20 23:49`. `at` is in milliseconds since the epoch. */
export function formatTime(at: number): string {
	// The Swedish locale formats dates as in ISO 8601.
	return new Date(at).toLocaleString('sv-SE').slice(0, 16);
}
