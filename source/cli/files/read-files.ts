import path from 'node:path';
import {checkEntries, mistakesOf} from '../../files/check-entries.ts';
import {filesIn} from '../../files/find-files.ts';
import {
	mistakeText,
	mostMistakes,
	placeText,
	type Mistake,
	type NotificationFile,
} from '../../files/notification-file.ts';
import {readNotificationFiles, type FilesReading} from '../../files/read-file.ts';
import {RefusedFileError} from '../../platform/files.ts';
import {counted, joined, numberText} from '../../platform/text.ts';
import {type AccountRules, createPolicyCheck} from '../../query/rules.ts';
import {createRuleStore, rulesProblemText} from '../../account/settings.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {noAccount, chosenProfile} from '../account.ts';
import {refusalError} from '../change-errors.ts';
import {CommandError, invalidInput} from '../command-error.ts';
import type {GlobalValues, Run, Running} from '../command.ts';
import type {validateOptions} from '../commands/files.ts';
import {readInput} from '../read-input.ts';

/** The most mistakes that are printed. */
const maxMistakes = 100;

type FileOptions = InvalidOptions & {readonly maxInput: string | undefined};

type InvalidOptions = Pick<GlobalValues, 'json' | 'quiet'> & {
	/** The option of that name, if the command has it. */
	readonly acceptInvalid?: boolean;
	/** Whether what others can read has no names of files, and nothing of what they say. */
	readonly mask?: boolean;
};

/** What prints mistakes and warnings. */
type Reporting = Pick<Running<InvalidOptions>, 'options' | 'printError'>;

/** Reads files of notifications. A folder stands for the files in it and in its folders; `-` is standard input. @throws CommandError for what cannot be read at all */
export const readNamed = async (names: readonly string[], run: Running<FileOptions>): Promise<FilesReading> =>
	withoutNames(run.options, async () => readAll(uniqueFiles(names.flatMap(name => namedFiles(name))), run));

/** Reads what a command line names. With `--mask` an error does not name it. @throws CommandError */
export async function withoutNames<T>({mask}: FileOptions, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		throw mask === true && error instanceof CommandError
			? invalidInput(
					'Nothing was sent: a file or folder that was named cannot be read.',
					'Run it without --mask to see which and why.',
				)
			: error;
	}
}

/** The files without those that are named twice: their entries would count twice. */
const uniqueFiles = (files: readonly string[]) =>
	Array.from(Map.groupBy(files, file => (file === '-' ? file : path.resolve(file))).values(), ([first]) => first!);

/** Reads files, each at its path. */
export async function readAll(paths: readonly string[], {host, options}: Running<FileOptions>): Promise<FilesReading> {
	return readNotificationFiles(paths, {
		nameOf: options.mask === true ? file => maskedName(paths.indexOf(file)) : inputName,
		env: host.environment().get,
		readText: async file => readInput(file, host.input, options),
	});
}

/** The files that were read. `check`: finds further mistakes in what could be read; by default those of every entry, whether or not it will be sent. @throws CommandError, exit code 5, with all mistakes of all files, each with its line; BodiesError if the only one is that a file cannot be parsed */
export function requireRead(
	reading: FilesReading,
	run: Reporting,
	check = ({entries}: NotificationFile): readonly Mistake[] =>
		checkEntries(entries, run.options.acceptInvalid).mistakes,
): readonly NotificationFile[] {
	const {files, unreadable} = reading;
	const mistakes = mistakesOf(reading, check);
	if (unreadable !== undefined && mistakes.length === reading.mistakes.length && run.options.mask !== true) {
		throw unreadable;
	}

	if (mistakes.length > 0) {
		throw invalidFiles(mistakes, run);
	}

	return files;
}

/** The name of a file in messages for a log that others can read: its place among the files. */
export const maskedName = (index: number): string => `file ${index + 1}`;

/** The name of a file in messages; `-` is standard input. */
export const inputName = (file: string): string => (file === '-' ? 'the standard input' : file);

