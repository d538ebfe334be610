import {execFile} from 'node:child_process';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';

const root = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

/** The package as users get it, and how many bytes they download. */
export type Packed = {readonly program: string; readonly bytes: number};

const packages = new Map<string, Promise<Packed>>();

/** Packs the build and installs it globally, below a folder. Once for each folder. */
export async function installPacked(folder: string): Promise<Packed> {
	const made = packages.get(folder) ?? pack(folder);
	packages.set(folder, made);
	return made;
}

async function pack(folder: string): Promise<Packed> {
	const {stdout} = await run('npm', ['pack', '--json', '--offline', '--ignore-scripts', '--pack-destination', folder], {
		cwd: root,
		maxBuffer: 10_000_000,
	});
	const [{filename, size}] = JSON.parse(stdout) as [{filename: string; size: number}];
	const prefix = path.join(folder, 'global');
	await mkdir(prefix);
	await run('npm', [
		'install',
		'--global',
		'--prefix',
		prefix,
		'--offline',
		'--ignore-scripts',
		'--no-audit',
		'--no-fund',
		path.join(folder, filename),
	]);
	return {program: path.join(prefix, 'bin/chainbell'), bytes: size};
}

const nodes = new Map<string, Promise<string>>();

/**
A Node of a major version: this one, or the newest of the registry, below a folder. Once for each folder.

@throws When the registry cannot be reached.
*/
export async function nodeOf(major: number, folder: string): Promise<string> {
	if (process.versions.node.startsWith(`${major}.`)) {
		return process.execPath;
	}

	const place = path.join(folder, `node-${major}`);
	const made = nodes.get(place) ?? installNode(major, place);
	nodes.set(place, made);
	return made;
}

async function installNode(major: number, place: string): Promise<string> {
	await mkdir(place);
	await writeFile(path.join(place, 'package.json'), '{"private": true}');
	await run('npm', ['install', '--no-audit', '--no-fund', `node@${major}`], {cwd: place});
	const {bin} = JSON.parse(await readFile(path.join(place, 'node_modules/node/package.json'), 'utf8')) as {
		bin: {node: string};
	};
	return path.join(place, 'node_modules/node', bin.node);
}
