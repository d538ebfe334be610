import path from 'node:path';
import {canTrustFolder} from '../config/config-file.ts';
import {findPaths} from '../config/environment.ts';
import {keepCompiledCode} from '../platform/compiled-code.ts';

/** Uses the compiled code (V8) that was created when the program was built, and caches further compiled code here. If other users could write to the folder, no cache is used, because the code is executed. Modules imported earlier are compiled at every start. */
export function cacheCompiledCode(): void {
	const {compiledFolder} = findPaths();
	// In the bundle this is the folder of the bundled files.
	const program = import.meta.dirname;
	keepCompiledCode(program, path.join(program, '../compiled'), canUse(compiledFolder) ? compiledFolder : undefined);
}

function canUse(folder: string): boolean {
	try {
		return canTrustFolder(folder);
	} catch {
		// Without the cache only the start is slower.
		return false;
	}
}
