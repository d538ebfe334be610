import {checkEntries} from '../../files/check-entries.ts';
import {toEntry} from '../../files/export.ts';
import {withChanges} from '../../notification/edit.ts';
import {blankDraft} from '../../notification/fields.ts';
import type {FileReading} from '../../files/read-file.ts';
import {columnName, parseColumnField, type ColumnMap, type CsvField, readCsvFile} from '../../files/read-csv.ts';
import {counted, parsed} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {invalidInput, UsageError} from '../command-error.ts';
import type {Run} from '../command.ts';
import type {importOptions} from '../commands/files.ts';
import {draftChanges} from '../draft-fields.ts';
import {readInput} from '../read-input.ts';
import {applyInput} from './plan.ts';
import {inputName, invalidFiles, printWarnings, requireRead} from './read-files.ts';
import {ownNotifications, ownFileText, writeOwn} from './write-own.ts';

type Input = Run<typeof importOptions>;

/** Creates the notifications that the rows of a CSV file describe, or writes them, or the alerts of another service, as a file of notifications. Returns the exit code. @throws CommandError */
export async function runImport(run: Input) {
	const {host, options} = run;
	const {from} = options;
	const [path = ''] = run.words;
	if (from !== undefined && (options.map.length > 0 || options.raw)) {
		throw new UsageError('--map and --raw are for the cells of a CSV file, which --from does not read.');
	}

	const map = columnMap(options.map);
	const changes = await draftChanges(options, host.input);
	if (from !== undefined && withChanges(blankDraft, changes).userId === '') {
		throw new UsageError('--from needs --set user=ID: other services know no users.');
	}

	const text = await readInput(path, host.input, options);
	const name = inputName(path);
	let reading: FileReading & {readonly notes?: readonly string[]};
	if (from === undefined) {
		reading = readCsvFile(text, name, {map, changes, isRaw: options.raw});
	} else {
		const {readExport} = await import('../../files/import-from.ts');
		reading = readExport(text, name, from, changes);
	}

	const {file, mistakes, notes = []} = reading;
	if (mistakes.length > 0) {
		// An accepted create may be listed by now: it is left as it is.
		requireRead({mistakes, files: [file]}, run, ({entries}) =>
			checkEntries(entries).mistakes.filter(({canOverride}) => canOverride !== true),
		);
	}

	if (from === undefined && file.entries.length === 0) {
		throw invalidInput(
			'Nothing was sent: the file has no row below the names of the fields.',
			'Add a row for each notification.',
		);
	}

	if (from === undefined && options.out === undefined) {
		return applyInput(
			{kind: 'files', files: [file]},
			{...run, options: {...options, prune: false, all: false, maxDeletes: undefined}},
		);
	}

	const {entries} = file;
	const {acceptInvalid, dryRun, out} = options;
	const checked = checkEntries(entries, acceptInvalid);
	if (checked.mistakes.length > 0) {
		throw invalidFiles(checked.mistakes, run);
	}

	printWarnings(checked.warnings, run);
	const own = ownNotifications('import', out, {
		notifications: entries.map(({record}) => record),
		entryOf: toEntry,
		scope: undefined,
		parked: new Set(entries.filter(({isParked}) => isParked).map(({record}) => record)),
		sent: () => undefined,
		comment: notes,
	});
	if (dryRun || out === undefined) {
		await run.write(ownFileText(own));
	} else {
		await writeOwn(out, own);
		run.printError(sanitise(`${out}: ${counted(entries.length, 'notification')} from ${name}`));
	}

	for (const line of notes) {
		run.printError(sanitise(line));
	}

	return undefined;
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

		const found = field === '' ? parsed(undefined) : parseColumnField(field);
		if (!found.ok) {
			throw new UsageError(`--map ${found.problem}`);
		}

		map.set(columnName(text.slice(0, equals)), found.value);
	}

	return map;
}
