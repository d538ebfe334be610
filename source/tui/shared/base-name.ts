import path from 'node:path';
import {sanitiseCell} from '../../terminal/sanitise.ts';

/** The name of a file or a folder without those that it is in, safe to show. */
export const baseName = (file: string): string => sanitiseCell(path.basename(file));
