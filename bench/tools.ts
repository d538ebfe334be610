import {execFile} from 'node:child_process';
import process from 'node:process';
import {promisify} from 'node:util';

/** What the program is measured against, beside Node itself. */
export const tools = ['fzf', 'jq', 'curl', 'less', 'vim'] as const;

export type Tool = (typeof tools)[number];

/** How each tool is run. A machine's jq is often old: BENCH_JQ names another. */
export const programs: Readonly<Record<Tool, string>> = {
	fzf: 'fzf',
	jq: process.env.BENCH_JQ ?? 'jq',
	curl: 'curl',
	less: 'less',
	vim: 'vim',
};

/** The version each tool tells of itself; undefined for one that is missing. */
export async function findTools(): Promise<Readonly<Record<Tool, string | undefined>>> {
	const versions = await Promise.all(tools.map(async tool => [tool, await versionOf(tool)] as const));
	return Object.fromEntries(versions) as Record<Tool, string | undefined>;
}

async function versionOf(tool: Tool): Promise<string | undefined> {
	try {
		const {stdout} = await promisify(execFile)(programs[tool], ['--version'], {timeout: 10_000});
		return /(?<!\d)\d+\.[\d.]+/v.exec(stdout)?.[0] ?? 'of an unknown version';
	} catch {
		return undefined;
	}
}
