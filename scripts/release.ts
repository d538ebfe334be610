/**
`npm run release`: the whole check, then the package as a user gets it: packed, installed and run on the oldest and the newest Node that it is for. It publishes nothing; its last line says how to. `--packed FILE` tries a package file that exists.
*/
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import packageFile from '../package.json' with {type: 'json'};

const {engines} = packageFile;
const nodes = [engines.node.replace('>=', ''), '24'];
const root = path.dirname(import.meta.dirname);
const {values: options} = parseArgs({options: {packed: {type: 'string'}}});
const isWindows = process.platform === 'win32';

function run(command: string, args: readonly string[], cwd = root): void {
	console.log(`> ${command} ${args.join(' ')}`);
	execFileSync(command, args, {cwd, stdio: 'inherit', shell: isWindows});
}

/** Builds and packs. Returns the path of the package file. */
function pack(): string {
	run('npm', ['test']);
	const [packed] = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--ignore-scripts'], {cwd: root, encoding: 'utf8', shell: isWindows}),
	) as [{filename: string}];
	return path.join(root, packed.filename);
}

const file = options.packed === undefined ? pack() : path.resolve(options.packed);
for (const version of nodes) {
	const folder = mkdtempSync(path.join(tmpdir(), 'chainbell-release-'));
	try {
		// The package `node` is a Node of this version for this machine.
		run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `node@${version}`, file], folder);
		const node = path.join(folder, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node');
		const program = path.join(folder, 'node_modules/chainbell/dist/cli.cjs');
		run(node, [program, '--version']);
		run(node, [program, 'list', '--sandbox', '-o', 'name']);
	} finally {
		rmSync(folder, {recursive: true});
	}
}

console.log(`It runs on Node ${nodes.join(' and ')}. To publish it: npm publish ${path.basename(file)}`);
