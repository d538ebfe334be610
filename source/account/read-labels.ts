import path from 'node:path';
import {isMap, isNode, isScalar} from 'yaml';
import {problemOfWriters} from '../config/config-file.ts';
import {parseConfig} from '../config/settings.ts';
import type {Label} from '../notification/labels.ts';
import {readingProblem, readTextFile} from '../platform/files.ts';
import {parsed, wrong, type Parsed} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';

/** An address and its name as written. `place`: its file and line. */
type Entry = {readonly address: string; readonly name: unknown; readonly place: () => string};

const mistake = (place: string, problem: string) => wrong(`${place}: labels ${problem}`);

/** Reads `labels` of config.yaml: addresses with their names, or a CSV file with these two columns, its path relative to config.yaml. A file that others can change is refused. A mistake is told with its file and line, and without its text. */
export function readLabels(configFile: string, text: string): Parsed<readonly Label[]> {
	const config = parseConfig('config.yaml', text);
	// What is no YAML is reported when the profiles are read.
	const node = config.ok ? config.value.document.get('labels', true) : undefined;
	if (!isNode(node) || (isScalar(node) && node.value === null)) {
		return parsed([]);
	}

	const placeOf = (at: unknown) => () => {
		const offset = isNode(at) ? at.range?.[0] : undefined;
		return `config.yaml line ${text.slice(0, offset ?? 0).split('\n').length}`;
	};

	const untrusted = problemOfWriters(configFile);
	if (untrusted !== undefined) {
		return wrong(untrusted);
	}

	if (isMap(node)) {
		// YAML takes an address without quotes for a number: the text that it was written as has all of its digits.
		const entries = node.items.map(({key, value}) => ({
			address: isScalar(key) ? (key.source ?? '') : '',
			name: isScalar(value) ? value.value : undefined,
			place: placeOf(key),
		}));
		return checkEntries(entries);
	}

	const place = placeOf(node)();
	if (!isScalar(node) || typeof node.value !== 'string' || node.value === '') {
		return mistake(place, 'must be addresses with their names, or a CSV file');
	}

	const file = path.resolve(path.dirname(configFile), node.value);
	const unsafe = problemOfWriters(file, 'change the names of addresses');
	if (unsafe !== undefined) {
		return mistake(place, `must be a file that only you can change: ${unsafe}`);
	}

	try {
		return readRows(readTextFile(file), sanitise(path.basename(file)));
	} catch (error) {
		return mistake(place, `must be a file that can be read: ${readingProblem(error)}`);
	}
}

/** Matches a row of two cells (RFC 4180) on one line; the library for CSV would delay the first page. */
const rowPattern = /^(?<address>[^",;\t]*|"[^"]*")[,;\t](?<name>[^",;\t]*|"(?:[^"]|"")*")$/v;

const cellText = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim();

/** Reads the rows of a CSV file; one that says `address,name` may stand above them. */
function readRows(text: string, file: string): Parsed<readonly Label[]> {
	const lines = text.replace(/^\u{FEFF}/v, '').split(/\r?\n|\r/v);
	const entries: Entry[] = [];
	for (const [index, line] of lines.entries()) {
		const place = () => `${file} line ${index + 1}`;
		const {address, name} = rowPattern.exec(line)?.groups ?? {};
		if (line.trim() === '' || (index === 0 && /^"?address\b/iv.test(line))) {
			continue;
		}

		if (address === undefined || name === undefined) {
			return mistake(place(), 'must be an address and a name; put a name with a comma or a quote in quotes');
		}

		entries.push({address: cellText(address), name: cellText(name), place});
	}

	return checkEntries(entries);
}

/** The length of a name at most: that of an address nearly, so that it fits where one does. */
const longestName = 40;

/** Checks entries up to the first mistake. Checksums are checked where an address is used, since they take longer than a start may. */
function checkEntries(entries: readonly Entry[]): Parsed<readonly Label[]> {
	const found = new Map<string, Label>();
	for (const {address, name, place} of entries) {
		if (!/^0x[\da-f]{40}$/iv.test(address)) {
			return mistake(place(), 'must have an address: 0x and 40 hexadecimal digits');
		}

		const text = typeof name === 'string' ? name.trim() : '';
		if (text === '' || text.length > longestName || /^0x/iv.test(text)) {
			return mistake(
				place(),
				`must name an address by text of at most ${longestName} characters, which cannot begin with 0x`,
			);
		}

		const key = address.toLowerCase();
		if ((found.get(key)?.name ?? text) !== text) {
			return mistake(place(), 'must not give an address a second name');
		}

		found.set(key, {address, name: text});
	}

	return parsed([...found.values()]);
}
