import type {CommandContext} from '../command.ts';
import {completeWords} from './complete.ts';
import {completionSources} from './sources.ts';

/** Prints the candidates for the last of the words, each with its description after a tab. */
export async function runCompletion(
	words: readonly string[],
	{commands, host, print}: CommandContext,
): Promise<number> {
	for (const {value, summary} of await completeWords(words, commands, completionSources(host))) {
		print(summary === undefined ? value : `${value}\t${summary}`);
	}

	return 0;
}
