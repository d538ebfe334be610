import path from 'node:path';
import {canTrustFolder} from '../config/own-folder.ts';
import {findPaths} from '../config/paths.ts';
import {keepCompiledCode} from '../system/compiled-code.ts';

/** Uses the code that V8 compiled for this program's files when it was built, and keeps what it compiles here, unless others could write to the folder: it is executed. What is imported before is compiled at every start. */
export function cacheCompiledCode(): void {
	const {compiledFolder} = findPaths();
	// In the bundle this is the folder of its files.
	const program = import.meta.dirname;
	keepCompiledCode(program, path.join(program, '../compiled'), canUse(compiledFolder) ? compiledFolder : undefined);
}

function canUse(folder: string): boolean {
	try {
		return canTrustFolder(folder);
	} catch {
		// The start is slower without it, nothing else.
		return false;
	}
}
