import path from 'node:path';
import envPaths from 'env-paths';

/** Where this program keeps its files: the platform's usual places (XDG base directories on Linux). */
export type Paths = {
	/** Profiles. */
	readonly configFile: string;
	/** The sandbox's notifications; its keys lie beside it. */
	readonly sandboxFile: string;
	/** What this machine remembers. */
	readonly ledgerFile: string;
	/** The program as Node compiled it. */
	readonly compiledFolder: string;
};

export function findPaths(): Paths {
	// What env-paths calls log is the state directory of the XDG specification.
	const {config, data, cache, log: state} = envPaths('chainbell', {suffix: ''});
	return {
		configFile: path.join(config, 'config.yaml'),
		sandboxFile: path.join(data, 'sandbox.sqlite'),
		ledgerFile: path.join(state, 'ledger.sqlite'),
		compiledFolder: path.join(cache, 'compiled'),
	};
}
