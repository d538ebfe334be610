import {blankStyleAfter, plainBlanks, type BlankStyle} from './blank-style.ts';

/** The most characters of the parameters of styles that are sent as one sequence; terminals read at least sixteen parameters. */
const maxParameters = 24;

/** Styles that are written when the next text is: those without text between them as one sequence. */
export type PendingStyles = {
	/** Adds a sequence of SGR by its parameters, and returns what must be written before it. */
	readonly add: (parameters: string) => string;
	/** Returns the sequence that was not written yet. */
	readonly flush: () => string;
	/** The styles of a blank after all that was added. */
	readonly blanks: () => BlankStyle;
};

/** Creates them, with none. */
export function createPendingStyles(): PendingStyles {
	let blanks = plainBlanks;
	let pending = '';
	const flush = (): string => {
		const sequence = pending === '' ? '' : `\u{1B}[${pending}m`;
		pending = '';
		return sequence;
	};

	return {
		add(parameters) {
			const added = parameters === '' ? '0' : parameters;
			blanks = blankStyleAfter(blanks, added);
			const before = pending.length + added.length > maxParameters ? flush() : '';
			pending = pending === '' ? added : `${pending};${added}`;
			return before;
		},
		flush,
		blanks: () => blanks,
	};
}
