import {numberText} from './text.ts';

/** The size limits of responses in bytes, so that no response can exhaust the memory. */
export type Limits = {
	/** The body of a listing, all pages together, after decompression. */
	readonly listing: number;
	/** One record of a listing. */
	readonly record: number;
	/** The number of records in a listing. */
	readonly records: number;
	/** The body of any other successful response, after decompression. */
	readonly response: number;
	/** The part of an error's body that is read, for the service's message. */
	readonly error: number;
	/** The headers of a response. */
	readonly headers: number;
};

const kilobyte = 1000;
const megabyte = 1_000_000;
const gigabyte = 1_000_000_000;

/** The default limits. */
export const defaultLimits: Limits = {
	listing: gigabyte,
	record: megabyte,
	records: 1_000_000,
	response: 10 * megabyte,
	error: 64 * kilobyte,
	headers: 16 * kilobyte,
};

/** The maximum size of an input with notifications in bytes, unless `--max-input` sets it. */
export const largestInput = 20 * megabyte;

/** The maximum nesting of arrays and objects, the record included. A deeper record is not parsed, because most code that handles parsed JSON is recursive. */
export const deepestNesting = 100;

const units = [
	['GB', gigabyte],
	['MB', megabyte],
	['kB', kilobyte],
] as const;

/** Formats a number of bytes, such as `10 MB`. */
export function sizeText(bytes: number): string {
	const [unit, size] = units.find(([, least]) => bytes >= least) ?? ['bytes', 1];
	const number = bytes / size;
	return `${number < 100 ? Math.round(number * 10) / 10 : numberText(Math.round(number))} ${unit}`;
}

/** Parses a size such as `10 MB`, or a number of bytes; undefined if it is neither. */
export function parseSize(text: string): number | undefined {
	const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?) ?([gkm])?b?$/iv.exec(text.trim()) ?? [];
	if (number === undefined) {
		return undefined;
	}

	const size = units.find(([name]) => name.charAt(0).toLowerCase() === unit?.toLowerCase())?.[1] ?? 1;
	return Math.floor(Number(number) * size);
}

/** Completes the limits of a profile, which may set only some, with the defaults. */
export function limitsWith(given: {readonly [Name in keyof Limits]?: number | undefined} = {}): Limits {
	return Object.fromEntries(
		Object.entries(defaultLimits).map(([name, value]) => [name, given[name as keyof Limits] ?? value]),
	) as Limits;
}

/** A sentence that says how to raise a limit. */
export const raiseLimit = (name: keyof Limits): string =>
	`To read more, raise limits.${name} of the profile in config.yaml.`;
