import {safeJson, sanitise} from '../terminal/sanitise.ts';
import {hideSecretsInJson} from '../terminal/secrets.ts';
import type {AccountOptions} from './account-request.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {
	checkAddress,
	checkConfig,
	checkLedger,
	checkNode,
	checkRules,
	checkTerminal,
	type Check,
} from './doctor-checks.ts';
import {checkService} from './doctor-service.ts';
import {exitCode} from './exit-codes.ts';

const signs = {ok: '✓', warning: '!', failure: '✗'} as const;

/**
Checks the requirements of chainbell, and gives advice on each problem. One listing is requested. Nothing is changed, even if the ledger is damaged, and no API key is printed.

@returns The exit code: 1 when a check failed.
*/
export async function runDoctor(
	options: AccountOptions & Pick<GlobalValues, 'json' | 'noColor'>,
	context: CommandContext,
): Promise<number> {
	const {host, print} = context;
	const checks: Check[] = [];
	const report = (...done: readonly Check[]) => {
		checks.push(...done);
		if (options.json) {
			return;
		}

		for (const check of done) {
			for (const line of linesOf(check)) {
				print(line);
			}
		}
	};

	report(checkNode(host), checkTerminal(host));
	report(await checkConfig(host));
	report(...(await checkRules(host)));
	report(...checkAddress(host));
	report(await checkLedger(host));
	report(...(await checkService(options, context)));
	if (options.json) {
		const isOk = checks.every(({status}) => status !== 'failure');
		print(
			safeJson(
				hideSecretsInJson(
					JSON.stringify({isOk, checks: checks.map(({hint = null, ...check}) => ({...check, hint}))}, undefined, 2),
				),
			),
		);
	}

	return checks.some(({status}) => status === 'failure') ? exitCode.failed : exitCode.done;
}

function linesOf({name, status, message, hint}: Check): string[] {
	return [
		`${signs[status]} ${name.padEnd(9)} ${sanitise(message)}`,
		...(hint === undefined ? [] : [`            ${sanitise(hint)}`]),
	];
}
