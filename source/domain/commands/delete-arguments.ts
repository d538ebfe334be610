import type {EditTargets} from './edit-arguments.ts';
import {idWords, type CommandWords} from './words.ts';

/** The arguments of `chainbell` that delete notifications, not yet quoted for a shell. `isUnprotected`: also what is protected. */
export const deleteArguments = (targets: EditTargets, isUnprotected: boolean): CommandWords => [
	'delete',
	...('query' in targets ? ['--query', targets.query] : []),
	...(isUnprotected ? ['--unprotect'] : []),
	...('ids' in targets ? idWords(targets.ids) : []),
];