/** The files that a name stands for. @throws CommandError for a folder without files, or with one that must not be read */
function namedFiles(name: string) {
	try {
		return filesIn(name);
	} catch (error) {
		throw error instanceof RefusedFileError
			? invalidInput(sanitise(`Nothing was sent: ${error.message}.`), 'Name the files themselves, or another folder.')
			: error;
	}
}

/** Prints mistakes, one line each, and creates the error that ends the command. `what`: what is to be corrected. */
export function invalidFiles(
	found: readonly Mistake[],
	{options: {json, acceptInvalid, mask = false}, printError}: Reporting,
	what = 'the file',
): CommandError {
	const mistakes = mask ? found.map(mistake => ({...mistake, field: '', message: 'has a mistake'})) : found;
	for (const mistake of json ? [] : mistakes.slice(0, maxMistakes)) {
		printError(sanitise(mistakeText(mistake)));
	}

	const names = [...new Set(mistakes.map(({file}) => file))];
	const count = `${numberText(mistakes.length)} ${mistakes.length >= mostMistakes ? 'or more ' : ''}${mistakes.length === 1 ? 'mistake' : 'mistakes'}`;
	return invalidInput(
		`Nothing was sent: ${count} in ${names.length === 1 ? names[0]! : `${names.length} files`}.`,
		`Correct ${what}${mask ? ', which chainbell validate checks,' : ''} and run it again${acceptInvalid !== undefined && mistakes.every(({canOverride}) => canOverride) ? ', or pass --accept-invalid to send it anyway' : ''}.`,
		mistakes.map(mistake => ({field: mistake.field, message: mistakeText(mistake)})),
	);
}

/** Prints the warnings of entries, one line each. */
export function printWarnings(warnings: readonly Mistake[], {options: {quiet, mask = false}, printError}: Reporting) {
	for (const warning of quiet ? [] : warnings) {
		printError(
			sanitise(
				`Warning: ${placeText(warning)}: ${mask ? 'this may be wrong' : joined([warning.field, warning.message], ' ')}.`,
			),
		);
	}
}

/** Checks files of notifications without a network, also against the policies of config.yaml. Returns the exit code. @throws CommandError, exit code 5, with every mistake and its line */
export async function runValidate(run: Run<typeof validateOptions>) {
	const {options, words: names} = run;
	const reading = await readNamed(names, run);
	const {files} = reading;
	const opened = await findProfileName(run);
	// The rules for files, by profile: that of a file or, if it names none, the one that a plan would open.
	const rulesOf = new Map<string | undefined, AccountRules>();
	for (const {profile = opened} of files) {
		rulesOf.set(profile, rulesOf.get(profile) ?? (await createRuleStore(run.host.paths().configFile, profile).load()));
	}

	const checks = new Map(
		files.map(file => {
			const findBroken = createPolicyCheck(rulesOf.get(file.profile ?? opened)!);
			return [file, checkEntries(file.entries, options.acceptInvalid, findBroken)] as const;
		}),
	);
	const warnings = reading.mistakes.length === 0 ? [...checks.values()].flatMap(check => check.warnings) : [];
	printWarnings(warnings, run);
	requireRead(reading, run, file => checks.get(file)!.mistakes);
	const [problem] = [...rulesOf.values()].flatMap(({problems}) => problems);
	if (problem !== undefined) {
		throw refusalError(rulesProblemText(problem), {cause: 'rules'});
	}

	for (const {name, entries} of options.quiet || options.json ? [] : files) {
		run.print(sanitise(`${name}: ${counted(entries.length, 'notification')}, no mistake`));
	}
}

/** The profile of config.yaml that a plan would open; undefined if there is none, or several and none is chosen. Its API key is not read. @throws CommandError if --profile names none */
async function findProfileName(run: Running) {
	const choice = await chosenProfile(run);
	if (run.options.profile !== undefined && choice?.state === 'problem') {
		throw noAccount(choice);
	}

	return choice?.state === 'found' && choice.profile.isConfigured === true ? choice.profile.name : undefined;
}
