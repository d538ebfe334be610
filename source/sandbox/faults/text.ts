import {successorSuffix} from '../keys.ts';
import {faultNames, faultTable, type FaultName} from './table.ts';
import type {Fault} from './switches.ts';

/**
Parses faults in the notation of the command line: `NAME[=VALUE][:COUNT]`.

@returns The faults, or the problem with the first invalid one.
*/
export function readFaults(texts: readonly string[]): {readonly faults: readonly Fault[]} | {readonly problem: string} {
	const faults: Fault[] = [];
	for (const text of texts) {
		const fault = readFault(text);
		if (typeof fault === 'string') {
			return {problem: fault};
		}

		faults.push(fault);
	}

	return {faults};
}

function readFault(text: string): Fault | string {
	const [, name = '', value, count] = /^([^:=]*)(?:=(\d{1,9}))?(?::([1-9]\d{0,8}))?$/v.exec(text) ?? [];
	if (!isFaultName(name)) {
		return `--fault must be NAME[=VALUE][:COUNT], not "${text}". NAME is one of ${faultNames.join(', ')}.`;
	}

	if (value !== undefined && !faultTable[name].value) {
		return `The fault ${name} takes no value.`;
	}

	return {
		name,
		...(value !== undefined && {value: Number(value)}),
		...(count !== undefined && {count: Number(count)}),
	};
}

/** Formats a fault in the notation of the command line. */
export const faultText = ({name, value, count}: Fault): string =>
	name + (value === undefined ? '' : `=${value}`) + (count === undefined ? '' : `:${count}`);

/** The part of `chainbell sandbox --help` that explains faults. */
export function faultHelp(): string {
	const rows = faultNames.map(name => {
		const {value, description} = faultTable[name];
		return value
			? ([`${name}[=${value.name}]`, `${description} (default ${value.default})`] as const)
			: ([name, description] as const);
	});
	const width = Math.max(...rows.map(([form]) => form.length));
	return [
		'Faults, named after the requests they apply to',
		...rows.map(([form, description]) => `  ${form.padEnd(width)}  ${description}`),
		'',
		'A fault applies to every such request, or with :COUNT to the next COUNT. A',
		'request gets one response: from a fault that keeps it from taking effect, else',
		'from the fault given first. Requests without a valid API key are not affected.',
		'The following combine with each other and with the rest. For example,',
		'with delete-delayed and delete-drop-after the response is lost, and the',
		'notification is deleted later.',
		...wrap(faultNames.filter(name => faultTable[name].when === 'within').join(', ')),
		'',
		'A second API key of the same account, which only key-renewed accepts, is the',
		`API key followed by ${successorSuffix}.`,
	].join('\n');
}

/** Wraps text into indented lines of at most 76 characters. */
const wrap = (text: string): string[] => text.match(/\S.{0,75}(?=\s|$)/gv)!.map(line => `  ${line}`);

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faultTable, name);
