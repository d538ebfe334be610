import {canTrustFolder} from '../config/own-folder.ts';
import {findPaths} from '../config/paths.ts';
import {keepCompiledCode} from '../system/compiled-code.ts';

/** Keeps the code that V8 compiles for this program's files, unless others could write to the folder: it is executed. What is imported before is compiled at every start. */
export function cacheCompiledCode(): void {
	const {compiledFolder} = findPaths();
	try {
		if (canTrustFolder(compiledFolder)) {
			// In the bundle this is the folder of its files.
			keepCompiledCode(import.meta.dirname, compiledFolder);
		}
	} catch {
		// The start is slower without the cache, nothing else.
	}
}
