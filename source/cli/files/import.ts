import {checkEntries} from '../../files/check-entries.ts';
import {toEntry} from '../../files/export.ts';
import {BodiesError, type NotificationFile} from '../../files/notification-file.ts';
import {columnName, parseColumnField, type ColumnMap, type CsvField, readCsvFile} from '../../files/read-csv.ts';
import {numberText} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {invalidInput, UsageError} from '../command-error.ts';
import type {Run} from '../command.ts';
import type {importOptions} from '../commands/files.ts';
import {draftChanges} from '../draft-fields.ts';
import {readInput} from '../read-input.ts';
import {applyInput} from './plan.ts';
import {inputName, invalidFiles, invalidText, printWarnings, requireRead} from './read-files.ts';
import {ownNotifications, ownFileText, writeOwn} from './write-own.ts';

type Input = Run<typeof importOptions>;

/** Creates the notifications that the rows of a CSV file describe, or writes them as a file of notifications. Returns the exit code. @throws CommandError */
export async function runImport(run: Input) {
	const {words, options} = run;
	const file = await readRows(words[0]!, run);
	return options.out === undefined
		? applyInput(
				{kind: 'files', files: [file]},
				{...run, options: {...options, prune: false, all: false, maxDeletes: undefined}},
			)
		: writeRows(file, options.out, run);
}

async function readRows(name: string, run: Input): Promise<NotificationFile> {
	const {host, options} = run;
	const map = columnMap(options.map);
	const changes = await draftChanges(options, host.input);
	const text = await readInput({
		file: name,
		input: host.input,
		limit: options,
	});
	try {
		const reading = readCsvFile(text, inputName(name), {map, changes, isRaw: options.raw});
		if (reading.mistakes.length > 0) {
			// An accepted create may be listed by now: it is left as it is.
			requireRead({...reading, files: [reading.file]}, run, ({entries}) =>
				checkEntries(entries).mistakes.filter(({canOverride}) => canOverride !== true),
			);
		}

		if (reading.file.entries.length === 0) {
			throw invalidInput(
				'Nothing was sent: the file has no row below the names of the fields.',
				'Add a row for each notification.',
			);
		}

		return reading.file;
	} catch (error) {
		throw error instanceof BodiesError ? invalidText(error) : error;
	}
}

/** The fields that `--map` gives to columns. @throws UsageError */
function columnMap(texts: readonly string[]): ColumnMap {
	const map = new Map<string, CsvField | undefined>();
	for (const text of texts) {
		// No field has an equals sign in its name, but a column can.
		const equals = text.lastIndexOf('=');
		const field = text.slice(equals + 1);
		if (equals < 1) {
			throw new UsageError(`--map needs COLUMN=FIELD, not "${text}".`);
		}

		const parsed = field === '' ? ({ok: true, value: undefined} as const) : parseColumnField(field);
		if (!parsed.ok) {
			throw new UsageError(`--map ${parsed.problem}`);
		}

		map.set(columnName(text.slice(0, equals)), parsed.value);
	}

	return map;
}

/** Writes the rows as a file of notifications; a dry run prints it. */
async function writeRows({name, entries}: NotificationFile, out: string, run: Input): Promise<void> {
	const {options} = run;
	const {mistakes, warnings} = checkEntries(entries, options.acceptInvalid);
	if (mistakes.length > 0) {
		throw invalidFiles(mistakes, run);
	}

	printWarnings(warnings, run);
	const own = ownNotifications('import', out, {
		notifications: entries.map(({record}) => record),
		entryOf: toEntry,
		scope: undefined,
		sent: () => undefined,
	});
	if (options.dryRun) {
		await run.write(ownFileText(own));
		return;
	}

	await writeOwn(out, own);
	run.printError(
		sanitise(
			`${out}: ${numberText(entries.length)} ${entries.length === 1 ? 'notification' : 'notifications'} from ${name}`,
		),
	);
}
