import {parseArgs} from 'node:util';

export type Options = {
	/** Fewer runs: a look, not a result. */
	readonly isQuick: boolean;
	/** Names of measures; all where there are none. */
	readonly only: readonly string[];
	/** Names of measures to leave out; results.md names them. */
	readonly skip: readonly string[];
	/** A commit whose build is compared with this one. */
	readonly against: string | undefined;
};

/**
Reads the bench's own arguments.

@throws When one is not known.
*/
export function readOptions(args: readonly string[], names: readonly string[]): Options {
	const {
		values: {quick, only, skip, against},
	} = parseArgs({
		args: [...args],
		options: {
			quick: {type: 'boolean', default: false},
			only: {type: 'string', multiple: true, default: []},
			skip: {type: 'string', multiple: true, default: []},
			against: {type: 'string'},
		},
	});
	const unknown = [...only, ...skip].find(name => !names.includes(name));
	if (unknown !== undefined) {
		throw new RangeError(`There is no measure ${unknown}. There are: ${names.join(', ')}.`);
	}

	return {isQuick: quick, only, skip, against};
}
