import type {Buffer} from 'node:buffer';
import {closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync} from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import {Script} from 'node:vm';

/** How Node compiles and runs a CommonJS module. It has no other place where the code cache of V8 can be given. */
type Compile = (this: NodeJS.Module, code: string, file: string, ...rest: readonly unknown[]) => unknown;

/** A script whose compiled code is not in the folder yet. */
type Unsaved = {readonly script: Script; readonly target: string};

type Run = (exports: unknown, require: NodeJS.Require, module: NodeJS.Module, file: string, folder: string) => unknown;

/** Milliseconds after the start: what it needed is compiled by then, and V8 has not dropped any of it. */
const saveDelay = 3000;

/** On a line of its own, so that columns stay the same. */
const opening = '(function (exports, require, module, __filename, __dirname) {\n';

/**
Keeps the code that V8 compiled for a program's files, so that the next start does not compile it again. Node's own cache (`module.enableCompileCache`) has only what is compiled when a file is loaded, not the functions that are called then: a third of the time to the first answered key (docs/decisions/start-up.md).

What cannot be read or written is compiled again.

@param program - The folder of the files, whose names have a hash of their content.
@param shipped - What the build compiled, in files as in `folder`; it need not exist. V8 takes it only in the same version of Node.
@param folder - Where the code is kept that is not shipped, one file for each; undefined to keep none. It is executed: nobody else may write to it.
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
		const script = new Script(`${opening}${code}\n})`, {filename: file, lineOffset: -1, ...(cachedData !== undefined && {cachedData})});
		if (script.cachedDataRejected !== false && target !== undefined) {
			unsaved.push({script, target});
		}

		const run = script.runInThisContext() as Run;
		// Of `require` the program's files use the call alone.
		return run.call(this.exports, this.exports, ((id: string) => this.require(id) as unknown) as NodeJS.Require, this, file, program);
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

/** Replaces the file in one step, when the new one is on the disk: V8 does not check what it executes. */
function save({script, target}: Unsaved): void {
	const temporary = `${target}.${process.pid}`;
	try {
		const folder = path.dirname(target);
		mkdirSync(folder, {recursive: true, mode: 0o700});
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

/** Removes what other versions of the program have left. */
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
		// It takes room, nothing else.
	}
}
