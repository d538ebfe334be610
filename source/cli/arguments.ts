import meow from 'meow';
import packageJson from '../../package.json' with {type: 'json'};
import type {Fault} from '../sandbox/faults/switches.ts';

/** What the command line asks for. */
export type Arguments =
	| {
		readonly command: 'open';
		readonly isSandbox: boolean;
		readonly isReadOnly: boolean;
		readonly profile?: string | undefined;
		readonly baseUrl?: string | undefined;
		/** Milliseconds. */
		readonly timeout?: number | undefined;
	}
	| {
		readonly command: 'sandbox';
		readonly port?: number | undefined;
		readonly file?: string | undefined;
		readonly samples?: number | undefined;
		readonly faults?: readonly Fault[];
	}
	| {
		readonly command: 'history';
		readonly isJson: boolean;
		readonly search?: string | undefined;
		readonly limit?: number | undefined;
	}
	| {
		readonly command: 'list';
		readonly isSandbox: boolean;
		readonly isJson: boolean;
		readonly query: string;
		readonly profile?: string | undefined;
		readonly baseUrl?: string | undefined;
		/** Milliseconds. */
		readonly timeout?: number | undefined;
	}
	/** Help, the version or a complaint is to be printed: there is nothing else to do. */
	| {readonly command: 'say'; readonly text: string; readonly exitCode: number};

const help = `
	Usage
	  $ chainbell [options]          open the notifications of an account
	  $ chainbell list [QUERY]       print the notifications, a line each
	  $ chainbell history [options]  what this machine sent, and what became of it
	  $ chainbell sandbox [options]  run the embedded service; has its own --help

	Options
	  --sandbox         open the embedded service; nothing is watched or delivered
	  --profile NAME    open this profile of config.yaml
	  --base-url URL    open this service, with the key in CHAINBELL_API_KEY
	  --read-only       create, edit and delete nothing
	  --timeout SECONDS for an answer; of a listing, for a silence (default 30)
	  --help, --version

	Options of list: --sandbox, --profile, --base-url and --timeout as above, and
	  --json            each as the service sent it, a line of JSON
	A query is what / takes on the screen: channel:email user:42 -test.
	Exits with 0: all are printed, 1: none are, 3: some may be missing.

	Options of history
	  --json            as one JSON array
	  --search WORDS    only what holds all of them
	  --limit N         the newest N

	Environment
	  CHAINBELL_BASE_URL, CHAINBELL_API_KEY, CHAINBELL_PROFILE, NO_COLOR

	Examples
	  $ chainbell --sandbox
	  $ CHAINBELL_API_KEY=… chainbell --base-url https://api.example.com/
	  $ chainbell list --json channel:webhook -test | jq .delivery_location
	  $ chainbell sandbox --port 8080 --samples 1000
`;

