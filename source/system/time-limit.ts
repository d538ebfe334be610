import process from 'node:process';

// Only a script can be interrupted in Node; its module is loaded when it is first needed.
let call: ((work: () => void, milliseconds: number) => void) | undefined;

/**
Runs a function that may take too long, such as a regular expression that backtracks, and interrupts it after a time limit.

@param milliseconds - The time limit.
@param work - The function.
@returns Whether it ran to its end.
@throws The error that the function throws.
*/
export function hasRunWithin(milliseconds: number, work: () => void): boolean {
	call ??= createCall();
	try {
		call(work, milliseconds);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
			return false;
		}

		throw error;
	}
}

function createCall(): NonNullable<typeof call> {
	const {createContext, Script} = process.getBuiltinModule('node:vm');
	const context: {work?: () => void} = {};
	createContext(context);
	const script = new Script('work()');
	return (work, timeout) => {
		context.work = work;
		try {
			script.runInContext(context, {timeout});
		} finally {
			delete context.work;
		}
	};
}
