import * as z from 'zod';
import {schemas} from '../source/cli/output/schemas.ts';
import {fence} from './commands-page.ts';

const sections: Readonly<Record<keyof typeof schemas, readonly [title: string, text: string]>> = {
	result: [
		'Results',
		'With `--json` or `-o json`, `create`, `edit`, `clone`, `delete`, `park`, `resume`, `undo`, `recover`, `apply` and `import` print an array of results, with `-o jsonl` a result a line: one for each input, in the order of the input, also for what failed and what was not sent. They print none if they end before anything is sent: a mistake in the input, a query that finds nothing, a duplicate, no confirmation.',
	],
	error: [
		'Errors',
		'With `--json` an error is one JSON object on one line of stderr. Where stderr is no terminal, the commands with results print nothing else there if they end with an error.',
	],
	plan: [
		'Plans',
		'`chainbell plan alerts.yaml --json` prints one object, and so do `apply` and `import` with `--dry-run --json`.',
	],
	history: [
		'History',
		'`chainbell history --json` prints an array with an object for each request, the newest first; `-o jsonl` prints one a line.',
	],
};

/** Docs/json.md, from the schemas of the output. */
export const jsonPage = (): string =>
	[
		'# JSON output\n\nWhat commands print for programs, as JSON Schemas (draft 2020-12). A later version may add members, so ignore those that you do not know. A listed notification (`list`, `get`, `export`) is printed as the service sent it, but with its ID as text; `chainbell schema` prints the schema of files of notifications. This page is written by `npm run docs`.\n',
		...Object.entries(sections).map(
			([name, [title, text]]) =>
				`## ${title}\n\n${text}\n\n${fence(schemaText(schemas[name as keyof typeof schemas]), 'json')}`,
		),
	].join('\n');

/** A JSON Schema that allows other members, with a list of words, and a member without members, on one line. */
const schemaText = (schema: z.ZodType): string =>
	JSON.stringify(z.toJSONSchema(schema, {io: 'input'}), undefined, 2)
		.replaceAll(/\[[^\[\]\{\}]*\]/gv, list => onOneLine(list))
		.replaceAll(/\{[^\{\}]*\}/gv, member => onOneLine(member));

const onOneLine = (text: string) => text.replaceAll(/(?<=^[\[\{])\s+|\s+(?=[\]\}]$)/gv, '').replaceAll(/\n\s*/gv, ' ');
