import {defineCommand} from '../command.ts';
import {exitCodesOf, requestExitCodes} from '../exit-codes.ts';
import {omitRefusedOption, resultOptions, retriesOption, unprotectOption} from '../options.ts';

export const undoCommand = defineCommand({
	name: 'undo',
	summary: 'undo the last change from this machine, or one by its number',
	argument: {name: 'NUMBER', summary: 'of an operation in the history (12), or of a bulk operation (b3)'},
	options: {
		last: {type: 'boolean', summary: 'undo the last change; needed in place of NUMBER where there is no terminal'},
		redo: {type: 'boolean', summary: 'undo the last undo'},
		allowDuplicate: {type: 'boolean', summary: 'recreate it even if an identical one exists'},
		unprotect: unprotectOption,
		retries: retriesOption,
		omitRefused: omitRefusedOption,
		...resultOptions,
	},
	examples: [
		{line: 'chainbell undo --dry-run', summary: 'what it would do'},
		{line: 'chainbell undo b3 --yes', summary: 'a bulk operation is undone as a whole; prints new IDs'},
		{line: 'chainbell undo b3.2', summary: 'the second item of a bulk operation alone'},
	],
	asks: 'before it undoes',
	exitCodes: exitCodesOf([...requestExitCodes, 3, 5, 6, 8]),
	async run({options, words}, context) {
		const {runUndo} = await import('../undo.ts');
		return runUndo(words[0], options, context);
	},
});
