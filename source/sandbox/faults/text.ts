import {faultNames, faultTable, type FaultName} from './table.ts';
import type {Fault} from './switches.ts';

/**
Reads faults as a command line has them: `NAME[=VALUE][:COUNT]`.

@returns The faults, or what is wrong with the first that is none.
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
		return `The option fault takes NAME[=VALUE][:COUNT], not "${text}". The names are ${faultNames.join(', ')}.`;
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

/** The same form, of a fault. */
export const faultText = ({name, value, count}: Fault): string => (
	name + (value === undefined ? '' : `=${value}`) + (count === undefined ? '' : `:${count}`)
);

/** A line for each fault, as aligned columns: how it is written, what the service does then. */
export function describeFaults(): readonly string[] {
	const rows = faultNames.map(name => {
		const {value, description} = faultTable[name];
		return value ? [`${name}[=${value.name}]`, `${description} (default ${value.default})`] as const : [name, description] as const;
	});
	const width = Math.max(...rows.map(([form]) => form.length));
	return rows.map(([form, description]) => `${form.padEnd(width)}  ${description}`);
}

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faultTable, name);
