import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';

export const schemaCommand = defineCommand({
	name: 'schema',
	summary: 'print the JSON Schema of files of notifications, for editors',
	options: {},
	examples: [
		{
			line: 'chainbell schema > chainbell.schema.json',
			summary: 'beside the files; chainbell export then names it in what it writes',
		},
	],
	asks: false,
	exitCodes: exitCodesOf([0, 2]),
	async run(_input, context) {
		const {notificationFileSchema} = await import('../../files/file-schema.ts');
		context.print(JSON.stringify(notificationFileSchema(), undefined, 2));
		return 0;
	},
});
