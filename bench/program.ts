import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, openSync} from 'node:fs';
import {mkdtemp, readFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {text} from 'node:stream/consumers';
import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../test/helpers/terminal-home.ts';
import type {Service} from './service.ts';
import {openTerminal, type Lines, type Terminal, type TerminalOptions} from './terminal.ts';

export type OpenOptions = TerminalOptions & {
	/** An empty one, removed at the end, unless given. */
	readonly home?: string;
};

export type Program = ReturnType<typeof programAt>;

/** A build of the program. */
export function programAt(file: string) {
	const usedHomes = new Map<Service, string>();
	const environmentOf = ({baseUrl}: Service) => ({CHAINBELL_BASE_URL: baseUrl, CHAINBELL_API_KEY: 'bench-key'});

	/** Opens an account in a terminal. */
	const open = (service: Service, options: OpenOptions = {}): Terminal => {
		const env = {...environmentOf(service), ...options.env};
		return openTerminal(process.execPath, [file], makeHome(options.home), {...options, env});
	};

	/** Opens an account and waits until it is listed and can be searched. */
	const openListed = async (service: Service, options?: OpenOptions): Promise<Terminal> => {
		const terminal = open(service, options);
		await terminal.until(isListed(service));
		return terminal;
	};

	return {
		open,
		openListed,

		/** Runs a command on an account. */
		async run(args: readonly string[], service: Service, given?: string): Promise<number> {
			await using home = makeHome(given);
			return await runCommand(process.execPath, [file, ...args], {...home.environment, ...environmentOf(service)});
		},

		/** A home in which this build has listed the account. */
		async usedHome(service: Service): Promise<string> {
			const home = usedHomes.get(service) ?? (await mkdtemp(path.join(tmpdir(), 'home-')));
			if (!usedHomes.has(service)) {
				usedHomes.set(service, home);
				await using terminal = await openListed(service, {home});
				// What it listed is being saved; nothing on the screen says so.
				await delay(3000);
				terminal.press('q');
				await terminal.ended;
			}

			return home;
		},
	};
}

const buildScript = `
	mkdir "$2"
	git archive "$1" | tar -x -C "$2"
	cd "$2"
	npm ci --ignore-scripts --no-audit --no-fund
	"$3" rolldown.config.ts
`;

/** Builds another commit, with the packages of its own lock file. */
export function buildCommit(commit: string): Program {
	const tree = path.join(tmpdir(), 'tree');
	execFileSync('/bin/sh', ['-ec', buildScript, 'sh', commit, tree, process.execPath], {
		cwd: path.dirname(import.meta.dirname),
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	return programAt(path.join(tree, 'dist/cli.cjs'));
}

/**
How long a command takes that prints to a file, in milliseconds.

@throws When it fails, saying how.
*/
export async function runCommand(file: string, args: readonly string[], env = process.env): Promise<number> {
	const target = openSync(path.join(tmpdir(), 'printed'), 'w');
	const startedAt = performance.now();
	const child = spawn(file, args, {stdio: ['ignore', target, 'pipe'], env});
	const ended = once(child, 'exit').then(([code]) => ({code: code as number | null, at: performance.now()}));
	const [{code, at}, complaint] = await Promise.all([ended, text(child.stderr!)]);
	closeSync(target);
	assert.equal(code, 0, complaint);
	return at - startedAt;
}

/** Runs a shell script in which `curl` reads no settings and uses no proxy. `$1` and so on are `args`. */
export const shell = async (script: string, ...args: readonly string[]): Promise<number> =>
	runCommand('/bin/sh', ['-c', script.replaceAll('curl ', 'curl -q -sS --fail --noproxy "*" '), 'sh', ...args]);

/** How long `node -e 0` takes in a terminal, in milliseconds. */
export async function timeNode(): Promise<number> {
	await using terminal = openTerminal(process.execPath, ['-e', '0'], makeHome());
	return (await terminal.ended) - terminal.startedAt;
}

/** Opens the lines of a file in fzf, which finds exactly what is typed and does not sort. */
export const openFzf = (file: string): Terminal =>
	openTerminal('/bin/sh', ['-c', `exec fzf -e +s --no-mouse --layout=reverse < ${file}`], makeHome());

/** Whether rows of notifications fill the screen. */
export const hasRows = (lines: Lines): boolean =>
	lines.filter(line => /\b(?:EMAIL|(?:WEB)?HOOK|TELEGRAM|TGRM|SLACK)\b/v.test(line)).length >= 20;

/** Whether the whole account is on the screen. */
export const isComplete =
	({size}: Service) =>
	(lines: Lines): boolean =>
		hasRows(lines) &&
		lines[0]!.includes(` ${size.toLocaleString('en')} notifications`) &&
		!/so far|loading|or more/v.test(lines[0]!);

/** Whether it can be searched, too, and nothing is being listed. */
export const isListed =
	(service: Service) =>
	(lines: Lines): boolean =>
		isComplete(service)(lines) && !/indexing|refreshing/v.test(lines[0]!);

/** Whether a search found so many: `12 of 1,000` here, `12/1000` in fzf, which may leave `(99%)` on the screen. */
export const hasFound =
	(found: number) =>
	(lines: Lines): boolean => {
		const isIn = new RegExp(String.raw`\s${found.toLocaleString('en')} of |^\s*${found}/\d+(?!\d| \((?!99%))`, 'v');
		return lines.slice(0, 3).some(line => isIn.test(line));
	};

/** The ID of the row under the cursor, which begins with `▌`, or with `>` in fzf. */
export const currentId = (lines: Lines): string | undefined =>
	lines.slice(1).flatMap(line => /^[>▌] +(?<id>\d+)/v.exec(line)?.groups?.id ?? [])[0];

/** CPU that a process has used so far, in milliseconds. Linux counts it in hundredths of a second. */
export async function cpuTime(pid: number) {
	const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}
