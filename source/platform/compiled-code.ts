import type {Buffer} from 'node:buffer';
import {closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync} from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import {Script} from 'node:vm';
import {makePrivateFolder} from './files.ts';

/** Node's function that compiles and runs a CommonJS module. It is the only place where a V8 code cache can be passed. */
type Compile = (this: NodeJS.Module, code: string, file: string, ...rest: readonly unknown[]) => unknown;

/** A script whose compiled code is not in the folder yet. */
type Unsaved = {readonly script: Script; readonly target: string};

type Run = (exports: unknown, require: NodeJS.Require, module: NodeJS.Module, file: string, folder: string) => unknown;

/** Milliseconds from the start until the code is saved: by then everything needed is compiled, and V8 has not dropped any of it. */
const saveDelay = 3000;

/** The beginning of the module wrapper, on a line of its own so that columns stay the same. */
const opening = '(function (exports, require, module, __filename, __dirname) {\n';

/**
Caches the code that V8 compiled for a program's files, so that the next start does not compile it again. Node's own cache (`module.enableCompileCache`) only contains code compiled when a file is loaded, not the functions called then, which take a third of the time to the first answered key (docs/decisions/start-up.md).

Files that cannot be read from the cache are compiled again.

@param program - The folder of the program's files, which have a hash of their content in their names.
@param shipped - The folder of code compiled by the build, with files as in `folder`; it need not exist. V8 accepts it only in the same version of Node.
@param folder - The folder for compiled code that is not shipped, one file each; undefined to save none. The code is executed: nobody else may write to it.
*/
export function keepCompiledCode(program: string, shipped: string, folder: string | undefined): void {
	const unsaved: Unsaved[] = [];
	const prototype = Module.prototype as unknown as {_compile: Compile};
	const compile = prototype._compile;
	prototype._compile = function (code, file, ...rest) {
		if (path.dirname(file) !== program) {
			return compile.call(this, code, file, ...rest);
		}

		const name = nameOf(path.basename(file));
		const target = folder === undefined ? undefined : path.join(folder, name);
		const cachedData = read(target) ?? read(path.join(shipped, name));
		const script = new Script(`${opening}${code}\n})`, {
			filename: file,
			lineOffset: -1,
			...(cachedData !== undefined && {cachedData}),
		});
		if (script.cachedDataRejected !== false && target !== undefined) {
			unsaved.push({script, target});
		}

		const run = script.runInThisContext() as Run;
		// The program's files only call `require` and use none of its properties.
		return run.call(
			this.exports,
			this.exports,
			((id: string) => this.require(id) as unknown) as NodeJS.Require,
			this,
			file,
			program,
		);
	};

	const saveNext = () => {
		const next = unsaved.shift();
		if (next === undefined) {
			return;
		}

		save(next);
		later(0);
	};

	const later = (milliseconds: number) => {
		setTimeout(saveNext, milliseconds).unref();
	};

	if (folder === undefined) {
		return;
	}

	later(saveDelay);
	process.once('exit', () => {
		for (const each of unsaved) {
			save(each);
		}

		removeOthers(program, folder);
	});
}

const nameOf = (file: string): string => `${file}.${process.version}-${process.arch}`;

function read(file: string | undefined): Buffer | undefined {
	try {
		return file === undefined ? undefined : readFileSync(file);
	} catch {
		return undefined;
	}
}

/** Replaces the file atomically once the new one is on disk, because V8 does not check the code that it executes. */
function save({script, target}: Unsaved): void {
	const temporary = `${target}.${process.pid}`;
	try {
		const folder = path.dirname(target);
		makePrivateFolder(folder);
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

/** Removes files of other versions of the program. */
function removeOthers(program: string, folder: string): void {
	try {
		const kept = readdirSync(folder);
		const present = new Set(kept.length === 0 ? [] : readdirSync(program).map(name => nameOf(name)));
		for (const name of kept) {
			if (!present.has(name)) {
				rmSync(path.join(folder, name), {recursive: true, force: true});
			}
		}
	} catch {
		// A file that stays only takes up space.
	}
}
