import {numberText} from '../platform/text.ts';

/** Formats a time in the local time zone, to the minute: `2026-11-20 23:49`. `at` is in milliseconds since the epoch. */
export function formatTime(at: number): string {
	const date = new Date(at);
	const [month, day, hours, minutes] = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()].map(
		number => String(number).padStart(2, '0'),
	);
	return `${date.getFullYear()}-${month}-${day} ${hours}:${minutes}`;
}

/** Formats an age in milliseconds in the largest unit of which it has at least one. */
export function timeAgo(milliseconds: number): string {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	const [unit, words] = (
		[
			[86_400, 'd'],
			[3600, 'h'],
			[60, 'min'],
			[1, 's'],
		] as const
	).find(([size]) => seconds >= size) ?? [1, 's'];
	return `${numberText(Math.floor(seconds / unit))} ${words} ago`;
}
