import path from 'node:path';
import {isBelow} from '../files/find-files.ts';

/** A path for a message: from the current folder, if the file is below it. Not yet safe to show. */
export function shortPath(file: string): string {
	return isBelow('', file) ? path.relative('', file) : file;
}