/**
Reads the command line. Where it does not fit, says so.

@param argv - Without the program's own name.
*/
export async function readArguments(argv: readonly string[]): Promise<Arguments> {
	const isList = argv[0] === 'list';
	// Of a query, `-word` is no option.
	const isUnwanted = (argument: string) => isList && /^-[^\-]/v.test(argument);
	const {input, flags, help: helpText} = meow(help, {
		importMeta: import.meta,
		argv: argv.filter(argument => !isUnwanted(argument)),
		pkg: packageJson,
		description: `chainbell ${packageJson.version}: blockchain-event notifications in the terminal`,
		autoHelp: false,
		autoVersion: false,
		flags: {
			sandbox: {type: 'boolean'},
			profile: {type: 'string'},
			baseUrl: {type: 'string'},
			readOnly: {type: 'boolean'},
			timeout: {type: 'number'},
			port: {type: 'number'},
			file: {type: 'string'},
			samples: {type: 'number'},
			fault: {type: 'string', isMultiple: true},
			json: {type: 'boolean'},
			search: {type: 'string'},
			limit: {type: 'number'},
			help: {type: 'boolean'},
			version: {type: 'boolean'},
		},
	});

	if (flags.help) {
		return say(input[0] === 'sandbox' ? await readSandboxHelp() : helpText, 0);
	}

	if (flags.version) {
		return say(packageJson.version, 0);
	}

	const problem = findProblem(input, flags);
	if (problem !== undefined) {
		return say(`${problem} See chainbell --help.`, 2);
	}

	if (input[0] === 'sandbox') {
		const {readFaults} = await import('../sandbox/faults/text.ts');
		const read = readFaults(hasBareFault(argv) ? [''] : flags.fault ?? []);
		return 'problem' in read
			? say(`${read.problem} See chainbell sandbox --help.`, 2)
			: {command: 'sandbox', port: flags.port, file: flags.file, samples: flags.samples, faults: read.faults};
	}

	if (input[0] === 'history') {
		return {command: 'history', isJson: flags.json === true, search: flags.search, limit: flags.limit};
	}

	const account = {
		isSandbox: flags.sandbox === true,
		profile: flags.profile,
		baseUrl: flags.baseUrl,
		timeout: flags.timeout === undefined ? undefined : Math.round(flags.timeout * 1000),
	};
	return isList
		? {command: 'list', ...account, isJson: flags.json === true, query: [...input.slice(1), ...argv.filter(argument => isUnwanted(argument))].join(' ')}
		: {command: 'open', ...account, isReadOnly: flags.readOnly === true};
}

async function readSandboxHelp(): Promise<string> {
	const {sandboxHelp} = await import('../sandbox/help.ts');
	return sandboxHelp;
}

type Flags = Readonly<Record<string, unknown>>;

/** Seconds: a day. */
const longestTimeout = 86_400;

const forEither = new Set(['help', 'version']);
const forScreen = new Set(['sandbox', 'profile', 'baseUrl', 'readOnly', 'timeout']);
const forList = new Set(['json', 'sandbox', 'profile', 'baseUrl', 'timeout']);
const forSandbox = new Set(['port', 'file', 'samples', 'fault']);
const forHistory = new Set(['json', 'search', 'limit']);

function findProblem(input: readonly string[], flags: Flags): string | undefined {
	const [command, ...rest] = input;
	if ((rest.length > 0 && command !== 'list') || !['list', 'sandbox', 'history', undefined].includes(command)) {
		return `There is no command ${input.join(' ')}.`;
	}

	const fitting = {list: forList, sandbox: forSandbox, history: forHistory}[command ?? ''] ?? forScreen;
	const unknown = Object.keys(flags).find(name => !forScreen.has(name) && !forSandbox.has(name) && !forHistory.has(name) && !forEither.has(name));
	if (unknown !== undefined) {
		return `There is no option ${unknown}.`;
	}

	const misfit = Object.keys(flags).find(name => isGiven(flags[name]) && !fitting.has(name));
	if (misfit !== undefined) {
		return `The option ${misfit} does not belong here.`;
	}

	if (flags.profile !== undefined && flags.baseUrl !== undefined) {
		return 'The options profile and base-url name two services.';
	}

	const {timeout, port, samples, limit} = flags;
	if (timeout !== undefined && !(Number(timeout) >= 0.001 && Number(timeout) <= longestTimeout)) {
		return `The option timeout takes a number of seconds, up to ${longestTimeout}.`;
	}

	return isCount(port, 65_535) && isCount(samples, 10_000_000) && isCount(limit, 10_000_000)
		? undefined
		: 'The options port, samples and limit take whole numbers.';
}

/** An option that can be repeated is an empty list where it is not given. */
const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false);

/** Without a name: an option that meow drops. */
const hasBareFault = (argv: readonly string[]): boolean => argv.some((argument, index) => (
	argument === '--fault=' || (argument === '--fault' && (argv[index + 1] ?? '-').startsWith('-'))
));

function isCount(value: unknown, most: number): boolean {
	return value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most);
}

function say(text: string, exitCode: number): Arguments {
	return {command: 'say', text, exitCode};
}
