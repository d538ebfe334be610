import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';

export const doctorCommand = defineCommand({
	name: 'doctor',
	summary: 'check this machine, the configuration and the service',
	options: {},
	examples: [
		{line: 'chainbell doctor --profile production', summary: 'what is wrong, and what to do about it'},
		{line: 'chainbell doctor --json | jq .checks[].status', summary: 'ok, warning or failure'},
	],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2], {0: 'nothing failed; there may be warnings', 1: 'a check failed'}),
	async run({options}, context) {
		const {runDoctor} = await import('../doctor.ts');
		return runDoctor(options, context);
	},
});
