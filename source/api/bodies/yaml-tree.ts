import {parseEvents, YAMLException, type Event} from 'js-yaml';
import {deepestNesting} from '../../platform/limits.ts';
import {findValueBeyond, readingLimits, tooManyValues, yamlSigns} from './value-limit.ts';
import {createBuilder} from './yaml-builder.ts';
import {explainYaml} from './yaml-mistakes.ts';
import {ValueLimitError, YamlError, type YamlNode} from './yaml-node.ts';

/** Options for a text that is a part of a document, or has another limit. */
export type ParsingOptions = {
	/** Set if the text is a part of a document: the number of collections around it. An alias is an AliasError. */
	readonly part?: {readonly depth: number} | undefined;
	/** The most values that the text may have: their nodes take 300 bytes each. */
	readonly limit?: number | undefined;
};

/**
Parses a YAML text. Values are not interpreted, so that each is kept as it is written.

@param text - The text.
@param options - What differs from a whole document.
@returns The root of each document that is not empty.
@throws YamlError; a ValueLimitError if it has more values than allowed
*/
export function parseYaml(
	text: string,
	{part, limit = readingLimits.values}: ParsingOptions = {},
): readonly YamlNode[] {
	const beyond = findValueBeyond(text, limit, yamlSigns);
	if (beyond !== undefined) {
		throw new ValueLimitError(tooManyValues(limit), beyond);
	}

	return createBuilder(text, part !== undefined)(eventsOf(text, deepestNesting - (part?.depth ?? 0)));
}

function eventsOf(text: string, maxDepth: number): readonly Event[] {
	try {
		return parseEvents(text, {maxDepth});
	} catch (error) {
		if (error instanceof YAMLException) {
			const {message, position} = explainYaml(text, {reason: error.reason, position: error.mark?.position ?? 0});
			throw new YamlError(message, position);
		}

		throw error;
	}
}
