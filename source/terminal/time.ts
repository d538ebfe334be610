/** A time as people here write it down, to the minute: `2026-11-20 23:49`. `at` in milliseconds since the epoch. */
export function formatTime(at: number): string {
	// Swedish dates are ISO 8601.
	return new Date(at).toLocaleString('sv-SE').slice(0, 16);
}
