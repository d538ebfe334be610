import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';

const unusable = {
	5: 'config.yaml names no team, or the board cannot be used',
	7: 'the board cannot be reached',
} as const;

export const teamInitCommand = defineCommand({
	name: 'team init',
	summary: "create the tables of the team's board",
	options: {},
	refuses: ['sandbox', 'dryRun'],
	examples: [{line: 'chainbell team init', summary: 'as the owner of the database; existing tables are kept'}],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2, 5, 7], unusable),
	async run({options}, context) {
		const {initTeam} = await import('../team.ts');
		return initTeam(options, context);
	},
});

export const teamGrantsCommand = defineCommand({
	name: 'team grants',
	summary: 'print the SQL for the rights of operators and readers',
	options: {},
	refuses: ['profile', 'baseUrl', 'sandbox', 'readOnly', 'timeout', 'dryRun'],
	examples: [
		{
			line: 'chainbell team grants | psql "$CHAINBELL_TEAM_URL"',
			summary: 'makes two roles, for operators and for readers',
		},
	],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2]),
	async run(_input, context) {
		const {printGrants} = await import('../team.ts');
		return printGrants(context);
	},
});

export const teamJoinCommand = defineCommand({
	name: 'team join',
	summary: 'share an account of this machine with its team',
	options: {},
	refuses: ['sandbox', 'dryRun'],
	examples: [
		{line: 'chainbell team join --profile production', summary: 'history, pending changes and templates, both ways'},
	],
	asks: 'before it shares anything',
	exitCodes: exitCodesOf([0, 1, 2, 4, 5, 6, 7, 129, 130, 143], unusable),
	async run({options}, context) {
		const {joinTeam} = await import('../team-join.ts');
		return joinTeam(options, context);
	},
});

export const teamStatusCommand = defineCommand({
	name: 'team status',
	summary: 'print the state of the board, and who changes what',
	options: {},
	refuses: ['sandbox', 'dryRun'],
	examples: [{line: 'chainbell team status --json', summary: 'for programs: versions, lag and claims'}],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2, 4, 5, 7], unusable),
	async run({options}, context) {
		const {showTeam} = await import('../team-status.ts');
		return showTeam(options, context);
	},
});

export const teamPruneCommand = defineCommand({
	name: 'team prune',
	summary: 'delete the content of old changes from the board',
	options: {older: {type: 'string', value: 'AGE', summary: 'how long ago, such as 90d or 1y'}},
	refuses: ['sandbox', 'dryRun'],
	examples: [{line: 'chainbell team prune --older 1y', summary: 'as the owner of the database; templates stay'}],
	asks: 'before it deletes anything',
	exitCodes: exitCodesOf([0, 1, 2, 5, 6, 7, 129, 130, 143], unusable),
	async run({options}, context) {
		const {pruneTeam} = await import('../team-prune.ts');
		return pruneTeam(options, context);
	},
});
