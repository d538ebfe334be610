import path from 'node:path';
import envPaths from 'env-paths';

/** The files of this program, in the platform's usual directories (XDG base directories on Linux). */
export type Paths = {
	/** Profiles. */
	readonly configFile: string;
	/** The sandbox's notifications; its API keys are in a file beside it. */
	readonly sandboxFile: string;
	/** The local database: journal, drafts, sent templates, learned values. */
	readonly ledgerFile: string;
	/** The code that V8 compiled. */
	readonly compiledFolder: string;
};

/** Finds the paths; creates nothing. */
export function findPaths(): Paths {
	// Env-paths calls the XDG state directory `log`.
	const {config, data, cache, log: state} = envPaths('chainbell', {suffix: ''});
	return {
		configFile: path.join(config, 'config.yaml'),
		sandboxFile: path.join(data, 'sandbox.sqlite'),
		ledgerFile: path.join(state, 'ledger.sqlite'),
		compiledFolder: path.join(cache, 'compiled'),
	};
}
