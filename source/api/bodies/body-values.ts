import {jsonLines, jsonValues} from './json-values.ts';
import type {Position} from './positions.ts';
import {readingLimits} from './value-limit.ts';

/** A value in a text with its position. */
export type PlacedValue = {
	readonly value: unknown;
	/** Finds the position of a member, by its path from the value, or of what contains it if it is missing. The empty path is that of the value, whose position is found quickly. */
	readonly locate: (path: ReadonlyArray<string | number>) => Position;
};

/** The values of a text. */
export type FileValues = {
	/** The whole document, if it is a file of notifications: its other members apply to all of them. */
	readonly header: PlacedValue | undefined;
	/** The notifications, of which as few as possible are in memory at a time. To take the next one throws a BodiesError if it cannot be parsed. They can be taken once. */
	readonly entries: Iterable<PlacedValue>;
};

/** The name of a file in messages. */
export type InputName = string;

/**
Reads the values in a text: one body, a list, or a list under `notifications`. The text is JSON, one JSON object per line, or YAML.

@throws BodiesError, with the name of the file.
*/
export async function readValues(text: string, name: InputName, limits = readingLimits): Promise<FileValues> {
	const json = jsonLines(text, name, limits) ?? jsonValues(text, name, limits);
	if (json !== undefined) {
		return json;
	}

	const {readYaml} = await import('./yaml-values.ts');
	return readYaml(text, name, limits);
}
