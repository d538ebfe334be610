import {readFileSync} from 'node:fs';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {systemClock, type Clock} from '../../source/platform/clock.ts';
import {stillClock, temporaryFolder, temporarySandbox} from './app.tsx';
import {clock} from './command-account.ts';
import {environmentOf, runCommand, wordsOf, type CommandOptions} from './command.ts';
import type {HoldableSandbox} from './holdable-sandbox.ts';

type Sandbox = HoldableSandbox;

type Fault = Parameters<Sandbox['faults']['add']>[0];

export type Step = Partial<CommandOptions> & {
	/** What is printed is recorded up to this line. */
	readonly lines?: number;
};

/** What the command lines find on the machine. */
type Machine = {
	/** The environment, with the account in it. */
	readonly env: Record<string, string>;
	clock: Clock;
};

/** A machine whose command lines are recorded as a terminal would show them. */
export type Recorder = {
	readonly home: string;
	readonly sandbox: Sandbox;
	readonly machine: Machine;
	/** Runs a command line, such as `list user:=ops -o json`, and records it: what was printed, errors after `2|`, and the exit code. `~/` is the home. */
	readonly chainbell: (line: string, step?: Step) => Promise<void>;
	/** Writes a file into the home; what is already known from its text is not recorded. */
	readonly write: (name: string, text: string) => Promise<void>;
	/** Records a file of the home. */
	readonly cat: (name: string) => Promise<void>;
	/** Records what happens meanwhile. */
	readonly note: (text: string) => void;
	/** Switches a fault of the service on, and records it. */
	readonly fault: (fault: Fault) => void;
};

const {version} = JSON.parse(readFileSync(path.resolve('package.json'), 'utf8')) as {readonly version: string};

/** The time of day stands still, pauses take no time, and what waits for a settling time waits until it is ended. */
export const fixedClock: Clock = {...clock, now: stillClock.now, every: stillClock.every};

/** The time of day stands still, but pauses take their time: what waits for a database must not give up at once. */
export const pausingClock: Clock = {...systemClock, now: stillClock.now};

/** Records the command lines that `play` runs, on a machine and a sandbox of its own, with a clock that stands still. */
export async function recordCommands(play: (recorder: Recorder) => Promise<void>): Promise<string> {
	await using sandbox = await temporarySandbox();
	await using folder = await temporaryFolder();
	const home = folder.path;
	const recorded: string[] = [];
	const machine: Machine = {env: environmentOf(sandbox), clock: fixedClock};
	const recorder: Recorder = {
		home,
		sandbox,
		machine,
		async chainbell(line, {typed, lines, ...step} = {}) {
			const run = await runCommand(
				wordsOf(line).map(word => word.replace(/^~\//v, `${home}/`)),
				{
					home,
					...machine,
					settlingTime: 60_000,
					...(typed !== undefined && {typed, columns: {output: 100, errors: 100}}),
					...step,
				},
			);
			const given = typed ?? (typeof step.input === 'string' ? step.input : undefined);
			const printed =
				lines === undefined || run.lines.length <= lines
					? run.stdout
					: `${run.lines.slice(0, lines).join('\n')}\n… and ${run.lines.length - lines} more lines\n`;
			recorded.push(
				[
					step.columns === undefined ? '' : `# On a terminal of ${step.columns.output} columns:\n`,
					`$ chainbell ${line}`.trimEnd(),
					...(given === undefined ? [] : [` <<END\n${given.trimEnd()}\nEND`]),
					'\n',
					printed,
					...(printed === '' || printed.endsWith('\n') ? [] : ['\n']),
					...withoutProgress(run.stderr)
						.split('\n')
						.map((error, index, {length}) => (index === length - 1 && error === '' ? '' : `2| ${error}\n`)),
					`exit ${run.exitCode}\n`,
				].join(''),
			);
		},
		async write(name, text) {
			await mkdir(path.dirname(path.join(home, name)), {recursive: true});
			await writeFile(path.join(home, name), text, {mode: 0o600});
		},
		async cat(name) {
			recorded.push(`$ cat ~/${name}\n${await readFile(path.join(home, name), 'utf8')}`);
		},
		note(text) {
			recorded.push(`# ${text}\n`);
		},
		fault(fault) {
			sandbox.faults.add(fault);
			recorded.push(
				`# The service has the fault ${fault.name}${fault.count === undefined ? '' : `, for ${fault.count} requests`}.\n`,
			);
		},
	};
	await play(recorder);
	return masked(recorded.join('\n'), {home, apiKey: sandbox.apiKey});
}

/** What a line of progress said before the next one replaced it depends on the time. */
const withoutProgress = (errors: string): string =>
	errors.replaceAll(/\r?\u{1B}\[K[^\n\r\u{1B}]*(?=\r?\u{1B}\[K)/gv, '').replaceAll(/\r?\u{1B}\[K/gv, '');

/** Replaces what differs from machine to machine, and from run to run. */
function masked(text: string, {home, apiKey}: {readonly home: string; readonly apiKey: string}): string {
	return text
		.replaceAll(home, '~')
		.replaceAll(apiKey, 'KEY')
		.replaceAll(/127\.0\.0\.1:\d+/gv, '127.0.0.1:PORT')
		.replaceAll(/\btest_\d+_\d+\b/gv, 'DATABASE')
		.replaceAll(process.version, 'NODE')
		.replaceAll(process.versions.node, 'NODE')
		.replaceAll(version, 'VERSION')
		.replaceAll('\u{1B}', '␛');
}
