import type {Buffer} from 'node:buffer';
import {closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync} from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import {Script} from 'node:vm';
import {canTrustFolder, findPaths} from './own-folders.ts';

/** Node's function that compiles and runs a CommonJS module, the only place where a V8 code cache can be passed. It has no documentation, but tools have replaced it for years. */
type Compile = (this: NodeJS.Module, code: string, file: string, ...rest: readonly unknown[]) => unknown;

type Run = (exports: unknown, require: NodeJS.Require, module: NodeJS.Module, file: string, folder: string) => unknown;

/** Milliseconds from the start until the code is saved: by then everything needed is compiled, and V8 has not dropped any of it. */
const saveDelay = 3000;

/** The folder of the program's files, which have a hash of their content in their names: V8 compares only the length of a text with that of its code. */
const program = import.meta.dirname;

/** The beginning of the module wrapper, on a line of its own so that columns stay the same. */
const opening = '(function (exports, require, module, __filename, __dirname) {\n';

/**
Keeps what V8 compiles of the program's files for the next start, with the functions that were compiled when they were called: Node's own cache (`module.enableCompileCache`) has none of these (docs/decisions/screens.md). V8 runs what is in the cache, so no other user may write to its folder.
*/
export function keepCompiledCode(): void {
	const folder = findPaths().compiledFolder;
	try {
		if (!canTrustFolder(folder)) {
			return;
		}
	} catch {
		// Without the cache only the start is slower.
		return;
	}

	/** The scripts whose code is not in the folder yet, with their files there. */
	const unsaved: Array<readonly [script: Script, target: string]> = [];
	const prototype = Module.prototype as unknown as {_compile: Compile};
	const compile = prototype._compile;
	prototype._compile = function (code, filename, ...rest) {
		if (path.dirname(filename) !== program) {
			return compile.call(this, code, filename, ...rest);
		}

		const target = path.join(folder, nameOf(path.basename(filename)));
		const cachedData = read(target);
		const script = new Script(`${opening}${code}\n})`, {
			filename,
			lineOffset: -1,
			...(cachedData !== undefined && {cachedData}),
		});
		if (script.cachedDataRejected !== false) {
			unsaved.push([script, target]);
		}

		// The program's files only call `require` and use none of its properties.
		const require = ((id: string) => this.require(id) as unknown) as NodeJS.Require;
		return (script.runInThisContext() as Run).call(this.exports, this.exports, require, this, filename, program);
	};

	const saveNext = () => {
		const next = unsaved.shift();
		if (next !== undefined) {
			save(...next);
			setTimeout(saveNext, 0).unref();
		}
	};

	setTimeout(saveNext, saveDelay).unref();
	process.once('exit', () => {
		for (const each of unsaved) {
			save(...each);
		}

		removeOthers(folder);
	});
}

const nameOf = (file: string): string => `${file}.${process.version}-${process.arch}`;

function read(file: string): Buffer | undefined {
	try {
		return readFileSync(file);
	} catch {
		return undefined;
	}
}

/** Replaces the file atomically once the new one is on disk, because V8 does not check the code that it runs. */
function save(script: Script, target: string): void {
	const temporary = `${target}.${process.pid}`;
	try {
		const descriptor = openSync(temporary, 'wx', 0o600);
		try {
			writeSync(descriptor, script.createCachedData());
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}

		renameSync(temporary, target);
	} catch {
		rmSync(temporary, {force: true});
	}
}

/** Removes the code of other versions of the program and of Node. */
function removeOthers(folder: string): void {
	try {
		const present = new Set(readdirSync(program).map(name => nameOf(name)));
		for (const name of readdirSync(folder).filter(each => !present.has(each))) {
			rmSync(path.join(folder, name), {recursive: true, force: true});
		}
	} catch {
		// A file that stays only takes up space.
	}
}
